//! A move and a list of moves; only the generator makes lists.

use std::fmt;
use std::ops::Deref;

use super::bitboard::Bitboard;
use super::square::Square;

/// A legal move: origin, destination and the set of captured pieces.
///
/// Two routes over the same pieces are one move, and a capture may end where it began (FMJD rule 4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
    captured: Bitboard,
}

impl Move {
    /// A move as its parts; whether a position allows it, `Position::place_of` says.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, captured: Bitboard) -> Move {
        Move { from, to, captured }
    }

    /// Where the piece starts.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends; equal to `from` after a round trip.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The captured men and kings; empty for a quiet move.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Whether the move captures.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}

/// The short notation of PDN: `32-28`, `28x19`. It does not name the captured pieces.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from, self.to)
    }
}

/// Moves in the generator's order; reuse one list to avoid allocation.
///
/// ```
/// use draughts_td_rules::board::{MoveList, fen};
///
/// // The longest capture is compulsory (FMJD rule 4.13): two men, not one.
/// let position = fen::read("W:W28,48:B23,22,12")?;
/// let legal: Vec<String> = MoveList::legal(&position).iter().map(ToString::to_string).collect();
/// assert_eq!(legal, ["28x8"]);
/// # Ok::<(), fen::FenError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    moves: Vec<Move>,
}

impl MoveList {
    /// An empty list with room for an ordinary position.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList { moves: Vec::with_capacity(64) }
    }

    /// Forgets the moves and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Keeps only the moves for which the question is answered with yes.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.moves.retain(|mv| keep(*mv));
    }

    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter().copied()
    }
}
