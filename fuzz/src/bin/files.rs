#![no_main]
//! The target `files` under libFuzzer.

draughts_td_fuzz::fuzz!(files);
