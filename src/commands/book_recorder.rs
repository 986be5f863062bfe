//! `--fill-book`: a book to which every game is added.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::arena::play::online_learner::{OnlineLearner, PastGame};
use crate::book::{Book, BookEntries, PLIES};
use crate::lock::Lock;
use crate::player::{BookConfig, Engine, Evaluation, Options};

/// Adds every game with a result to a book, from which the next game plays.
pub(super) struct BookRecorder {
    path: PathBuf,
    entries: BookEntries,
    /// Games written since it was opened.
    games: u64,
    player: Player,
    _lock: Lock,
}

/// The evaluation where the book has no move.
enum Player {
    Same(Evaluation),
    Learner(Box<dyn OnlineLearner>),
}

impl BookRecorder {
    /// Opens a book to write in; begins it if it is not there.
    pub(super) fn open(
        path: &Path,
        net: &str,
        learner: Option<Box<dyn OnlineLearner>>,
    ) -> Result<BookRecorder> {
        let lock = Lock::on(path)?;
        let entries = if path.exists() { BookEntries::read(path)? } else { BookEntries::default() };
        // Fails before the first game rather than after it.
        entries.write(path)?;
        let player = match learner {
            Some(learner) => Player::Learner(learner),
            None => Player::Same(Evaluation::open(net).context("--net")?),
        };
        Ok(BookRecorder { path: path.into(), entries, games: 0, player, _lock: lock })
    }
}

impl OnlineLearner for BookRecorder {
    fn learn(&mut self, game: &PastGame<'_>, options: &Options) -> Result<Engine, String> {
        let PastGame { start, moves, outcome, .. } = *game;
        let mut options = options.clone();
        if let Some(result) = outcome {
            self.games += 1;
            self.entries.add_game(start, moves, result, PLIES);
            self.entries.write(&self.path).map_err(|error| error.to_string())?;
        }
        if let Some(BookConfig { seed, .. }) = options.book {
            // Each game draws anew.
            let seed = seed.wrapping_add(self.games);
            options.book = Some(BookConfig { book: Book::of(self.entries.clone()), seed });
        }
        match &mut self.player {
            Player::Learner(learner) => learner.learn(game, &options),
            Player::Same(evaluation) => {
                Engine::new(evaluation, &options).map_err(|error| error.to_string())
            }
        }
    }
}
