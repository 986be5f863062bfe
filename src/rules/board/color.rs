//! The two sides, and values kept one per side.

use std::ops::{Index, IndexMut, Not};

use super::bitboard::Bitboard;
use super::direction::Direction;

/// A side. White starts on 31–50 and moves first (FMJD rules 2.7 and 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// Moves up the board, towards squares 1–5.
    White,
    /// Moves down the board, towards squares 46–50.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// A value for each side, White's first. Unlike `map` on [`Color::ALL`] it compiles to no call.
    #[inline(always)]
    pub fn each<T>(mut of: impl FnMut(Color) -> T) -> [T; 2] {
        [of(Color::White), of(Color::Black)]
    }

    /// The letter of PDN and Hub: `W` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }

    /// The two steps a man of this side may make without capturing.
    #[inline]
    #[must_use]
    pub const fn forward(self) -> [Direction; 2] {
        match self {
            Color::White => WhiteSide::FORWARD,
            Color::Black => BlackSide::FORWARD,
        }
    }

    /// The row on which a man of this side becomes a king.
    #[inline]
    #[must_use]
    pub const fn promotion_row(self) -> Bitboard {
        match self {
            Color::White => WhiteSide::PROMOTION,
            Color::Black => BlackSide::PROMOTION,
        }
    }

    /// +1 for White and −1 for Black, to turn a value for the side into a value for White.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Makes both values with one function.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor { white: make(Color::White), black: make(Color::Black) }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// A side known at compile time, so that hot code is written once and compiled for each side.
pub(super) trait Side: Copy {
    const COLOR: Color;
    /// The two steps a man of this side may make without capturing.
    const FORWARD: [Direction; 2];
    /// The row on which a man of this side becomes a king.
    const PROMOTION: Bitboard;
    type Enemy: Side<Enemy = Self>;
}

#[derive(Clone, Copy)]
pub(super) struct WhiteSide;

#[derive(Clone, Copy)]
pub(super) struct BlackSide;

impl Side for WhiteSide {
    const COLOR: Color = Color::White;
    const FORWARD: [Direction; 2] = [Direction::NorthWest, Direction::NorthEast];
    const PROMOTION: Bitboard = Bitboard::TOP_ROW;
    type Enemy = BlackSide;
}

impl Side for BlackSide {
    const COLOR: Color = Color::Black;
    const FORWARD: [Direction; 2] = [Direction::SouthWest, Direction::SouthEast];
    const PROMOTION: Bitboard = Bitboard::BOTTOM_ROW;
    type Enemy = WhiteSide;
}
