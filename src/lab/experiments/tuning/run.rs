//! How the changes are tried: one after the other, each from where it was interrupted.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::settings::{Change, TuningSettings};
use crate::arena::tournament::Event;
use crate::arena::tournament::stats::MatchStats;
use crate::engine::StopFlag;
use crate::results::{FigureRow, Ledger, RunFolder};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub change: String,
    /// Wins, draws, losses and pairs of games of the changed engine.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
}

impl FigureRow for Tried {
    fn piece(&self) -> String {
        self.change.clone()
    }
}

/// Tries what the folder has not got yet, with the games in `games`, and returns all results. `watch` hears the news of each
/// test. In a shared folder each thread tries a change of its own, as other workers do.
pub fn run(
    settings: &TuningSettings,
    folder: &RunFolder,
    games: &Path,
    watch: &(dyn Fn(&Change, Event<'_>) + Sync),
) -> Result<Vec<Tried>, LabError> {
    let ledger = Ledger::open(folder, settings.changes.iter().map(Change::to_string), &|_| {})?;
    if folder.worker().is_some() {
        let alone = TuningSettings { threads: 1, ..settings.clone() };
        let make = |change: &Change| attempt(&alone, change, games, watch);
        return ledger.rows(&settings.changes, Change::to_string, make);
    }
    let tried = settings
        .changes
        .iter()
        .map(|change| ledger.row(&change.to_string(), || attempt(settings, change, games, watch)));
    tried.collect()
}

fn attempt(
    settings: &TuningSettings,
    change: &Change,
    games: &Path,
    watch: &(dyn Fn(&Change, Event<'_>) + Sync),
) -> Result<Tried, LabError> {
    let failed = LabError::of_match(&change.to_string());
    let contest = settings.contest(change, games).map_err(&failed)?;
    let scoreboard = contest.run(&StopFlag::new(), &mut |event| watch(change, event));
    let stats = scoreboard.map_err(failed)?.stats(0);
    Ok(Tried { change: change.to_string(), stats })
}
