//! A position: the men of both sides, and whose turn it is.

use std::ops::Not;

use super::men::{Men, Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Whose chance of winning is learned.
    White,
    Black,
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The men of both sides and the side to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    white: Men,
    black: Men,
    turn: Side,
}

impl Board {
    pub const fn start(turn: Side) -> Board {
        Board { white: Men::START, black: Men::START, turn }
    }

    /// The board without men, as a zero to count from.
    pub(super) const fn bare(turn: Side) -> Board {
        Board { white: Men::NOBODY, black: Men::NOBODY, turn }
    }

    /// A position; `None` if both sides are on one point.
    #[cfg(test)]
    pub(crate) fn new(white: Men, black: Men, turn: Side) -> Option<Board> {
        let is_shared = |point: Point| {
            point != Point::BAR && white.at(point) > 0 && black.at(point.facing()) > 0
        };
        let board = Board { white, black, turn };
        (!white.occupied().any(is_shared)).then_some(board)
    }

    #[inline]
    pub(crate) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(crate) const fn men(&self, side: Side) -> Men {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The position with these men of the side to move and of the other, which is to roll.
    #[inline]
    pub(super) fn after(&self, own: Men, other: Men) -> Board {
        match self.turn {
            Side::White => Board { white: own, black: other, turn: Side::Black },
            Side::Black => Board { white: other, black: own, turn: Side::White },
        }
    }

    #[cfg(test)]
    pub(crate) fn swapped(&self) -> Board {
        Board { white: self.black, black: self.white, turn: !self.turn }
    }

    /// The winner, when all his men are borne off.
    pub fn winner(&self) -> Option<Side> {
        let is_done = |side: &Side| self.men(*side).at(Point::OFF) == Men::COUNT;
        [Side::White, Side::Black].into_iter().find(is_done)
    }

    /// Whether men of the sides can still meet.
    pub(crate) fn has_contact(&self) -> bool {
        let highest = |men: Men| men.highest().map_or(0, Point::index);
        highest(self.white) + highest(self.black) > 25
    }
}
