//! How the matches are played: one after the other, each from where it was interrupted.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use thiserror::Error;

use super::endings::endings;
use super::meeting::Meeting;
use super::opponent::Opponent;
use super::settings::StrengthSettings;
use crate::arena::PlayError;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::{Event, Tournament};
use crate::engine::StopFlag;
use crate::game::Replay;
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::results::{Ledger, ResultsError, RunFolder};

/// Why the matches cannot go on; what was played is saved.
#[derive(Debug, Error)]
pub enum StrengthError {
    #[error(transparent)]
    LabResults(#[from] ResultsError),
    #[error("{name}: {source}")]
    Play { name: String, source: PlayError },
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
) -> Result<Vec<Meeting>, StrengthError> {
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
) -> Result<Meeting, StrengthError> {
    let played = contest.run(&StopFlag::new(), &mut |event| watch(opponent, event));
    let failed = |source| StrengthError::Play { name: opponent.name().into(), source };
    let scoreboard = played.map_err(failed)?;
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
