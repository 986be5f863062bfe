#![no_main]
//! The target `generate_state` under libFuzzer.

draughts_td_fuzz::fuzz!(generate_state);
