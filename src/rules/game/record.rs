//! A game whose moves are known to be legal.

use crate::board::{Move, Position};
use crate::pdn::{Outcome, Warning};

/// A replayed game: positions, moves and how it ended. Its memory is used again for the next game.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    /// Plies before each segment; the first is 0.
    pub(super) segments: Vec<usize>,
    pub(super) outcome: Outcome,
    pub(super) custom_start: bool,
    /// Oddities found while replaying, with the plies before them.
    pub(super) warnings: Vec<(Warning, usize)>,
    /// Elements of the text that made no ply, in order.
    pub(super) without_ply: Vec<usize>,
}

/// A run of moves from one position; games without a setup in the middle have one.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The positions: one more than moves.
    pub positions: &'a [Position],
    /// The moves.
    pub moves: &'a [Move],
}

impl Default for Game {
    fn default() -> Game {
        Game {
            positions: Vec::with_capacity(256),
            moves: Vec::with_capacity(256),
            segments: Vec::with_capacity(1),
            outcome: Outcome::Unknown,
            custom_start: false,
            warnings: Vec::new(),
            without_ply: Vec::new(),
        }
    }
}

impl Game {
    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
        self.segments.clear();
        self.warnings.clear();
        self.without_ply.clear();
        self.outcome = Outcome::Unknown;
        self.custom_start = false;
    }

    /// All plies, of all segments.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves of all segments.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the game ended, from tag and terminator together.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Where it starts: the position before the first move, or the start of a game if it could not be set up.
    #[must_use]
    pub fn start(&self) -> Position {
        let first = self.segments().next().and_then(|segment| segment.positions.first().copied());
        first.unwrap_or_else(Position::start)
    }

    /// Whether it starts from a FEN other than the start position.
    #[must_use]
    pub fn has_custom_start(&self) -> bool {
        self.custom_start
    }

    /// The segments in order; only the last one leads to the outcome.
    pub fn segments(&self) -> impl Iterator<Item = Segment<'_>> {
        (0..self.segments.len()).map(|index| self.segment(index))
    }

    /// The segment that leads to the outcome; without positions if the game could not be set up.
    #[inline]
    #[must_use]
    pub fn main(&self) -> Segment<'_> {
        match self.segments.len() {
            0 => Segment { positions: &[], moves: &[] },
            count => self.segment(count - 1),
        }
    }

    fn segment(&self, index: usize) -> Segment<'_> {
        let start = self.segments[index];
        let end = self.segments.get(index + 1).copied().unwrap_or(self.moves.len());
        // Each segment before has one position more than moves.
        Segment {
            positions: &self.positions[start + index..=end + index],
            moves: &self.moves[start..end],
        }
    }

    /// Oddities found while replaying, with the plies before them.
    #[must_use]
    pub fn warnings(&self) -> &[(Warning, usize)] {
        &self.warnings
    }

    /// The plies made by the first elements of the text, to find the ply a comment belongs to.
    #[must_use]
    pub fn plies_of_elements(&self, elements: usize) -> usize {
        let idle = self.without_ply.partition_point(|&element| element < elements);
        (elements - idle).min(self.moves.len())
    }
}
