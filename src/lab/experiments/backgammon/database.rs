//! Games on the disk: rolls and plays by number, replayed by the rules.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::lab::LabError;
use super::games::Player;
use crate::backgammon::{Board, Play, Roll, Side, plays};
use crate::files;

const LARGEST: u64 = 1 << 30;

/// A game: who began, and of each ply the roll and which of its legal plays was chosen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub first: Side,
    pub plies: Vec<(Roll, usize)>,
}

impl Record {
    /// The positions after the plies; `None` if a ply is impossible, or the game does not end with the last of them.
    pub(super) fn boards(&self, list: &mut Vec<Play>) -> Option<Vec<Board>> {
        let mut board = Board::start(self.first);
        let mut boards = Vec::with_capacity(self.plies.len());
        for &(roll, chosen) in &self.plies {
            if board.winner().is_some() {
                return None;
            }
            plays(&board, roll, list);
            board = list.get(chosen)?.board;
            boards.push(board);
        }
        board.winner().map(|_| boards)
    }

    /// A line: `w 31.4 62.0 …`.
    fn write(&self, line: &mut String) {
        line.push(if self.first == Side::White { 'w' } else { 'b' });
        for (roll, chosen) in &self.plies {
            let _ = write!(line, " {roll}.{chosen}");
        }
        line.push('\n');
    }

    fn read(line: &str) -> Option<Record> {
        let mut words = line.split(' ');
        let first = match words.next()? {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return None,
        };
        let ply = |word: &str| {
            let (roll, chosen) = word.split_once('.')?;
            let dice: u32 = roll.parse().ok()?;
            Some((Roll::of(dice / 10, dice % 10)?, chosen.parse().ok()?))
        };
        Some(Record { first, plies: words.map(ply).collect::<Option<_>>()? })
    }
}

/// A game of one player against himself.
pub(super) fn self_play(
    both: &mut dyn Player,
    dice: &mut Xoshiro256PlusPlus,
) -> Result<Record, LabError> {
    let (mut roll, is_white) = Roll::opening(dice);
    let first = if is_white { Side::White } else { Side::Black };
    let (mut board, mut list, mut played) = (Board::start(first), Vec::new(), Vec::new());
    while board.winner().is_none() {
        plays(&board, roll, &mut list);
        let chosen = both.choose(&board, roll, &list)?;
        played.push((roll, chosen));
        board = list[chosen].board;
        roll = Roll::thrown(dice);
    }
    Ok(Record { first, plies: played })
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Database(pub Vec<Record>);

impl Database {
    pub(super) fn read(path: &Path) -> Result<Option<Database>, LabError> {
        if !path.exists() {
            return Ok(None);
        }
        let wrong = |reason: String| LabError::Database { path: PathBuf::from(path), reason };
        let bytes = files::read_at_most(path, LARGEST).map_err(|error| wrong(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
        let mut list = Vec::new();
        let record = |(index, line): (usize, &str)| {
            let record = Record::read(line).filter(|record| record.boards(&mut list).is_some());
            record.ok_or_else(|| wrong(format!("line {} is no game", index + 1)))
        };
        text.lines()
            .enumerate()
            .map(record)
            .collect::<Result<_, _>>()
            .map(|games| Some(Database(games)))
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), LabError> {
        let mut text = String::new();
        self.0.iter().for_each(|record| record.write(&mut text));
        files::write_atomically(path, text.as_bytes())
            .map_err(|error| LabError::Database { path: path.into(), reason: error.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::streams::stream;
    use super::super::games::Random;
    use super::*;

    fn game(seed: u64) -> Record {
        let mut both = Random(stream(seed, 0, "plays"));
        self_play(&mut both, &mut stream(seed, 0, "dice")).expect("nobody fails")
    }

    #[test]
    fn games_read_back_from_their_file() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.txt");
        assert!(Database::read(&path).expect("no file").is_none());
        let database = Database((1..6).map(game).collect());
        database.write(&path).expect("written");
        assert_eq!(Database::read(&path).expect("read"), Some(database));
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_line() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.txt");
        for wrong in ["x 31.0", "w 31", "w 71.0", "w 31.0", "w 31.99", "w", "\u{fffd}"] {
            std::fs::write(&path, wrong).expect("written");
            let error = Database::read(&path).expect_err(wrong).to_string();
            assert!(error.contains("line 1") && error.contains("remove it"), "{error}");
        }
    }
}
