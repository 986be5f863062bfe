#![no_main]
//! The target `book` under libFuzzer.

draughts_td_fuzz::fuzz!(book);
