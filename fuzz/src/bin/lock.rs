#![no_main]
//! The target `lock` under libFuzzer.

draughts_td_fuzz::fuzz!(lock);
