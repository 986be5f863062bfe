#![no_main]
//! The target `shards` under libFuzzer.

draughts_td_fuzz::fuzz!(shards);
