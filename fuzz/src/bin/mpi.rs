#![no_main]
//! The target `mpi` under libFuzzer.

draughts_td_fuzz::fuzz!(mpi);
