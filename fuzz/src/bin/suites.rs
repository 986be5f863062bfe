#![no_main]
//! The target `suites` under libFuzzer.

draughts_td_fuzz::fuzz!(suites);
