#![no_main]
//! The target `network` under libFuzzer.

draughts_td_fuzz::fuzz!(network);
