//! Threads that search the same position and learn from one another through the table alone.

use std::sync::Arc;
use std::thread;

use super::game_state::GameState;
use super::options::Options;
use crate::search::{Choice, Evaluate, Iteration, Limits, Searcher, StopFlag, Table};

/// One searcher that decides, and helpers that fill the table ahead of it.
#[derive(Debug)]
pub(super) struct Team<E> {
    lead: Searcher<E>,
    helpers: Vec<Searcher<E>>,
}

impl<E: Evaluate + Send> Team<E> {
    pub(super) fn new(evaluate: impl Fn() -> E, table: &Arc<Table>, options: Options) -> Team<E> {
        let lead = Searcher::new(evaluate(), table.clone(), options.techniques);
        let helpers = (1..options.threads.get()).map(|_| lead.helper(evaluate())).collect();
        Team { lead, helpers }
    }

    /// Forgets the last game.
    pub(super) fn forget(&mut self) {
        self.lead.forget();
        self.helpers.iter_mut().for_each(Searcher::forget);
    }

    /// Searches with all threads; the lead keeps to the limits, the helpers end with it.
    pub(super) fn search(
        &mut self,
        game: &GameState,
        limits: Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        let (position, history) = (game.position(), game.history());
        let end = StopFlag::new();
        thread::scope(|scope| {
            for helper in &mut self.helpers {
                scope.spawn(|| {
                    helper.search(position, history, Limits::default(), &end, &mut |_| {})
                });
            }
            let choice = self.lead.search(position, history, limits, stop, report);
            end.stop();
            choice
        })
    }
}
