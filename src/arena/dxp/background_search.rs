//! A search in a thread of its own, while the game listens to the other side.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::play::strength::Strength;
use crate::player::{Budget, Choice, Engine, GameState, StopFlag};

/// A running search; dropping it ends it.
pub(super) struct BackgroundSearch {
    stop: StopFlag,
    result: Receiver<SearchResult>,
    began: Instant,
}

/// The engine given back, with its move if there is one.
type SearchResult = (Box<Engine>, Option<Choice>);

pub(super) enum SearchState {
    Running,
    Done(Box<Engine>, Option<Choice>),
    Failed,
}

impl BackgroundSearch {
    /// Begins a search of this strength; `wake` is called when it has ended.
    pub(super) fn begin(
        mut engine: Box<Engine>,
        game: GameState,
        budget: Budget,
        strength: Strength,
        wake: impl FnOnce() + Send + 'static,
    ) -> BackgroundSearch {
        let stop = StopFlag::new();
        let (flag, (sender, result)) = (stop.clone(), channel());
        std::thread::spawn(move || {
            let choice = strength.think(&mut engine, &game, &budget, &flag, &mut |_| {});
            // The game may be gone already.
            let _ = sender.send((engine, choice));
            wake();
        });
        BackgroundSearch { stop, result, began: Instant::now() }
    }

    pub(super) fn progress(&self) -> SearchState {
        match self.result.try_recv() {
            Ok((engine, choice)) => SearchState::Done(engine, choice),
            Err(TryRecvError::Empty) => SearchState::Running,
            Err(TryRecvError::Disconnected) => SearchState::Failed,
        }
    }

    /// Stops the search and gives the engine back, unless it has failed.
    pub(super) fn stop(self) -> Option<Box<Engine>> {
        self.stop.stop();
        self.result.recv().ok().map(|(engine, _)| engine)
    }

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
    use crate::player::{Evaluation, Options};

    fn search() -> (BackgroundSearch, Receiver<()>) {
        let options = Options { hash_mb: 1, ..Options::default() };
        let engine = Box::new(Engine::new(&Evaluation::material(), &options).expect("1 MiB"));
        let (sender, awake) = channel();
        let wake = move || sender.send(()).expect("the test waits");
        let game = GameState::new(Position::start());
        (BackgroundSearch::begin(engine, game, Budget::INFINITE, Strength::default(), wake), awake)
    }

    #[test]
    fn a_stopped_search_gives_the_engine_back() {
        let (search, awake) = search();
        assert!(matches!(search.progress(), SearchState::Running));
        assert!(search.stop().is_some());
        assert_eq!(awake.recv_timeout(Duration::from_secs(20)), Ok(()));
    }

    #[test]
    fn a_dropped_search_ends() {
        let (search, awake) = search();
        drop(search);
        assert_eq!(awake.recv_timeout(Duration::from_secs(20)), Ok(()));
    }
}
