//! Hub at work: engines as child processes, our engine behind Hub.

mod child;
pub mod engine_loop;
mod hash_size;
mod observed_game;
pub mod player;
pub mod process;
pub mod session;
mod stderr_tail;
