#![no_main]
//! The target `database_file` under libFuzzer.

draughts_td_fuzz::fuzz!(database_file);
