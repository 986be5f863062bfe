//! Written games played on the board: legal moves, outcomes, and what is wrong with the rest.

mod annotations;
mod candidates;
mod editor;
mod ending;
mod fault;
mod game_tree;
#[cfg(feature = "files")]
mod nth;
mod record;
mod replay;
mod resolve;
mod revision;
mod text_line;

pub use crate::pdn::Outcome;
pub use annotations::{annotated, comments, engine_notes, glyphs, variations};
pub use editor::GameEditor;
pub use ending::{Ending, GameResult, Termination};
pub use fault::{Fault, GameError};
pub use game_tree::{GameTree, TreeNode};
#[cfg(feature = "files")]
pub use nth::{nth_game, nth_game_with};
pub use record::{Game, Segment};
pub use replay::{Replay, Replayer, each_game};
pub use revision::NoPlace;
