//! The board as the side to move sees it: what it may do, one move at a time, in bulk, or only as a number.

use super::bitboard::Bitboard;
use super::captures::{self, capturing_kings};
use super::color::Side;
use super::direction::Direction;
use super::jumps::Jumps;
use super::moves::{Move, MoveList};
use super::position::Position;
use super::square::Square;

/// The pieces of the side to move, its opponents, and what can be captured.
pub(super) struct View {
    men: Bitboard,
    kings: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    jumps: Jumps,
    /// Kings that can capture.
    hunters: Bitboard,
}

impl View {
    #[inline(always)]
    pub(super) fn of<S: Side>(position: &Position) -> View {
        let men = position.men(S::COLOR);
        let kings = position.kings(S::COLOR);
        let enemy = position.pieces(S::Enemy::COLOR);
        let empty = !(men | kings | enemy);
        let hunters = match kings.is_empty() {
            true => Bitboard::EMPTY,
            false => capturing_kings(kings, enemy, empty),
        };
        View { men, kings, enemy, empty, jumps: Jumps::over(enemy, empty), hunters }
    }

    #[inline(always)]
    pub(super) fn must_capture(&self) -> bool {
        !(self.jumps.able(self.men) | self.hunters).is_empty()
    }

    /// Hands on origin, destination and captured set of each legal capture, and says `true`, if only men capture and take
    /// no more than two pieces.
    #[inline(always)]
    pub(super) fn each_short_capture(
        &self,
        capture: impl FnMut(Bitboard, Bitboard, Bitboard),
    ) -> bool {
        self.hunters.is_empty() && self.jumps.each(self.men, capture)
    }

    /// Fills the list with the legal captures, whatever they take. Apart, because most are short.
    #[inline(never)]
    pub(super) fn search_captures(&self, list: &mut MoveList) {
        list.clear();
        let men = self.jumps.able(self.men);
        captures::search(men, self.hunters, self.enemy, self.empty, list);
    }

    /// Adds the legal captures to an empty list.
    #[inline(always)]
    pub(super) fn push_captures(&self, list: &mut MoveList) {
        let push = |from, to, captured| list.push(Move::new(only(from), only(to), captured));
        if !self.each_short_capture(push) {
            self.search_captures(list);
        }
    }

    /// Adds the quiet moves; there is no capture.
    #[inline(always)]
    pub(super) fn push_quiet<S: Side>(&self, list: &mut MoveList) {
        self.each_step::<S>(|from, to| {
            list.push(Move::new(only(from), only(to), Bitboard::EMPTY));
        });
        self.push_slides(list);
    }

    /// Hands on origin and destination of each step of a man.
    #[inline(always)]
    fn each_step<S: Side>(&self, mut step: impl FnMut(Bitboard, Bitboard)) {
        for direction in S::FORWARD {
            for to in (self.empty & self.men.stepped(direction)).singles() {
                step(to.shifted(direction.opposite()), to);
            }
        }
    }

    /// Adds the quiet moves of the kings.
    #[inline(always)]
    fn push_slides(&self, list: &mut MoveList) {
        for from in self.kings {
            for to in king_steps(Bitboard::from_square(from), self.empty) {
                list.push(Move::new(from, to, Bitboard::EMPTY));
            }
        }
    }

    /// The number of legal moves; the list is only a place to work.
    #[inline(always)]
    pub(super) fn count<S: Side>(&self, scratch: &mut MoveList) -> usize {
        let count = match (self.must_capture(), self.hunters.is_empty()) {
            (false, _) => Some(self.count_quiet::<S>()),
            (true, true) => self.jumps.count(self.men),
            (true, false) => None,
        };
        count.map_or_else(
            || {
                self.search_captures(scratch);
                scratch.len()
            },
            |count| count as usize,
        )
    }

    #[inline(always)]
    fn count_quiet<S: Side>(&self) -> u32 {
        let steps = |direction| (self.empty & self.men.stepped(direction)).len();
        let [left, right] = S::FORWARD;
        let slides = self.kings.singles().map(|from| king_steps(from, self.empty).len());
        steps(left) + steps(right) + slides.sum::<u32>()
    }
}

impl View {
    /// The place of a quiet move in the order of [`View::push_quiet`], if it is one of them.
    #[inline(always)]
    pub(super) fn place_of_quiet<S: Side>(&self, from: Square, to: Square) -> Option<usize> {
        let (start, end) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let place = |before: u32, reached: Bitboard| {
            reached.contains(to).then(|| (before + reached.below(to).len()) as usize)
        };
        let mut before = 0;
        for direction in S::FORWARD {
            let reached = self.empty & self.men.stepped(direction);
            if self.men.contains(from) && start.shifted(direction) == end {
                return place(before, reached);
            }
            before += reached.len();
        }
        for king in self.kings.singles() {
            let reached = king_steps(king, self.empty);
            if king == start {
                return place(before, reached);
            }
            before += reached.len();
        }
        None
    }
}

/// Hands on the position after each legal move; the list is only a place to work.
#[inline(always)]
pub(super) fn each_successor<S: Side>(
    position: &Position,
    scratch: &mut MoveList,
    mut visit: impl FnMut(&Position),
) {
    let view = View::of::<S>(position);
    if view.must_capture() {
        let short = view.each_short_capture(|from, to, captured| {
            visit(&position.after_man::<S>(from, to, captured));
        });
        if short {
            return;
        }
        view.search_captures(scratch);
    } else {
        view.each_step::<S>(|from, to| {
            visit(&position.after_man::<S>(from, to, Bitboard::EMPTY));
        });
        scratch.clear();
        view.push_slides(scratch);
    }
    for mv in &*scratch {
        visit(&position.succ_by::<S>(mv));
    }
}

#[inline(always)]
fn only(set: Bitboard) -> Square {
    set.first().expect("one square")
}

/// The empty squares that a king reaches in one quiet move.
#[inline(always)]
pub(super) fn king_steps(from: Bitboard, empty: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |steps, direction| {
        steps | from.beyond(direction).ray_before(!empty, direction)
    })
}
