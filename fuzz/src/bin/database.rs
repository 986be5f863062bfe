#![no_main]
//! The target `database` under libFuzzer.

draughts_td_fuzz::fuzz!(database);
