#![no_main]
//! The target `reproduce` under libFuzzer.

draughts_td_fuzz::fuzz!(reproduce);
