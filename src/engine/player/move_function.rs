//! A function that chooses moves in the place of a search.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::game_state::GameState;
use super::search_threads::SearchThreads;
use crate::board::Move;
use crate::search::{Choice, Depth, Iteration, Leaf, Limits, Score, StopFlag};

/// A named function from a game to one of its legal moves; `None` where it has failed.
#[derive(Clone)]
pub struct MoveFunction {
    name: String,
    choose: Arc<Choose>,
}

type Choose = dyn Fn(&GameState) -> Option<Move> + Send + Sync;

impl MoveFunction {
    /// A function with the name of its player.
    #[must_use]
    pub fn new(
        name: &str,
        choose: impl Fn(&GameState) -> Option<Move> + Send + Sync + 'static,
    ) -> MoveFunction {
        MoveFunction { name: name.into(), choose: Arc::new(choose) }
    }

    /// The name of its player.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for MoveFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MoveFunction").field(&self.name).finish()
    }
}

/// Whether it is the same function.
impl PartialEq for MoveFunction {
    fn eq(&self, other: &MoveFunction) -> bool {
        Arc::ptr_eq(&self.choose, &other.choose)
    }
}

impl Eq for MoveFunction {}

impl SearchThreads for MoveFunction {
    /// Asks the function; it knows of no limits and cannot be stopped.
    fn search(
        &mut self,
        game: &GameState,
        _: Limits,
        _: &StopFlag,
        _: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        let began = Instant::now();
        let mv = game.position().has_moves().then(|| (self.choose)(game)).flatten()?;
        let (score, depth, time) = (Score::DRAW, Depth::ZERO, began.elapsed());
        Some(Choice { mv, score, depth, nodes: 0, time, line: vec![mv] })
    }

    fn leaf(&mut self, _: &GameState, _: &[Move], _: Score) -> Leaf {
        Leaf::Unknown
    }

    fn avoid(&mut self, _: &[Move]) {}

    fn forget(&mut self) {}
}
