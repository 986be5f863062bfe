//! Hub at work: engines as child processes, our engine behind Hub, checks.

pub mod bench;
pub mod check;
mod child;
pub mod engine_loop;
mod followed;
mod last_words;
mod memory;
pub mod player;
pub mod process;
