//! The results of games that were played already, from PDN files.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::finished_game::FinishedGame;
use super::schedule::{MOST_PLAYERS, Schedule};
use super::scoreboard::ScoreBoard;
use super::sprt::Sprt;
use crate::error::PlayError;
use crate::fnv;
use crate::game::{Ending, Fault, GameResult, Replay, Replayer, each_game};
use crate::pdn::{GameText, Outcome, PdnError, Scan, read_blocks};

/// The games of files, by their players.
#[derive(Debug, Default)]
struct PlayedGames {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    games: Vec<PlayedGame>,
    left_out: LeftOut,
}

/// How many games do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Games without a result.
    pub without_result: u64,
    /// Games of another variant, and games with a move that is not legal or cannot be read.
    pub unreadable: u64,
}

#[derive(Clone, Copy, Debug)]
struct PlayedGame {
    /// White and Black, by number.
    players: [usize; 2],
    verdict: GameResult,
    /// What the two games of a pair have in common: the event, and the round before its point. `None` for a game without such a round.
    pair: Option<u64>,
}

/// The results of all games of these files, and how many games are left out. Games of a pair are known by rounds such as `7.1` and
/// `7.2`, which `match`, fastchess and cutechess write; other games count one by one.
///
/// # Errors
/// A file that cannot be read, fewer than two players, or too many.
pub fn results(files: &[PathBuf], sprt: Option<Sprt>) -> Result<(ScoreBoard, LeftOut), PlayError> {
    let mut played = PlayedGames::default();
    files.iter().try_for_each(|file| played.read(file))?;
    let players = played.names.len();
    if !(2..=MOST_PLAYERS).contains(&players) {
        let LeftOut { without_result, unreadable } = played.left_out;
        return Err(PlayError::Settings(format!(
            "the games that count have {players} players, and 2 to {MOST_PLAYERS} can be compared: `db export -o` writes those of some players \
            ({without_result} games without a result and {unreadable} that cannot be read or are of another variant do not count)"
        )));
    }
    if players > 2 && sprt.is_some() {
        return Err(PlayError::Settings(format!("--sprt compares two players, not {players}")));
    }
    let left_out = played.left_out;
    Ok((played.scoreboard(sprt), left_out))
}

impl PlayedGames {
    fn read(&mut self, file: &Path) -> Result<(), PlayError> {
        let (mut scan, mut replayer, mut fault) = (Scan::default(), Replayer::default(), None);
        let _: ControlFlow<()> = read_blocks(file, &mut Vec::new, &mut |next| match next {
            Ok(block) => {
                each_game(&block, &mut scan, &mut replayer, |game, replay| self.add(game, replay));
                ControlFlow::Continue(())
            }
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        });
        fault.map_or(Ok(()), |error: PdnError| Err(error.into()))
    }

    fn add(&mut self, game: &GameText<'_>, replay: Replay<'_>) {
        // A result without a move, as of a forfeit, counts.
        let is_fault = |fault: &Fault| !matches!(fault, Fault::Empty { .. });
        if replay.error.is_some_and(|error| is_fault(&error.fault)) {
            self.left_out.unreadable += 1;
            return;
        }
        let outcome = game.result_tag().and(game.terminator().unwrap_or(Outcome::Unknown));
        let verdict = match outcome {
            Outcome::WhiteWins => GameResult::White,
            Outcome::BlackWins => GameResult::Black,
            Outcome::Draw => GameResult::Draw,
            _ => {
                self.left_out.without_result += 1;
                return;
            }
        };
        let name = |tag| game.tag_text(tag).unwrap_or_default().trim().to_owned();
        let players = [name("White"), name("Black")].map(|name| self.number(name));
        let (event, round) = (name("Event"), name("Round"));
        let pair = round
            .split_once('.')
            .map(|(pair, _)| fnv::hash(event.bytes().chain([0]).chain(pair.bytes())));
        self.games.push(PlayedGame { players, verdict, pair });
    }

