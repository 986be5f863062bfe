//! Legal moves: the quiet ones, or the captures of most pieces when there is any capture (FMJD articles 3 and 4).

use super::bitboard::Bitboard;
use super::captures::capturing_kings;
use super::color::{BlackSide, Color, Side, WhiteSide};
use super::direction::Direction;
use super::jumps::Jumps;
use super::moves::{Move, MoveList};
use super::position::Position;
use super::square::Square;
use super::view::{View, king_steps};

/// Fills the list with the legal moves; none means the side to move has lost (FMJD rule 7.2.2).
pub fn legal_moves(position: &Position, list: &mut MoveList) {
    match position.turn() {
        Color::White => legal_moves_by::<WhiteSide>(position, list),
        Color::Black => legal_moves_by::<BlackSide>(position, list),
    }
}

fn legal_moves_by<S: Side>(position: &Position, list: &mut MoveList) {
    let view = View::of::<S>(position);
    list.clear();
    if view.must_capture() {
        view.push_captures(list);
    } else {
        view.push_quiet::<S>(list);
    }
}

/// Fills the list with the captures of most pieces; empty when there is none.
pub fn captures(position: &Position, list: &mut MoveList) {
    match position.turn() {
        Color::White => captures_by::<WhiteSide>(position, list),
        Color::Black => captures_by::<BlackSide>(position, list),
    }
}

fn captures_by<S: Side>(position: &Position, list: &mut MoveList) {
    let view = View::of::<S>(position);
    list.clear();
    if view.must_capture() {
        view.push_captures(list);
    }
}

/// Adds the steps of men in one forward direction to these squares; the caller knows that there is no capture.
#[inline]
pub fn men_steps(position: &Position, direction: Direction, to: Bitboard, list: &mut MoveList) {
    let back = direction.opposite();
    let from = position.men(position.turn()) & (to & position.empty()).shifted(back);
    for from in from {
        let to = Bitboard::from_square(from).shifted(direction).first();
        list.push(Move::new(from, to.expect("the step stays on the board"), Bitboard::EMPTY));
    }
}

/// The empty squares that a king on this square reaches in one quiet move; it may also have come from each of them.
#[inline]
#[must_use]
pub fn king_slides(from: Square, empty: Bitboard) -> Bitboard {
    king_steps(Bitboard::from_square(from), empty)
}

impl Position {
    /// Whether the side to move can, and so must, capture.
    #[inline]
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.can_capture(self.turn())
    }

    /// Whether a side could capture if it were to move.
    #[inline]
    #[must_use]
    pub fn can_capture(&self, color: Color) -> bool {
        let enemy = self.pieces(!color);
        let empty = self.empty();
        let men = self.men(color);
        let kings = self.kings(color);
        !Jumps::over(enemy, empty).able(men).is_empty()
            || (!kings.is_empty() && !capturing_kings(kings, enemy, empty).is_empty())
    }

    /// The number of legal moves, without making them where that is quicker.
    #[must_use]
    pub fn count_moves(&self, scratch: &mut MoveList) -> usize {
        match self.turn() {
            Color::White => View::of::<WhiteSide>(self).count::<WhiteSide>(scratch),
            Color::Black => View::of::<BlackSide>(self).count::<BlackSide>(scratch),
        }
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        let (us, empty) = (self.turn(), self.empty());
        let forward = match us {
            Color::White => WhiteSide::FORWARD,
            Color::Black => BlackSide::FORWARD,
        };
        let men = self.men(us);
        let kings = self.kings(us);
        forward.iter().any(|&d| !(men.shifted(d) & empty).is_empty())
            || Direction::ALL.iter().any(|&d| !(kings.shifted(d) & empty).is_empty())
            || self.must_capture()
    }

    /// The quiet move between two squares, if it is legal. A compulsory capture elsewhere makes it illegal.
    #[inline]
    #[must_use]
    pub fn quiet_move(&self, from: Square, to: Square) -> Option<Move> {
        let us = self.turn();
        let start = Bitboard::from_square(from);
        let target = Bitboard::from_square(to) & self.empty();
        let forward = match us {
            Color::White => WhiteSide::FORWARD,
            Color::Black => BlackSide::FORWARD,
        };
        let reached = if self.men(us).contains(from) {
            (start.shifted(forward[0]) | start.shifted(forward[1])) & target
        } else if self.kings(us).contains(from) {
            king_steps(start, self.empty()) & target
        } else {
            Bitboard::EMPTY
        };
        (!reached.is_empty() && !self.must_capture()).then(|| Move::new(from, to, Bitboard::EMPTY))
    }

    /// The place of a move in the order of [`legal_moves`], if it is legal. A quiet one is counted to without making those before it;
    /// the list is only a place to work.
    #[must_use]
    pub fn place_of(&self, mv: Move, scratch: &mut MoveList) -> Option<usize> {
        match self.turn() {
            Color::White => self.place_by::<WhiteSide>(mv, scratch),
            Color::Black => self.place_by::<BlackSide>(mv, scratch),
        }
    }

    fn place_by<S: Side>(&self, mv: Move, scratch: &mut MoveList) -> Option<usize> {
        let view = View::of::<S>(self);
        match (view.must_capture(), mv.is_capture()) {
            (true, true) => {
                scratch.clear();
                view.push_captures(scratch);
                scratch.iter().position(|legal| *legal == mv)
            }
            (false, false) => view.place_of_quiet::<S>(mv.from(), mv.to()),
            _ => None,
        }
    }

    /// The legal captures between two squares, in a cleared list.
    pub fn captures_between(&self, from: Square, to: Square, list: &mut MoveList) {
        let view = match self.turn() {
            Color::White => View::of::<WhiteSide>(self),
            Color::Black => View::of::<BlackSide>(self),
        };
        list.clear();
        let (start, end) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let short = view.each_short_capture(|origin, destination, captured| {
            if origin == start && destination == end {
                list.push(Move::new(from, to, captured));
            }
        });
        if !short {
            view.search_captures(list);
            list.retain(|mv| mv.from() == from && mv.to() == to);
        }
    }
}

impl Move {
    /// The legal move with this origin, destination and captured set.
    #[must_use]
    pub fn find(position: &Position, from: Square, to: Square, captured: Bitboard) -> Option<Move> {
        if captured.is_empty() {
            return position.quiet_move(from, to);
        }
        let mut list = MoveList::new();
        captures(position, &mut list);
        list.into_iter().find(|mv| *mv == Move::new(from, to, captured))
    }
}

impl MoveList {
    /// The legal moves of a position, in a new list.
    #[must_use]
    pub fn legal(position: &Position) -> MoveList {
        let mut list = MoveList::new();
        legal_moves(position, &mut list);
        list
    }
}
