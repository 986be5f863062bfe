//! The engine: an evaluation, a search and a clock, which together choose a move.

mod budget;
mod endgame;
mod evaluation;
mod game_state;
mod options;
mod team;
mod think;
mod thinker;

pub use budget::{Budget, Clock};
pub use endgame::Endgame;
pub use evaluation::{Evaluation, OpenError};
pub use game_state::GameState;
pub use options::{Options, Repertoire};
pub use think::{Engine, EngineError};

// What a player of games needs of the search, so that it need not know that room.
pub use crate::search::{
    Choice, Depth, Iteration, Leaf, Outlook, Ply, Score, StopFlag, Techniques,
};