    fn number(&mut self, name: String) -> usize {
        let name = if name.is_empty() { "?".into() } else { name };
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            self.names.len() - 1
        })
    }

    fn scoreboard(self, sprt: Option<Sprt>) -> ScoreBoard {
        let mut pairings: Vec<[usize; 2]> = Vec::new();
        let mut places: HashMap<[usize; 2], usize> = HashMap::new();
        // The pairs of each pairing so far, and the pair whose second game is still to come.
        let mut counts: Vec<usize> = Vec::new();
        let mut open: HashMap<(usize, u64, bool), usize> = HashMap::new();
        let mut found = Vec::with_capacity(self.games.len());
        for game in &self.games {
            let [white, black] = game.players;
            let pairing = [white.min(black), white.max(black)];
            let place = *places.entry(pairing).or_insert_with(|| {
                pairings.push(pairing);
                counts.push(0);
                pairings.len() - 1
            });
            let is_return = white > black;
            let first = game.pair.and_then(|pair| open.remove(&(place, pair, is_return)));
            let pair = first.unwrap_or_else(|| {
                let pair = counts[place];
                counts[place] += 1;
                // Only a game with the other colours completes it.
                game.pair.map(|key| open.insert((place, key, !is_return), pair));
                pair
            });
            found.push((place, pair, is_return, game));
        }
        let most = counts.into_iter().max().unwrap_or(0);
        let schedule = Schedule::of_pairings(pairings, 2 * most);
        let mut scoreboard = ScoreBoard::of_played(self.names.clone(), schedule.clone(), sprt);
        for (place, pair, is_return, game) in found {
            let names = game.players.map(|player| self.names[player].clone());
            let number = schedule.number(pair, place, is_return);
            scoreboard.add(finished(number, names, game.verdict));
        }
        scoreboard
    }
}

fn finished(game: usize, [white, black]: [String; 2], verdict: GameResult) -> FinishedGame {
    let (programs, scoreless, searches) = Default::default();
    let ending = Ending::normal(verdict, "");
    FinishedGame { game, white, black, ending, plies: 0, millis: 0, programs, scoreless, searches }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(games: &[(&str, &str, &str, &str)]) -> (ScoreBoard, LeftOut) {
        let text = games.iter().map(|(round, white, black, result)| {
            format!("[Event \"e\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. 32-28 {result}\n\n")
        });
        let text: String = text.collect();
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), text).expect("written");
        results(&[file.path().into()], None).expect("results")
    }

    #[test]
    fn games_of_a_pair_are_found_by_round_and_colours() {
        let (found, without) = board(&[
            ("1.1", "A", "B", "2-0"),
            ("1.2", "B", "A", "1-1"),
            ("2.2", "B", "A", "0-2"),
            ("2.1", "A", "B", "2-0"),
            ("3.1", "A", "B", "*"),
            ("7", "A", "B", "0-2"),
            ("7", "B", "A", "1-1"),
        ]);
        let stats = found.stats(0);
        assert_eq!((stats.wins(), stats.draws(), stats.losses()), (3, 2, 1));
        let without = (without.without_result, without.unreadable);
        assert_eq!((stats.pairs(), without), (&[0, 0, 0, 1, 1], (1, 0)));
        assert_eq!((found.played(), found.scheduled()), (6, 6));
    }

    #[test]
    fn more_than_two_players_count_only_those_they_played() {
        let (found, _) = board(&[("1.1", "A", "B", "2-0"), ("1.1", "C", "B", "0-2")]);
        let found = found.tournament_json();
        assert_eq!(found["meetings"].as_array().map(Vec::len), Some(2));
        assert_eq!(found["ranking"][0]["player"], "A");
    }

    #[test]
    fn a_file_without_two_players_is_refused() {
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), "[White \"A\"]\n[Black \"A\"]\n\n1. 32-28 2-0\n")
            .expect("written");
        let error = results(&[file.path().into()], None).expect_err("one player").to_string();
        assert!(error.contains("1 players") && error.contains("`db export -o`"), "{error}");
    }

    #[test]
    fn games_of_another_variant_or_with_illegal_moves_are_left_out() {
        let games = [
            "[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-23 2-0\n\n",
            "[White \"A\"]\n[Black \"B\"]\n[GameType \"40\"]\n\n1. 32-28 2-0\n\n",
            "[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-44 2-0\n\n",
            "[White \"B\"]\n[Black \"A\"]\n[Result \"1-1\"]\n\n1-1\n\n",
        ];
        let file = tempfile::NamedTempFile::new().expect("file");
        std::fs::write(file.path(), games.concat()).expect("written");
        let (found, left_out) = results(&[file.path().into()], None).expect("results");
        assert_eq!((found.played(), left_out.unreadable, left_out.without_result), (2, 2, 0));
    }
}
