//! A puzzle as it is given to a solver: texts only, so that a file, a page and another program can carry it.

use std::sync::LazyLock;

use draughts_td_features::PUZZLES;
use serde::{Deserialize, Serialize};

use crate::board::{Color, Move, Position, fen};
use crate::game::{Replayer, each_game};
use crate::pdn::{Scan, block_of};
use crate::practice::Task;

/// A puzzle to be solved. White is to move.
///
/// ```
/// use draughts_td_engine::puzzle::Exercise;
///
/// let exercise = &Exercise::built_in()[0];
/// let (position, moves) = exercise.read().expect("a legal solution");
/// assert!(position.has_moves() && exercise.asked <= moves.len());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    /// The position.
    pub fen: String,
    /// The solution as PDN, moves of both sides with spaces between them.
    pub moves: String,
    /// The plies of the solution in which every move of White is the only one that wins; the last of them is White's.
    pub asked: usize,
    /// The difficulty in points of Elo.
    pub rating: u32,
    /// Its themes.
    pub themes: Vec<String>,
    /// The game that it comes from; empty where nothing is known.
    pub source: String,
}

static BUILT_IN: LazyLock<Vec<Exercise>> =
    LazyLock::new(|| PUZZLES.lines().filter_map(|line| serde_json::from_str(line).ok()).collect());

impl Exercise {
    /// The puzzles that come with the program: proved ones of games between programs and of classic games.
    pub fn built_in() -> &'static [Exercise] {
        &BUILT_IN
    }

    /// The puzzle as it is practised.
    pub fn task(&self) -> Task {
        Task { puzzle: self.fen.clone(), grade: f64::from(self.rating) }
    }

    /// The position and the solution; `None` unless White is to move, all moves are legal, and the last that is asked for is White's.
    pub fn read(&self) -> Option<(Position, Vec<Move>)> {
        let position = fen::read(&self.fen).ok()?;
        let moves = moves_of(&position, &self.moves)?;
        let is_whole = self.asked % 2 == 1 && self.asked <= moves.len();
        (position.turn() == Color::White && is_whole).then_some((position, moves))
    }
}

/// The moves of a text from a position on; `None` unless all are legal and there is at least one.
pub fn moves_of(start: &Position, text: &str) -> Option<Vec<Move>> {
    let text = format!("[FEN \"{}\"]\n\n{text} *\n", fen::write(start));
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let mut moves = None;
    each_game(&block_of("puzzle", text), &mut scan, &mut replayer, |_, replay| {
        moves = replay.whole().ok().map(|game| game.moves().to_vec());
    });
    moves.filter(|moves| !moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_puzzle_can_be_played_and_is_there_once() {
        let all = Exercise::built_in();
        assert_eq!(all.len(), PUZZLES.lines().count(), "a line that is no puzzle");
        let mut positions: Vec<&str> = all.iter().map(|exercise| exercise.fen.as_str()).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), all.len());
        for exercise in all {
            let (position, _) = exercise.read().unwrap_or_else(|| panic!("{}", exercise.fen));
            assert_eq!(fen::write(&position), exercise.fen);
            assert!((600..3000).contains(&exercise.rating), "{}", exercise.fen);
        }
    }

    #[test]
    fn a_solution_that_cannot_be_played_is_refused() {
        let good = Exercise::built_in()[0].clone();
        assert!(good.read().is_some());
        let bad = [
            Exercise { fen: good.fen.replacen("W:", "B:", 1), ..good.clone() },
            Exercise { moves: "1-2".into(), ..good.clone() },
            Exercise { moves: String::new(), ..good.clone() },
            Exercise { asked: 2, ..good.clone() },
            Exercise { asked: 99, ..good.clone() },
            Exercise { fen: "W:W51".into(), ..good },
        ];
        assert!(bad.iter().all(|exercise| exercise.read().is_none()));
    }
}
