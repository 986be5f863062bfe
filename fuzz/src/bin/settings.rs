#![no_main]
//! The target `settings` under libFuzzer.

draughts_td_fuzz::fuzz!(settings);
