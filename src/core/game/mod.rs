//! Written games played on the board: legal moves, outcomes, and what is wrong with the rest. Many files at once, in order.

mod beside;
mod bulk;
mod candidates;
mod ending;
mod fault;
mod record;
mod replay;
mod resolve;

pub use crate::pdn::Outcome;
pub use beside::{comments, glyphs, variations};
pub use bulk::{Batch, ReadError, Reading, each_game, fold_games, read_games};
pub use ending::{Ending, GameResult, Termination};
pub use fault::{Fault, GameError};
pub use record::{Game, Segment};
pub use replay::{Replay, Replayer};
