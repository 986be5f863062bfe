//! Written games played on the board: legal moves, outcomes, and what is wrong with the rest. Many files at once, in order.

mod annotations;
mod candidates;
mod ending;
mod fault;
mod parallel;
mod record;
mod replay;
mod resolve;

pub use crate::pdn::Outcome;
pub use annotations::{comments, glyphs, variations};
pub use ending::{Ending, GameResult, Termination};
pub use fault::{Fault, GameError};
pub use parallel::{Batch, ReadError, Reading, each_game, fold_games, read_games};
pub use record::{Game, Segment};
pub use replay::{Replay, Replayer};
