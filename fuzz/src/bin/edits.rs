#![no_main]
//! The target `edits` under libFuzzer.

draughts_td_fuzz::fuzz!(edits);
