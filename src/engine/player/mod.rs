//! The engine: an evaluation, a search and a clock, which together choose a move.

mod batched_moves;
mod budget;
mod evaluation;
mod game_state;
mod hub_score;
mod lazy_smp;
pub mod level;
mod lines;
mod move_function;
mod options;
mod search_threads;
mod suite;
mod tablebase_probe;
mod think;

pub use budget::{Budget, Clock};
pub use evaluation::{Evaluation, OpenError};
pub use game_state::GameState;
pub use hub_score::{DECIDED, to_hub_score};
pub use lines::MultiPvLine;
pub use move_function::MoveFunction;
pub use options::{BookConfig, Options};
pub use suite::{LineError, Points, Suite, SuiteError};
pub use tablebase_probe::Endgame;
pub use think::Engine;

// What a player of games needs of the search and of values, so that it need not know those modules.
pub use crate::models::result_of;
pub use crate::search::{
    Choice, Depth, Iteration, Leaf, Outlook, Parameters, Ply, Score, StopFlag, TableError,
    Techniques,
};
