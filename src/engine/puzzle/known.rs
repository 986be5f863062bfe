//! A puzzle: a position with White to move, the moves that win, and where it comes from in its game.

use crate::board::{Color, Move, Position};

/// A puzzle. White is the solver: where Black was in the game, the board is turned and the colours are swapped, so that a position and its
/// turned twin are one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, White to move.
    pub position: Position,
    /// The solution to its end, moves of both sides.
    pub moves: Vec<Move>,
    /// The plies of the solution in which every move of White is the only one that wins; the last of them is White's. What follows shows the gain.
    pub asked: usize,
    /// Men that White is better off at the end of the solution than in the position, a king as three men.
    pub gain: i32,
    /// The value for White before the opponent erred, in hundredths of a man.
    pub before: i32,
    /// The value of the solution for White, in hundredths of a man.
    pub value: i32,
    /// How much worse the best other move is, where it is least, in hundredths of a man.
    pub lead: i32,
    /// Nodes after which the search keeps to the first move.
    pub nodes: u64,
    /// The lowest level of the program that finds the first move.
    pub level: u8,
    /// The position before the last move of the opponent, and that move, turned as the puzzle is.
    pub last: (Position, Move),
    /// The solver's colour in the game.
    pub solver: Color,
    /// The plies of the game before the position.
    pub ply: usize,
    /// Whether the game went on with another move.
    pub missed: bool,
}

impl Puzzle {
    /// A first guess of the rating of a player who solves it half of the time: 800 where ten nodes are enough, and 100 more each time that
    /// the search needs twice as many.
    #[must_use]
    pub fn rating(&self) -> u32 {
        (800.0 + 100.0 * (self.nodes.max(10) as f64 / 10.0).log2()).round() as u32
    }
}

/// A position as the solver sees it who has this colour: with White's eyes.
pub(super) fn seen(position: &Position, solver: Color) -> Position {
    match solver {
        Color::White => *position,
        Color::Black => position.mirrored(),
    }
}

/// A move as that solver sees it.
pub(super) fn seen_move(mv: Move, solver: Color) -> Move {
    match solver {
        Color::White => mv,
        Color::Black => Move::new(mv.from().rotated(), mv.to().rotated(), mv.captured().rotated()),
    }
}
