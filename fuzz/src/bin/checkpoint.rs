#![no_main]
//! The target `checkpoint` under libFuzzer.

draughts_td_fuzz::fuzz!(checkpoint);
