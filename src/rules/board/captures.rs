//! Captures of any length, route by route; the ones of most pieces stay in the list.

use super::bitboard::Bitboard;
use super::direction::Direction;
use super::moves::{Move, MoveList};
use super::square::Square;

/// The kings with an enemy first in sight and an empty square after it.
#[inline]
pub(super) fn capturing_kings(kings: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let mut able = Bitboard::EMPTY;
    for from in kings.singles() {
        let mut landings = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let ray = from.beyond(direction) - empty;
            let victim = ray.nearest_part(direction) & enemy;
            landings |= empty & victim.stepped(direction);
        }
        if !landings.is_empty() {
            able |= from;
        }
    }
    able
}

/// Adds the captures of these men and kings that take the most pieces, over all of them (FMJD rule 4.13).
pub(super) fn search(
    men: Bitboard,
    kings: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    list: &mut MoveList,
) {
    let mut best = 0;
    for from in men {
        let start = Bitboard::from_square(from);
        let mut search = CaptureSearch { from, enemy, empty: empty | start, best, list };
        search.man(start, Bitboard::EMPTY);
        best = search.best;
    }
    for from in kings {
        let start = Bitboard::from_square(from);
        let mut search = CaptureSearch { from, enemy, empty: empty | start, best, list };
        search.king::<0>(start, Bitboard::EMPTY);
        search.king::<1>(start, Bitboard::EMPTY);
        search.king::<2>(start, Bitboard::EMPTY);
        search.king::<3>(start, Bitboard::EMPTY);
        best = search.best;
    }
}

/// Two routes over the same pieces to the same square differ around a loop, and there is none of fewer pieces: the test below tries
/// them all.
const MAY_REPEAT: u32 = 4;

/// The routes of one piece; the longest so far, over all pieces, are in the list.
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
            self.record(at, taken);
        }
    }

    /// The captures that begin with a look in direction number `D`, over its diagonal.
    fn king<const D: usize>(&mut self, at: Bitboard, taken: Bitboard) {
        let direction = Direction::ALL[D];
        let ray = at.beyond(direction) - self.empty;
        let victim = ray.nearest_part(direction) & (self.enemy - taken);
        if (self.empty & victim.stepped(direction)).is_empty() {
            return;
        }
        let landings = victim.beyond(direction).ray_before(!self.empty, direction);
        let taken = taken | victim;
        for to in landings.singles() {
            self.record(to, taken);
            if matches!(direction, Direction::NorthWest | Direction::SouthEast) {
                self.king::<1>(to, taken);
                self.king::<2>(to, taken);
            } else {
                self.king::<0>(to, taken);
                self.king::<3>(to, taken);
            }
        }
        // Going straight on is the same from every landing square: once is enough.
        self.king::<D>(landings.nearest_part(direction), taken);
    }

    /// Keeps the capture if none of more pieces is known, and once if several routes make it.
    #[inline]
    fn record(&mut self, to: Bitboard, taken: Bitboard) {
        let count = taken.len();
        if count < self.best {
            return;
        }
        if count > self.best {
            self.best = count;
            self.list.clear();
        }
        let to = to.first().expect("the piece is somewhere");
        let mv = Move::new(self.from, to, taken);
        if count < MAY_REPEAT || !self.list.contains(&mv) {
            self.list.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Color, Position, Setup};
    use super::*;

    /// White's one piece against three black ones; another piece on the board could only block a route.
    fn setup(king: Bitboard, black: Bitboard) -> Position {
        let mut setup = Setup { turn: Color::White, ..Position::start().setup() };
        setup.men = Default::default();
        (setup.kings.white, setup.kings.black) = (king, black);
        setup.check().expect("kings stand anywhere")
    }

    #[test]
    fn no_two_routes_over_three_pieces_or_fewer_are_the_same_move() {
        let single = Bitboard::from_square;
        for king in Square::all().map(single) {
            for a in (!king).into_iter().map(single) {
                for b in (!king).into_iter().map(single).filter(|b| *b <= a) {
                    for c in (!king).into_iter().map(single).filter(|c| *c <= b) {
                        let moves = MoveList::legal(&setup(king, a | b | c));
                        let mut sorted: Vec<Move> = moves.into_iter().collect();
                        sorted.sort_unstable();
                        sorted.dedup();
                        assert_eq!(sorted.len(), moves.len(), "{king:?} {a:?} {b:?} {c:?}");
                    }
                }
            }
        }
    }
}
