//! A search in a thread of its own, while the game listens to the other side or waits for it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::strength::Strength;
use crate::player::{Budget, Choice, Engine, GameState, StopFlag};

/// How often the flag of the user is read while a move is waited for.
const POLL: Duration = Duration::from_millis(20);

/// A running search; dropping it ends it.
pub(crate) struct BackgroundSearch {
    stop: StopFlag,
    result: Receiver<SearchResult>,
    began: Instant,
}

/// The engine given back, with its move if there is one.
pub(crate) type SearchResult = (Box<Engine>, Option<Choice>);

pub(crate) enum SearchState {
    Running,
    Done(Box<Engine>, Option<Choice>),
    Failed,
}

impl BackgroundSearch {
    /// Begins a search of this strength, which the flag ends; `wake` is called when it has ended.
    pub(crate) fn begin(
        mut engine: Box<Engine>,
        game: GameState,
        budget: Budget,
        strength: Strength,
        stop: StopFlag,
        wake: impl FnOnce() + Send + 'static,
    ) -> BackgroundSearch {
        let (flag, (sender, result)) = (stop.clone(), channel());
        std::thread::spawn(move || {
            let choice = strength.think(&mut engine, &game, &budget, &flag, &mut |_| {});
            // The game may be gone already.
            let _ = sender.send((engine, choice));
            wake();
        });
        BackgroundSearch { stop, result, began: Instant::now() }
    }

    pub(crate) fn progress(&self) -> SearchState {
        match self.result.try_recv() {
            Ok((engine, choice)) => SearchState::Done(engine, choice),
            Err(TryRecvError::Empty) => SearchState::Running,
            Err(TryRecvError::Disconnected) => SearchState::Failed,
        }
    }

    /// The opponent has played the expected move, and the time of a pondering search counts from now on.
    pub(crate) fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// Waits for the move and gives it with the engine, unless the search has failed. The flag of the user ends the search.
    pub(crate) fn finish(self, user: &StopFlag) -> Option<SearchResult> {
        loop {
            match self.result.recv_timeout(POLL) {
                Err(RecvTimeoutError::Timeout) if user.is_stopped() => self.stop.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
                Ok(result) => return Some(result),
            }
        }
    }

    /// Stops the search and gives the engine back, unless it has failed.
    pub(crate) fn stop(self) -> Option<Box<Engine>> {
        self.stop.stop();
        self.result.recv().ok().map(|(engine, _)| engine)
    }

    pub(crate) fn elapsed(&self) -> Duration {
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
        let strength = Strength::default();
        let search = BackgroundSearch::begin(
            engine,
            game,
            Budget::INFINITE,
            strength,
            StopFlag::new(),
            wake,
        );
        (search, awake)
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
