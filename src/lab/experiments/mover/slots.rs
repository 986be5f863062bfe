//! Which weights of a mover a move adds up, with the board turned so that the side to move goes up.

use crate::board::{Bitboard, Color, Move, Position, Square};

pub(super) const PARTS: usize = 4;

/// By the six squares that touch a step, three on which it ends beside and three that it leaves; the same for both directions.
const CONTACT: usize = 0;
/// By the two squares before the destination and five around them.
const FAR: usize = CONTACT + (1 << 12);
/// By origin, direction and four of the six squares: two before the destination and two behind the origin.
const PLACE: usize = FAR + (1 << 14);
/// By origin, direction and how many pieces are left.
const PHASE: usize = PLACE + STEPS * 256;
/// By origin and destination of a king.
const SLIDE: usize = PHASE + STEPS * PHASES;
/// By origin and destination of a capture.
const CAPTURE: usize = SLIDE + Square::COUNT * Square::COUNT;
/// By the kings that are captured.
const KINGS: usize = CAPTURE + Square::COUNT * Square::COUNT;
/// What fills up the parts of moves that have fewer.
const IDLE: usize = KINGS + MOST_KINGS + 1;
pub(super) const SLOTS: usize = IDLE + 1;

/// Steps of men: from each square to the left and to the right.
const STEPS: usize = 2 * Square::COUNT;
const PHASES: usize = 5;
/// More captured kings count as so many.
const MOST_KINGS: usize = 3;

/// Places in [`Bitboard::around`] of the squares of the patterns, for a step to the left and to the right: first the six in contact
/// (ahead, aside, two behind the origin, the other square behind the destination, the other one before the origin), then five farther on.
const PLACES: [[u32; 11]; 2] =
    [[3, 4, 11, 10, 7, 6, 0, 1, 2, 5, 9], [4, 3, 9, 10, 8, 5, 2, 1, 0, 6, 11]];

/// The squares around a destination, spread to every second bit: 12 bits of contact, 14 of what is farther on above them.
static SPREAD: [[u32; 1 << 12]; 2] = [spread(0), spread(1)];

const fn spread(direction: usize) -> [u32; 1 << 12] {
    let places = PLACES[direction];
    let mut table = [0; 1 << 12];
    let mut around = 0;
    while around < table.len() {
        let mut place = 0;
        while place < places.len() {
            let bit = (around >> places[place]) as u32 & 1;
            table[around] |= bit << (2 * place + if place < 6 { 0 } else { 4 });
            if place < 2 {
                table[around] |= bit << (12 + 2 * place);
            }
            place += 1;
        }
        around += 1;
    }
    table
}

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    own: Bitboard,
    enemy: Bitboard,
    kings: Bitboard,
    enemy_kings: Bitboard,
    phase: usize,
    is_turned: bool,
}

impl View {
    #[inline]
    pub(super) fn of(position: &Position) -> View {
        let us = position.turn();
        let is_turned = us == Color::Black;
        let seen = |set: Bitboard| if is_turned { set.rotated() } else { set };
        View {
            own: seen(position.pieces(us)),
            enemy: seen(position.pieces(!us)),
            kings: seen(position.kings(us)),
            enemy_kings: seen(position.kings(!us)),
            phase: (position.occupied().len() as usize / 10).min(PHASES - 1),
            is_turned,
        }
    }

    /// The weights of a legal move.
    #[inline]
    pub(super) fn slots(&self, mv: Move) -> [usize; PARTS] {
        let seen = |square: Square| if self.is_turned { square.rotated() } else { square };
        let (from, to) = (seen(mv.from()), seen(mv.to()));
        let way = from.index() * Square::COUNT + to.index();
        if mv.is_capture() {
            let captured = mv.captured();
            let captured = if self.is_turned { captured.rotated() } else { captured };
            let kings = ((captured & self.enemy_kings).len() as usize).min(MOST_KINGS);
            [CAPTURE + way, KINGS + kings, IDLE, IDLE]
        } else if self.kings.contains(from) {
            [SLIDE + way, IDLE, IDLE, IDLE]
        } else {
            self.step(from, to)
        }
    }

