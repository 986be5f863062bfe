//! `reproduce`: every experiment at a small size, whole, repeatable, and resuming where it was interrupted.

mod backgammon;
mod draughts;
mod folders;
mod knightcap;
mod own;
mod report;
#[path = "../programs/run.rs"]
mod run;
mod shared;
mod spsa;
mod strength;
mod tictactoe;
mod tuning;
