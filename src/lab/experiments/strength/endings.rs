//! How the games of a match ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::arena::tournament::finished_game::FinishedGame;
use crate::arena::tournament::stats::GameScore;
use crate::board::Color;
use crate::game::Termination;

/// A way in which games ended.
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
