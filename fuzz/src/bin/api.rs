#![no_main]
//! The target `api` under libFuzzer.

draughts_td_fuzz::fuzz!(api);
