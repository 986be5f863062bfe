#![no_main]
//! The target `dxp` under libFuzzer.

draughts_td_fuzz::fuzz!(dxp);
