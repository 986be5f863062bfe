//! A function that chooses moves for many games at a time, as the player of games that run side by side.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::game_state::GameState;
use super::move_function::MoveFunction;
use crate::board::Move;

/// A game that waits for its move.
type Waiting = (GameState, Sender<Option<Move>>);

impl MoveFunction {
    /// A function from games to a legal move of each; `None` where it has failed. While it works, the games that ask for a move wait, and
    /// all that have come together are its next ones.
    #[must_use]
    pub fn batched(
        name: &str,
        choose: impl FnMut(Vec<GameState>) -> Vec<Option<Move>> + Send + 'static,
    ) -> MoveFunction {
        let waiting: Mutex<Vec<Waiting>> = Mutex::default();
        let choose = Arc::new(Mutex::new(choose));
        MoveFunction::new(name, move |game| {
            let (sender, answer) = channel();
            lock(&waiting).push((game.clone(), sender));
            {
                let mut choose = lock(&choose);
                // The call before this one may have answered this game too.
                let (games, senders): (Vec<_>, Vec<_>) =
                    std::mem::take(&mut *lock(&waiting)).into_iter().unzip();
                if !games.is_empty() {
                    let moves = choose(games);
                    for (sender, mv) in senders.iter().zip(moves) {
                        // Its receiver is above, in a call that waits.
                        let _ = sender.send(mv);
                    }
                }
            }
            answer.recv().ok().flatten()
        })
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    use super::*;
    use crate::board::{MoveList, Position};
    use crate::player::search_threads::SearchThreads;
    use crate::search::{Limits, StopFlag};

    fn chosen(function: &MoveFunction, game: &GameState) -> Option<Move> {
        let mut function = function.clone();
        let choice = function.search(game, Limits::default(), &StopFlag::new(), &mut |_| {});
        choice.map(|choice| choice.mv)
    }

    #[test]
    fn games_that_ask_together_are_answered_together_and_each_by_its_own_move() {
        let (calls, largest) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (counted, most) = (calls.clone(), largest.clone());
        let function = MoveFunction::batched("first", move |games| {
            counted.fetch_add(1, SeqCst);
            most.fetch_max(games.len(), SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            games.iter().map(|game| MoveList::legal(game.position()).first().copied()).collect()
        });
        std::thread::scope(|scope| {
            for nth in 0..16 {
                let function = &function;
                scope.spawn(move || {
                    let mut game = GameState::new(Position::start());
                    game.play(MoveList::legal(game.position())[nth % 9]);
                    let first = MoveList::legal(game.position())[0];
                    assert_eq!(chosen(function, &game), Some(first));
                });
            }
        });
        assert!(calls.load(SeqCst) < 16 && largest.load(SeqCst) > 1);
    }

    #[test]
    fn games_without_an_answer_have_no_move() {
        let function = MoveFunction::batched("none", |_| Vec::new());
        let game = GameState::new(Position::start());
        assert_eq!(chosen(&function, &game), None);
    }
}
