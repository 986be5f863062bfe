#![no_main]
//! The target `fen` under libFuzzer.

draughts_td_fuzz::fuzz!(fen);
