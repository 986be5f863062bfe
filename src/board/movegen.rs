//! Legal moves: the quiet ones, or the captures of most pieces when there is any capture (FMJD articles 3 and 4).

use super::bitboard::{Bitboard, Direction};
use super::color::{BlackSide, Color, Side, WhiteSide};
use super::moves::{Move, MoveList};
use super::position::Position;
use super::square::Square;

/// Fills the list with the legal moves; none means the side to move has lost (FMJD rule 7.2.2).
pub fn legal_moves(position: &Position, list: &mut MoveList) {
    match position.turn() {
        Color::White => legal_moves_by::<WhiteSide>(position, list),
        Color::Black => legal_moves_by::<BlackSide>(position, list),
    }
}

/// Fills the list with the captures of most pieces; empty when there is none.
pub fn captures(position: &Position, list: &mut MoveList) {
    list.clear();
    match position.turn() {
        Color::White => captures_by::<WhiteSide>(position, list),
        Color::Black => captures_by::<BlackSide>(position, list),
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
        !capturing_men(men, enemy, empty).is_empty()
            || (!kings.is_empty() && !capturing_kings(kings, enemy, empty).is_empty())
    }

    /// The number of legal moves, without making them where that is quicker.
    #[must_use]
    pub fn count_moves(&self, scratch: &mut MoveList) -> usize {
        match self.turn() {
            Color::White => count_by::<WhiteSide>(self, scratch),
            Color::Black => count_by::<BlackSide>(self, scratch),
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
            king_steps(from, self.occupied()) & target
        } else {
            Bitboard::EMPTY
        };
        (!reached.is_empty() && !self.must_capture()).then(|| Move::new(from, to, Bitboard::EMPTY))
    }

    /// The legal captures between two squares, in a cleared list.
    pub fn captures_between(&self, from: Square, to: Square, list: &mut MoveList) {
        captures(self, list);
        list.retain(|mv| mv.from() == from && mv.to() == to);
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

pub(super) fn legal_moves_by<S: Side>(position: &Position, list: &mut MoveList) {
    list.clear();
    captures_by::<S>(position, list);
    if list.is_empty() {
        quiet_moves_by::<S>(position, list);
    }
}

pub(super) fn count_by<S: Side>(position: &Position, scratch: &mut MoveList) -> usize {
    scratch.clear();
    captures_by::<S>(position, scratch);
    if !scratch.is_empty() {
        return scratch.len();
    }
    let empty = position.empty();
    let men = position.men(S::COLOR);
    let steps: u32 = S::FORWARD.iter().map(|&d| (men.shifted(d) & empty).len()).sum();
    let kings = position.kings(S::COLOR);
    let slides: u32 =
        kings.into_iter().map(|from| king_steps(from, position.occupied()).len()).sum();
    (steps + slides) as usize
}

#[inline]
fn quiet_moves_by<S: Side>(position: &Position, list: &mut MoveList) {
    let empty = position.empty();
    let men = position.men(S::COLOR);
    for direction in S::FORWARD {
        let back = direction.opposite();
        for from in men & empty.shifted(back) {
            let to = Bitboard::from_square(from).shifted(direction).first();
            list.push(Move::new(from, to.expect("the step stays on the board"), Bitboard::EMPTY));
        }
    }
    for from in position.kings(S::COLOR) {
        for to in king_steps(from, position.occupied()) {
            list.push(Move::new(from, to, Bitboard::EMPTY));
        }
    }
}

/// The empty squares a king reaches in one quiet move.
fn king_steps(from: Square, occupied: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |steps, direction| {
        let ray = Bitboard::ray(from, direction);
        steps | before_blocker(ray, occupied, direction)
    })
}

/// The part of a ray before its first occupied square.
#[inline]
fn before_blocker(ray: Bitboard, occupied: Bitboard, direction: Direction) -> Bitboard {
    match (ray & occupied).nearest(direction) {
        Some(blocker) => ray - Bitboard::ray(blocker, direction).with(blocker),
        None => ray,
    }
}

/// The men with an enemy next to them and an empty square behind it.
#[inline(always)]
fn capturing_men(men: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let mut able = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let back = direction.opposite();
        able |= (empty.shifted(back) & enemy).shifted(back);
    }
    able & men
}

