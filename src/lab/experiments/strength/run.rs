//! How the matches are played, one after the other, and how their games ended.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::settings::{Opponent, StrengthSettings};
use crate::arena::tournament::finished_game::FinishedGame;
use crate::arena::tournament::scoreboard::ScoreBoard;
use crate::arena::tournament::stats::{GameScore, MatchStats};
use crate::arena::tournament::{Event, Tournament};
use crate::board::Color;
use crate::engine::StopFlag;
use crate::game::{Replay, Termination};
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::results::{FigureRow, Ledger, RunFolder};

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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    pub reason: String,
    /// Games that our side won, drew and lost so.
    pub games: [u64; 3],
}

/// The ways in which these games ended, the most frequent first; `own` is the name of our side.
pub fn endings<'a>(games: impl Iterator<Item = &'a FinishedGame>, own: &str) -> Vec<Ending> {
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for game in games {
        let color = if game.white == own { Color::White } else { Color::Black };
        let Some(score) = GameScore::of(game.ending.verdict, color) else { continue };
        let place = match score {
            GameScore::Win => 0,
            GameScore::Draw => 1,
            GameScore::Loss => 2,
        };
        counts.entry(reason(game)).or_default()[place] += 1;
    }
    let ending = |(reason, games)| Ending { reason, games };
    let mut endings: Vec<Ending> = counts.into_iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games.iter().sum::<u64>()));
    endings
}

/// What ended a game, without its colours; one word for all that did not end on the board, where every reason is its own.
fn reason(game: &FinishedGame) -> String {
    let ending = &game.ending;
    let word = match ending.termination {
        Termination::Normal => {
            let rest = ["White ", "Black "].into_iter().find_map(|c| ending.reason.strip_prefix(c));
            return rest.map_or_else(|| ending.reason.clone(), |rest| format!("the loser {rest}"));
        }
        Termination::Adjudication => "adjudication",
        Termination::TimeForfeit => "time forfeit",
        Termination::RulesInfraction => "breach of the rules",
        Termination::Abandoned => "a program that vanished or fell silent",
        Termination::Unterminated => "interruption",
    };
    word.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending as GameEnding, GameResult};

    fn game(white: &str, ending: GameEnding) -> FinishedGame {
        let (white, black) = (white.to_string(), "b".to_string());
        FinishedGame { game: 0, white, black, ending, plies: 60, millis: 0 }
    }

    #[test]
    fn games_are_counted_by_what_ended_them_for_whichever_colour() {
        let slow = |reason: &str| {
            GameEnding::new(GameResult::White, Termination::TimeForfeit, reason.into())
        };
        let games = [
            game("us", GameEnding::no_moves(Color::Black)),
            game("them", GameEnding::no_moves(Color::White)),
            game("them", GameEnding::no_moves(Color::Black)),
            game("us", slow("Black took 3 s")),
            game("us", slow("Black took 4 s")),
            game("us", GameEnding::new(GameResult::Void, Termination::Unterminated, "x".into())),
        ];
        let found = endings(games.iter(), "us");
        let found: Vec<(&str, [u64; 3])> =
            found.iter().map(|ending| (ending.reason.as_str(), ending.games)).collect();
        assert_eq!(found, [("the loser cannot move", [2, 0, 1]), ("time forfeit", [2, 0, 0])]);
    }
}
