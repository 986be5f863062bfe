//! Hub at work: engines as child processes, our engine behind Hub, checks.

pub mod bench;
pub mod check;
pub mod engine_loop;
pub mod player;
pub mod process;
