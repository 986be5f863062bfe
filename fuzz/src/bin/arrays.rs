#![no_main]
//! The target `arrays` under libFuzzer.

draughts_td_fuzz::fuzz!(arrays);
