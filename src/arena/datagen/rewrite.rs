//! The games of files once more, in their order, each with what a job adds to it; games that are written already are passed over.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc;

use super::members::{GeneratedGame, MemberWriter};
use super::store::Store;
use crate::engine::StopFlag;
use crate::error::PlayError;
use crate::game::{Game, Replay};
use crate::jobs::Job;
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameSheet, GameText, PdnError};
use crate::play::rewrite::has_single_setup;

/// Games that wait for a thread.
const AHEAD: usize = 1000;

/// The games of files that can be written again, and those that cannot.
#[derive(Debug, Default)]
pub struct Contents {
    /// Games that can be written again.
    pub games: u64,
    /// Games that cannot be read or are set up more than once.
    pub left_out: u64,
    /// Files, or parts of them, that cannot be read.
    pub faults: Vec<PdnError>,
}

impl Contents {
    /// Counts the games of files, or a part of them once it is stopped.
    pub fn of(files: &[PathBuf], threads: usize, stop: &StopFlag) -> Contents {
        let mut sum = Contents::default();
        let work = |[games, left_out]: &mut [u64; 2], _: &GameText<'_>, replay: Replay<'_>| {
            let is_good = replay.whole().is_ok_and(has_single_setup);
            *(if is_good { games } else { left_out }) += 1;
        };
        fold_games(
            files,
            threads,
            || [0, 0],
            work,
            |reading| {
                match reading {
                    Reading::Fault(fault) => sum.faults.push(fault),
                    Reading::Batch(batch) => {
                        let [games, left_out] = batch.value;
                        sum.games += games;
                        sum.left_out += left_out;
                    }
                }
                if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        sum
    }
}

/// Copies a game; `None` leaves it out.
type Copy = fn(&GameText<'_>, &Game) -> Option<GameSheet>;

/// Runs a job on every game that is not in the store yet and stores the results.
///
/// # Errors
/// A worker that cannot be made, and the file system; the games stored before stand.
pub(super) fn rewrite<S: Send>(
    files: &[PathBuf],
    copy: Copy,
    store: &mut Store,
    writer: &MemberWriter<'_>,
    job: &impl Job<Task = GameSheet, Out = GeneratedGame<S>, Error = PlayError>,
    watch: &mut dyn FnMut(&S),
) -> Result<(), PlayError> {
    let (sender, games) = mpsc::sync_channel(AHEAD);
    let before = store.games();
    std::thread::scope(|scope| {
        // The reader ends with the writer, which drops its end of the channel.
        scope.spawn(move || read(files, copy, before, &sender));
        writer.run(job, games.into_iter(), store, watch)
    })
}

/// Sends every game but the first so many.
fn read(files: &[PathBuf], copy: Copy, mut skip: u64, games: &mpsc::SyncSender<GameSheet>) {
    let work = |sheets: &mut Vec<GameSheet>, text: &GameText<'_>, replay: Replay<'_>| {
        sheets.extend(replay.whole().ok().and_then(|game| copy(text, game)));
    };
    fold_games(files, 1, Vec::new, work, |reading| {
        let Reading::Batch(batch) = reading else { return ControlFlow::Continue(()) };
        batch.value.into_iter().try_for_each(|sheet| {
            if skip > 0 {
                skip -= 1;
                return ControlFlow::Continue(());
            }
            let sent = games.send(sheet);
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
}
