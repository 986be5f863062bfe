//! The pieces and their squares: as written (`Setup`) and as known to be sound (`Position`).

use std::fmt;

use thiserror::Error;

use super::bitboard::Bitboard;
use super::color::{BlackSide, ByColor, Color, Side, WhiteSide};
use super::moves::Move;
use super::square::Square;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Moves forward one square and captures in all directions.
    Man,
    /// Moves and captures along whole diagonals.
    King,
}

/// Pieces and turn, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men of each side.
    pub men: ByColor<Bitboard>,
    /// The kings of each side.
    pub kings: ByColor<Bitboard>,
    /// The side to move.
    pub turn: Color,
}

/// Why a setup is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Two pieces on one square.
    #[error("square {0} holds two pieces; leave one of them out")]
    Overlap(Square),
    /// A man where it would have become a king.
    #[error("{color:?} man on {square}, its promotion row; write K{square} if it is a king")]
    ManOnPromotionRow {
        /// The man's side.
        color: Color,
        /// Its square.
        square: Square,
    },
}

/// A sound position: no square holds two pieces and no man is on its promotion row. An immutable value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    men: ByColor<Bitboard>,
    kings: ByColor<Bitboard>,
    turn: Color,
}

const START_WHITE: Bitboard =
    Bitboard::of(&[31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);

impl Setup {
    /// Checks the setup. A side without pieces is allowed: the game is over.
    ///
    /// # Errors
    /// The first square, lowest number first, that breaks a rule.
    pub fn check(self) -> Result<Position, SetupError> {
        let all = [self.men.white, self.men.black, self.kings.white, self.kings.black];
        let mut seen = Bitboard::EMPTY;
        for set in all {
            if let Some(square) = (seen & set).first() {
                return Err(SetupError::Overlap(square));
            }
            seen |= set;
        }
        for (color, row) in
            [(Color::White, Bitboard::TOP_ROW), (Color::Black, Bitboard::BOTTOM_ROW)]
        {
            if let Some(square) = (self.men[color] & row).first() {
                return Err(SetupError::ManOnPromotionRow { color, square });
            }
        }
        Ok(Position { men: self.men, kings: self.kings, turn: self.turn })
    }
}

impl Position {
    /// The start of a game: 20 men each, White to move (FMJD rules 2.7 and 3.3).
    #[must_use]
    pub const fn start() -> Position {
        Position {
            men: ByColor { white: START_WHITE, black: START_WHITE.rotated() },
            kings: ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
            turn: Color::White,
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color) -> Bitboard {
        self.men[color]
    }

    /// The kings of a side.
    #[inline]
    #[must_use]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.kings[color]
    }

    /// Men and kings of a side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.men[color] | self.kings[color]
    }

    /// Every square with a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.pieces(Color::White) | self.pieces(Color::Black)
    }

    /// Every square without a piece.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    /// The piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Color, Piece)> {
        Color::ALL.into_iter().find_map(|color| {
            if self.men[color].contains(square) {
                Some((color, Piece::Man))
            } else {
                self.kings[color].contains(square).then_some((color, Piece::King))
            }
        })
    }

    /// The pieces and the turn, free to change.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup { men: self.men, kings: self.kings, turn: self.turn }
    }

    /// The colour mirror: the board turned by 180 degrees, colours and turn swapped.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let swap = |sets: ByColor<Bitboard>| ByColor {
            white: sets.black.rotated(),
            black: sets.white.rotated(),
        };
        Position { men: swap(self.men), kings: swap(self.kings), turn: !self.turn }
    }

    /// Men difference plus three times the king difference, White minus Black (Patist and Wiering's material balance).
    #[inline]
    #[must_use]
    pub fn material(&self) -> i32 {
        let material_of = |color| self.men[color].len() as i32 + 3 * self.kings[color].len() as i32;
        material_of(Color::White) - material_of(Color::Black)
    }

    /// This position, and the one after each of these moves, of which every one is legal.
    #[must_use]
    pub fn along(&self, moves: &[Move]) -> Vec<Position> {
        let mut positions = vec![*self];
        positions.extend(moves.iter().scan(*self, |position, &mv| {
            *position = position.succ(mv);
            Some(*position)
        }));
        positions
    }

    /// The position after one of its legal moves.
    #[inline]
    #[must_use]
    pub fn succ(&self, mv: Move) -> Position {
        match self.turn {
            Color::White => self.succ_by::<WhiteSide>(mv),
            Color::Black => self.succ_by::<BlackSide>(mv),
        }
    }

    #[inline]
    pub(super) fn succ_by<S: Side>(&self, mv: Move) -> Position {
        let from = Bitboard::from_square(mv.from());
        let to = Bitboard::from_square(mv.to());
        // A king keeps its crown wherever it goes, a man gets one on the promotion row. Which of the two it is, is hard to foresee.
        let crowned = match (self.kings[S::COLOR] & from).is_empty() {
            true => S::PROMOTION,
            false => Bitboard::ALL,
        };
        self.after::<S>(from, to, mv.captured(), crowned)
    }

    /// The position after a man's move.
    #[inline(always)]
    pub(super) fn after_man<S: Side>(
        &self,
        from: Bitboard,
        to: Bitboard,
        captured: Bitboard,
    ) -> Position {
        self.after::<S>(from, to, captured, S::PROMOTION)
    }

    /// Moves one piece, which is a king after it if it ends on a square of `crowned`.
    #[inline(always)]
    fn after<S: Side>(
        &self,
        from: Bitboard,
        to: Bitboard,
        captured: Bitboard,
        crowned: Bitboard,
    ) -> Position {
        let (us, them) = (S::COLOR, S::Enemy::COLOR);
        let mut next = *self;
        next.men[us] = (self.men[us] - from) | (to - crowned);
        next.kings[us] = (self.kings[us] - from) | (to & crowned);
        next.men[them] = self.men[them] - captured;
        next.kings[them] = self.kings[them] - captured;
        next.turn = them;
        next
    }
}

/// Draws the board as White sees it: `o` white man, `O` white king, `x` black man, `X` black king.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            if square.index() % 5 == 0 && square.row() % 2 == 0 {
                f.write_str("  ")?;
            }
            let sign = match self.at(square) {
                Some((Color::White, Piece::Man)) => 'o',
                Some((Color::White, Piece::King)) => 'O',
                Some((Color::Black, Piece::Man)) => 'x',
                Some((Color::Black, Piece::King)) => 'X',
                None => '.',
            };
            f.write_str(&sign.to_string())?;
            f.write_str(if square.index() % 5 == 4 { "\n" } else { "   " })?;
        }
        Ok(())
    }
}
