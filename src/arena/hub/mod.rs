//! Hub at work: engines as child processes, our engine as a Hub engine.

pub(crate) mod child;
pub mod engine_loop;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod session;
mod stderr_tail;
