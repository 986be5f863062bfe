#![no_main]
//! The target `journal` under libFuzzer.

draughts_td_fuzz::fuzz!(journal);
