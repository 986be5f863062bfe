#![no_main]
//! The target `hub` under libFuzzer.

draughts_td_fuzz::fuzz!(hub);
