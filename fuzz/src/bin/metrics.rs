#![no_main]
//! The target `metrics` under libFuzzer.

draughts_td_fuzz::fuzz!(metrics);
