#![no_main]
//! The target `catalogue` under libFuzzer.

draughts_td_fuzz::fuzz!(catalogue);
