#![no_main]
//! The target `move_text` under libFuzzer.

draughts_td_fuzz::fuzz!(move_text);
