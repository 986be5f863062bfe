#![no_main]
//! The target `pdn` under libFuzzer.

draughts_td_fuzz::fuzz!(pdn);
