#![no_main]
//! The target `http` under libFuzzer.

draughts_td_fuzz::fuzz!(http);
