//! Threads that search the same position and learn from one another only through the table.

use std::fmt::Debug;
use std::sync::Arc;
use std::thread;

use super::game_state::GameState;
use super::options::Options;
use super::search_threads::SearchThreads;
use super::tablebase_probe::Endgame;
use crate::board::Move;
use crate::search::{
    Choice, Evaluate, Iteration, Leaf, Limits, Score, Searcher, StopFlag, TranspositionTable,
};

/// One searcher that decides, and helpers that fill the table ahead of it.
#[derive(Debug)]
pub(super) struct LazySmp<E> {
    lead: Searcher<E>,
    helpers: Vec<Searcher<E>>,
}

impl<E: Evaluate> LazySmp<E> {
    pub(super) fn new(
        evaluate: impl Fn() -> E,
        table: &Arc<TranspositionTable>,
        options: &Options,
    ) -> LazySmp<E> {
        let probe = options.endgame.as_ref().map(Endgame::probe);
        let lead = Searcher::new(evaluate(), table.clone(), options.techniques).with_probe(probe);
        let helpers = (1..options.threads.get()).map(|_| lead.helper(evaluate())).collect();
        LazySmp { lead, helpers }
    }
}

impl<E: Evaluate + Debug + Send> SearchThreads for LazySmp<E> {
    fn forget(&mut self) {
        self.lead.forget();
        self.helpers.iter_mut().for_each(Searcher::forget);
    }

    fn leaf(&mut self, game: &GameState, line: &[Move], score: Score) -> Leaf {
        self.lead.leaf(game.position(), game.history(), line, score)
    }

    fn avoid(&mut self, moves: &[Move]) {
        self.lead.avoid(moves);
        self.helpers.iter_mut().for_each(|helper| helper.avoid(moves));
    }

    /// Searches with all threads; the lead keeps to the limits, the helpers end with it.
    fn search(
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
            let _end = StopOnDrop(&end);
            self.lead.search(position, history, limits, stop, report)
        })
    }
}

/// Ends the helpers when the lead ends, also by a panic: the scope waits for them.
struct StopOnDrop<'a>(&'a StopFlag);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::num::NonZeroUsize;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::board::Position;

    /// Counts nothing; the first one made cannot even do that.
    #[derive(Debug)]
    struct Faulty {
        is_first: bool,
    }

    impl Evaluate for Faulty {
        fn reset(&mut self, _: &Position) {}

        fn push(&mut self, _: &Position, _: Move, _: &Position) {}

        fn pop(&mut self) {}

        fn value(&mut self, _: &Position) -> Score {
            assert!(!self.is_first, "a fault of this evaluation");
            Score::from_points(0)
        }
    }

    #[test]
    fn a_lead_that_panics_ends_its_helpers() {
        let (sender, ended) = channel();
        thread::spawn(move || {
            let made = Cell::new(0);
            let evaluate = || Faulty { is_first: made.replace(made.get() + 1) == 0 };
            let threads = NonZeroUsize::new(3).expect("not 0");
            let table = Arc::new(TranspositionTable::new(1).expect("1 MiB"));
            let options = Options { threads, ..Options::default() };
            let mut smp = LazySmp::new(evaluate, &table, &options);
            let game = GameState::new(Position::start());
            let search = AssertUnwindSafe(|| {
                smp.search(&game, Limits::default(), &StopFlag::new(), &mut |_| {})
            });
            let _ = sender.send(catch_unwind(search).is_err());
        });
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(true));
    }
}
