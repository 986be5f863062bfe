//! `--fill-book`: a book that grows by the games that are played with it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::arena::play::online_learner::{OnlineLearner, PastGame};
use crate::book::{Book, BookEntries, PLIES};
use crate::engine::{BookConfig, Engine, Evaluation, Options};
use crate::lock::Lock;

/// Writes every game that has a result into a book, and plays from the book as it then is.
pub struct BookRecorder {
    path: PathBuf,
    pages: BookEntries,
    /// Those written since it was opened.
    games: u64,
    player: Player,
    _lock: Lock,
}

/// Whose moves are played where the book has none.
enum Player {
    Same(Evaluation),
    /// Somebody who learns from the same games.
    Learner(Box<dyn OnlineLearner>),
}

impl BookRecorder {
    /// Opens a book to write in; begins it if it is not there.
    ///
    /// # Errors
    /// A file that is no book, that somebody else writes in, or that cannot be written; a network that cannot be read.
    pub fn open(
        path: &Path,
        net: &str,
        learner: Option<Box<dyn OnlineLearner>>,
    ) -> Result<BookRecorder> {
        let lock = Lock::on(path)?;
        let pages = if path.exists() { BookEntries::read(path)? } else { BookEntries::default() };
        // Better now than after the first game.
        pages.write(path)?;
        let player = match learner {
            Some(learner) => Player::Learner(learner),
            None => Player::Same(Evaluation::open(net).context("--net")?),
        };
        Ok(BookRecorder { path: path.into(), pages, games: 0, player, _lock: lock })
    }
}

impl OnlineLearner for BookRecorder {
    fn learn(&mut self, game: &PastGame<'_>, options: &Options) -> Result<Engine, String> {
        let PastGame { start, moves, outcome, .. } = *game;
        let mut options = options.clone();
        if let Some(result) = outcome {
            self.games += 1;
            self.pages.add_game(start, moves, result, PLIES);
            self.pages.write(&self.path).map_err(|error| error.to_string())?;
        }
        if let Some(BookConfig { seed, .. }) = options.book {
            // Each game draws anew.
            let seed = seed.wrapping_add(self.games);
            options.book = Some(BookConfig { book: Book::of(self.pages.clone()), seed });
        }
        match &mut self.player {
            Player::Learner(learner) => learner.learn(game, &options),
            Player::Same(evaluation) => {
                Engine::new(evaluation, &options).map_err(|error| error.to_string())
            }
        }
    }
}
