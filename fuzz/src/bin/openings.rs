#![no_main]
//! The target `openings` under libFuzzer.

draughts_td_fuzz::fuzz!(openings);
