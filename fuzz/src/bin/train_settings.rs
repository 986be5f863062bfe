#![no_main]
//! The target `train_settings` under libFuzzer.

draughts_td_fuzz::fuzz!(train_settings);