    #[inline]
    fn step(&self, from: Square, to: Square) -> [usize; PARTS] {
        let direction = usize::from(goes_right(from, to));
        let spread = |around: u16| SPREAD[direction][usize::from(around & 0xfff)] as usize;
        // What is beyond an edge counts as the piece of both sides.
        let beyond = !Bitboard::ALL.around(to);
        let [own, enemy] = [self.own, self.enemy].map(|set| spread(set.around(to) | beyond));
        let pattern = own | enemy << 1;
        let contact = pattern & 0xfff;
        let step = 2 * from.index() + direction;
        [
            CONTACT + contact,
            FAR + (pattern >> 12),
            PLACE + step * 256 + (contact & 0xff),
            PHASE + step * PHASES + self.phase,
        ]
    }
}

/// Whether a step upwards goes to the right.
#[inline]
fn goes_right(from: Square, to: Square) -> bool {
    // In odd rows the square up and to the right has the number less 5, in even ones less 4.
    from.number() - to.number() == 4 + from.row() % 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, fen};

    fn slots(text: &str, name: &str) -> [usize; PARTS] {
        let position = fen::read(text).expect(text);
        let legal = MoveList::legal(&position);
        let mv = legal.into_iter().find(|mv| mv.to_string() == name).expect(name);
        View::of(&position).slots(mv)
    }

    #[test]
    fn a_turned_board_has_the_same_weights() {
        for text in [
            "W:W31-50:B1-20",
            "W:W27,34,35,36,37,38,39,40,K8:B1,2,3,4,5,6,7,11,15",
            "W:W28,32,37:B22,23,9",
            "W:WK46,31:BK23,12,4",
        ] {
            let position = fen::read(text).expect(text);
            let turned = position.mirrored();
            let legal = MoveList::legal(&turned);
            for mv in &MoveList::legal(&position) {
                let same = |other: &Move| {
                    other.from() == mv.from().rotated()
                        && other.to() == mv.to().rotated()
                        && other.captured() == mv.captured().rotated()
                };
                let rotated = legal.into_iter().find(same).expect("the same move");
                assert_eq!(View::of(&position).slots(mv), View::of(&turned).slots(rotated), "{mv}");
            }
        }
    }

    #[test]
    fn every_move_has_weights_and_different_steps_have_different_ones() {
        let mut position = Position::start();
        for ply in 0..60 {
            let legal = MoveList::legal(&position);
            let all: Vec<_> = legal.into_iter().map(|mv| View::of(&position).slots(mv)).collect();
            assert!(all.iter().flatten().all(|&slot| slot < SLOTS));
            for (index, slots) in all.iter().enumerate() {
                let is_quiet = !legal[index].is_capture();
                assert!(!is_quiet || !all[..index].contains(slots), "{}", legal[index]);
            }
            let Some(&mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
            position = position.succ(mv);
        }
    }

    #[test]
    fn steps_to_the_left_and_to_the_right_share_what_touches_them() {
        // 28-22 and 28-23, the opponent's man beyond the destination and one's own behind the origin.
        let left = slots("W:W28,33:B17", "28-22");
        let right = slots("W:W28,32:B19", "28-23");
        assert_eq!(left[..2], right[..2]);
        assert_ne!(left[2..], right[2..]);
        assert_ne!(left[0], slots("W:W28,33:B18,9", "33-29")[0]);
    }

    #[test]
    fn a_square_tells_whose_piece_is_on_it_or_that_there_is_none() {
        let contacts = ["W:W28:B1", "W:W28,19:B1", "W:W28,32:B18", "W:W26:B1"];
        let names = ["28-23", "28-23", "28-23", "26-21"];
        let found: Vec<usize> =
            contacts.iter().zip(names).map(|(text, name)| slots(text, name)[0]).collect();
        // Ahead is the lowest pair of bits, aside the next: empty, own, the opponent's and beyond the edge.
        assert_eq!(found[0], 0);
        assert_eq!(found[1], 1);
        assert_eq!(found[2] & 0b1111, 0b1000);
        assert_eq!(slots("W:W31:B1", "31-26")[0] & 0b11, 0b11);
    }
}
