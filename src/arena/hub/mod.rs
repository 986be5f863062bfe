//! Hub at work: engines as child processes, our engine behind Hub, checks.

pub mod check;
mod child;
pub mod engine_loop;
pub mod engine_under_test;
mod last_words;
mod memory;
mod observed_game;
pub mod player;
pub mod process;
