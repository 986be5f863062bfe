#![no_main]
//! The target `endgame` under libFuzzer.

draughts_td_fuzz::fuzz!(endgame);
