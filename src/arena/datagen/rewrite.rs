//! The games of files once more, in their order, each with what a job adds to its text; games that are written already are passed over.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc;

use super::members::{GeneratedGame, MemberWriter};
use super::pieces::{Piece, read};
use super::store::Store;
use crate::error::PlayError;
use crate::game::{GameEditor, GameError, Replay};
use crate::jobs::Job;
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, PdnError};
use crate::player::StopFlag;

/// How games are written, for the settings of a file of them: one that an older program began cannot be resumed.
pub(super) const TEXT: &str = "edited in place";

/// Games that wait for a thread.
const AHEAD: usize = 1000;

/// The most games that are named which cannot be read.
const NAMED: usize = 20;

/// The games of files.
#[derive(Debug, Default)]
pub struct Contents {
    /// Games that can be searched.
    pub games: u64,
    /// Games that cannot be read or are set up more than once: they are written as they are.
    pub unreadable: u64,
    /// Why the first of them cannot be searched.
    pub reasons: Vec<String>,
    /// Files, or parts of them, that cannot be read.
    pub faults: Vec<PdnError>,
}

/// The same of a block.
#[derive(Default)]
struct Counted {
    games: u64,
    unreadable: u64,
    reasons: Vec<Result<GameError, String>>,
}

impl Counted {
    fn add(&mut self, text: &GameText<'_>, replay: Replay<'_>) {
        let reason = match replay.whole() {
            Ok(game) if game.segments().count() == 1 => return self.games += 1,
            Ok(_) => Err(format!("{}: the game is set up more than once", text.place())),
            Err(error) => Ok(error),
        };
        self.unreadable += 1;
        if self.reasons.len() < NAMED {
            self.reasons.push(reason);
        }
    }
}

impl Contents {
    /// Counts the games of files, or a part of them once it is stopped.
    pub fn of(files: &[PathBuf], threads: usize, stop: &StopFlag) -> Contents {
        let mut sum = Contents::default();
        fold_games(files, threads, Counted::default, Counted::add, |reading| {
            match reading {
                Reading::Fault(fault) => sum.faults.push(fault),
                Reading::Batch(batch) => sum.add(batch.value, batch.games_before),
            }
            if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        sum
    }

    /// All games.
    pub fn total(&self) -> u64 {
        self.games + self.unreadable
    }

    fn add(&mut self, block: Counted, games_before: u64) {
        self.games += block.games;
        self.unreadable += block.unreadable;
        let left = NAMED - self.reasons.len();
        let named = |reason: Result<GameError, String>| match reason {
            Ok(error) => error.after_games(games_before).to_string(),
            Err(text) => text,
        };
        self.reasons.extend(block.reasons.into_iter().take(left).map(named));
    }
}

/// Runs a job on every game that is not in the store yet and stores the results.
///
/// # Errors
/// A worker that cannot be made, and the file system; the games stored before stay.
pub(super) fn rewrite<S: Send>(
    files: &[PathBuf],
    store: &mut Store,
    writer: &MemberWriter<'_>,
    job: &impl Job<Task = Piece, Out = GeneratedGame<S>, Error = PlayError>,
    watch: &mut dyn FnMut(&S),
) -> Result<(), PlayError> {
    let (sender, games) = mpsc::sync_channel(AHEAD);
    let before = store.games();
    std::thread::scope(|scope| {
        // The reader ends with the writer, which drops its end of the channel.
        scope.spawn(move || read(files, before, &sender));
        writer.run(job, games.into_iter(), store, watch)
    })
}

impl Piece {
    /// The game to be searched; a text without one stays as it is.
    pub(super) fn editor(self) -> Result<GameEditor, String> {
        if !self.is_searchable {
            return Err(self.text);
        }
        let editor = GameEditor::of(self.text.clone());
        editor.filter(|editor| editor.is_whole() && editor.is_single()).ok_or(self.text)
    }
}
