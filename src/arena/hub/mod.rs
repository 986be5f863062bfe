//! Hub at work: engines as child processes, our engine as a Hub engine.

pub(crate) mod child;
pub mod engine_loop;
mod hash_size;
mod limits;
mod observed_game;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod session;
mod stderr_tail;
