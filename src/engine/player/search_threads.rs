//! The search of an engine with the type of its evaluation erased: one dynamic call a search, the recursion compiled for each evaluation.

use std::fmt::Debug;

use super::game_state::GameState;
use crate::board::Move;
use crate::search::{Choice, Iteration, Leaf, Limits, Score, StopFlag};

/// Threads that search together.
pub(super) trait SearchThreads: Debug + Send {
    /// Searches a position until the limits or the flag end it, and reports every finished iteration.
    fn search(
        &mut self,
        game: &GameState,
        limits: Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice>;

    /// The end of a line that a search of this position gave with this score.
    fn leaf(&mut self, game: &GameState, line: &[Move], score: Score) -> Leaf;

    /// Leaves these moves out of the searches from now on.
    fn avoid(&mut self, moves: &[Move]);

    /// Forgets the last game.
    fn forget(&mut self);
}
