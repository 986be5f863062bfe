//! Our engine at work on a move, in a thread of its own, while the game listens to the other side.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::engine::{Budget, Choice, Engine, GameState, StopFlag};
use crate::play::strength::Strength;

/// A search that is on; it ends when it is dropped.
pub(super) struct BackgroundSearch {
    stop: StopFlag,
    thought: Receiver<SearchResult>,
    began: Instant,
}

/// The engine given back, with its move.
type SearchResult = (Box<Engine>, Option<Choice>);

/// How far a search is.
pub(super) enum Progress {
    /// It goes on.
    On,
    /// It has ended; no move where there is none.
    Ready(Box<Engine>, Option<Choice>),
    /// It has failed, and the engine with it.
    Lost,
}

impl BackgroundSearch {
    /// Begins, at this strength; `wake` is called when there is something to fetch.
    pub(super) fn begin(
        mut engine: Box<Engine>,
        game: GameState,
        budget: Budget,
        strength: Strength,
        wake: impl FnOnce() + Send + 'static,
    ) -> BackgroundSearch {
        let stop = StopFlag::new();
        let (flag, (sender, thought)) = (stop.clone(), channel());
        std::thread::spawn(move || {
            let choice = strength.think(&mut engine, &game, &budget, &flag, &mut |_| {});
            // Nobody may want the engine any more.
            let _ = sender.send((engine, choice));
            wake();
        });
        BackgroundSearch { stop, thought, began: Instant::now() }
    }

    /// Looks without waiting.
    pub(super) fn progress(&self) -> Progress {
        match self.thought.try_recv() {
            Ok((engine, choice)) => Progress::Ready(engine, choice),
            Err(TryRecvError::Empty) => Progress::On,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }

    /// Breaks the search off and gives the engine back, unless it is lost.
    pub(super) fn break_off(self) -> Option<Box<Engine>> {
        self.stop.stop();
        self.thought.recv().ok().map(|(engine, _)| engine)
    }

    /// The time since it began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::engine::{Evaluation, Options};

    fn thinking() -> (BackgroundSearch, Receiver<()>) {
        let options = Options { table: 1, ..Options::default() };
        let engine = Box::new(Engine::new(&Evaluation::material(), &options).expect("1 MiB"));
        let (sender, awake) = channel();
        let wake = move || sender.send(()).expect("the test waits");
        let game = GameState::new(Position::start());
        (BackgroundSearch::begin(engine, game, Budget::INFINITE, Strength::default(), wake), awake)
    }

    #[test]
    fn a_search_that_is_broken_off_gives_the_engine_back() {
        let (thinking, awake) = thinking();
        assert!(matches!(thinking.progress(), Progress::On));
        assert!(thinking.break_off().is_some());
        assert_eq!(awake.recv_timeout(Duration::from_secs(20)), Ok(()));
    }

    #[test]
    fn a_search_that_nobody_wants_any_more_ends() {
        let (thinking, awake) = thinking();
        drop(thinking);
        assert_eq!(awake.recv_timeout(Duration::from_secs(20)), Ok(()));
    }
}