/// The kings with an enemy first in sight and an empty square behind it.
fn capturing_kings(kings: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    kings
        .into_iter()
        .filter(|&from| {
            Direction::ALL.iter().any(|&direction| {
                let sight = Bitboard::ray(from, direction) - empty;
                sight.nearest(direction).is_some_and(|first| {
                    let victim = Bitboard::from_square(first) & enemy;
                    !(victim.shifted(direction) & empty).is_empty()
                })
            })
        })
        .collect()
}

fn captures_by<S: Side>(position: &Position, list: &mut MoveList) {
    let enemy = position.pieces(S::Enemy::COLOR);
    let empty = position.empty();
    let men = capturing_men(position.men(S::COLOR), enemy, empty);
    let kings = position.kings(S::COLOR);
    if men.is_empty() && kings.is_empty() {
        return;
    }
    let mut best = 0;
    for from in men {
        let start = Bitboard::from_square(from);
        let mut search = CaptureSearch { from, enemy, empty: empty | start, best, list };
        search.man(start, Bitboard::EMPTY);
        best = search.best;
    }
    if kings.is_empty() {
        return;
    }
    for from in capturing_kings(kings, enemy, empty) {
        let empty = empty.with(from);
        let mut search = CaptureSearch { from, enemy, empty, best, list };
        search.king(from, Direction::ALL.as_slice(), Bitboard::EMPTY);
        best = search.best;
    }
}

/// The routes of one piece; the longest so far, over all pieces, stand in the list (FMJD rule 4.13: most pieces).
struct CaptureSearch<'a> {
    from: Square,
    /// Enemy pieces; those already taken stay on the board until the end and block (FMJD rules 4.8 and 4.11).
    enemy: Bitboard,
    /// Empty squares, the origin of the moving piece among them.
    empty: Bitboard,
    best: u32,
    list: &'a mut MoveList,
}

impl CaptureSearch<'_> {
    fn man(&mut self, at: Bitboard, taken: Bitboard) {
        let mut ended = true;
        for direction in Direction::ALL {
            let victim = at.shifted(direction) & (self.enemy - taken);
            let landing = victim.shifted(direction) & self.empty;
            if !landing.is_empty() {
                ended = false;
                self.man(landing, taken | victim);
            }
        }
        if ended {
            let to = at.first().expect("a man stands somewhere");
            // Two men's routes over the same pieces differ only around a loop, which takes four.
            self.record(to, taken, 4);
        }
    }

    /// Captures from `at` in the given directions.
    fn king(&mut self, at: Square, directions: &[Direction], taken: Bitboard) {
        for &direction in directions {
            let ray = Bitboard::ray(at, direction);
            let Some(first) = (ray - self.empty).nearest(direction) else { continue };
            if !(self.enemy - taken).contains(first) {
                continue;
            }
            let behind = Bitboard::ray(first, direction);
            let landings = before_blocker(behind, !self.empty, direction);
            if landings.is_empty() {
                continue;
            }
            let taken = taken.with(first);
            for to in landings {
                self.record(to, taken, 2);
                self.king(to, &direction.turns(), taken);
            }
            // Going straight on is the same from every landing square: once is enough.
            let last = landings.first().expect("not empty");
            self.king(last, &[direction], taken);
        }
    }

    /// Keeps the capture if none of more pieces is known; a set of at least `may_repeat` pieces is checked for a twin route.
    #[inline]
    fn record(&mut self, to: Square, taken: Bitboard, may_repeat: u32) {
        let count = taken.len();
        if count < self.best {
            return;
        }
        if count > self.best {
            self.best = count;
            self.list.clear();
        }
        let mv = Move::new(self.from, to, taken);
        if count < may_repeat || !self.list.contains(&mv) {
            self.list.push(mv);
        }
    }
}
