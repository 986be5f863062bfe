#![no_main]
//! The target `written` under libFuzzer.

draughts_td_fuzz::fuzz!(written);
