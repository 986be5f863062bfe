//! How the matches are played: one after the other, each from where it was interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::endings::{Ending, endings};
use super::opponent::Opponent;
use super::settings::StrengthSettings;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::stats::MatchStats;
use crate::arena::tournament::{Event, Tournament};
use crate::engine::StopFlag;
use crate::game::Replay;
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::results::{FigureRow, Ledger, RunFolder};

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    pub opponent: String,
    /// What it calls itself, with its version if it tells one.
    #[serde(rename = "told")]
    pub program_names: Vec<String>,
    /// Wins, draws, losses and pairs of games of our side.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    pub endings: Vec<Ending>,
    /// Endings other than by the rules of the game, in full.
    pub irregular: BTreeMap<String, usize>,
    pub plies: u64,
}

impl FigureRow for Meeting {
    fn piece(&self) -> String {
        self.opponent.clone()
    }
}

/// Plays what the folder has not got yet, with the games in `games`, and returns all results. `watch` hears the news of each
/// match.
///
/// # Errors
/// A file that cannot be used, or a program that cannot be started or reached.
pub fn run(
    settings: &StrengthSettings,
    folder: &RunFolder,
    games: &Path,
    watch: &mut (dyn FnMut(&Opponent, Event) + Send),
) -> Result<Vec<Meeting>, LabError> {
    let names = settings.opponents.iter().map(|opponent| opponent.name().to_string());
    let ledger = Ledger::open(folder, names, &|_| {})?;
    let meetings = settings.opponents.iter().map(|opponent| {
        let contest = settings.contest(opponent, &games.join(format!("{}.pdn", opponent.name())));
        ledger.row(opponent.name(), || meet(opponent, &contest, watch))
    });
    meetings.collect()
}

fn meet(
    opponent: &Opponent,
    contest: &Tournament,
    watch: &mut (dyn FnMut(&Opponent, Event) + Send),
) -> Result<Meeting, LabError> {
    let played = contest.run(&StopFlag::new(), &mut |event| watch(opponent, event));
    let scoreboard = played.map_err(LabError::of_match(opponent.name()))?;
    Ok(meeting(opponent, contest, &scoreboard))
}

fn meeting(opponent: &Opponent, contest: &Tournament, scoreboard: &ScoreBoard) -> Meeting {
    let [own, other] = [0, 1].map(|player| scoreboard.names()[player].clone());
    let names = contest.pdn.as_deref().map(|games| program_names(games, &other));
    Meeting {
        opponent: opponent.name().into(),
        program_names: names.unwrap_or_default().into_iter().collect(),
        stats: scoreboard.stats(0),
        endings: endings(scoreboard.games(), &own),
        irregular: scoreboard.irregular(),
        plies: scoreboard.games().map(|game| game.plies as u64).sum(),
    }
}

/// What a player called itself in a file of games; the name it stands under if it gave no other.
fn program_names(games: &Path, player: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let note = |names: &mut BTreeSet<String>, game: &GameText<'_>, _: Replay<'_>| {
        let text =
            |tag: &str| game.tag(tag).map(|value| String::from_utf8_lossy(value).into_owned());
        for color in ["White", "Black"] {
            if text(color).as_deref() == Some(player) {
                let program = text(&format!("{color}Program")).filter(|name| !name.is_empty());
                names.insert(program.unwrap_or_else(|| player.into()));
            }
        }
    };
    fold_games(&[games], 1, BTreeSet::new, note, |reading| {
        if let Reading::Batch(batch) = reading {
            names.extend(batch.value);
        }
        ControlFlow::Continue(())
    });
    names
}
