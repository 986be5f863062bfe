//! A move in one byte, or two: read back without the other legal moves, so that a long row of games is replayed quickly.
//!
//! | byte | move |
//! | --- | --- |
//! | 0–99 | a man's step: twice its square less two, and 1 more if it goes to the right as White sees it |
//! | 100–179 | a man takes one piece: 100, four times the man's rank, and the direction (0 up left, 1 up right, 2 down left, 3 down right) |
//! | 180–199 | a king's quiet move: 180 and the king's rank, and a byte with the square it goes to |
//! | 200–254 | another move: 200 and its place among the legal moves, by origin, destination and captured squares |
//! | 255 | the same as two bytes, the lower first, for what fits nothing else |
//!
//! The rank of a man or a king is the number of the men or kings of its side on squares of lower numbers.

use super::bitboard::Bitboard;
use super::direction::Direction;
use super::movegen::{king_slides, legal_moves};
use super::moves::{Move, MoveList};
use super::position::Position;
use super::square::Square;

const JUMPS: u8 = 100;
const KINGS: u8 = 180;
const OTHERS: u8 = 200;
const ESCAPE: u8 = 255;
/// The most ranks of men and of kings.
const RANKS: u32 = 20;

/// Appends a legal move to others; the list is memory for legal moves.
///
/// ```
/// use draughts_td_rules::board::{MoveList, Position, pack, unpack};
///
/// let (start, mut list, mut bytes) = (Position::start(), MoveList::new(), Vec::new());
/// let mv = MoveList::legal(&start)[0];
/// pack(&start, mv, &mut list, &mut bytes);
/// assert_eq!(bytes.len(), 1);
/// assert_eq!(unpack(&start, &mut bytes.as_slice(), &mut list), Some(mv));
/// ```
pub fn pack(position: &Position, mv: Move, list: &mut MoveList, bytes: &mut Vec<u8>) {
    let us = position.turn();
    let is_man = position.men(us).contains(mv.from());
    let pieces = if is_man { position.men(us) } else { position.kings(us) };
    let rank = rank(pieces, mv.from());
    match (is_man, mv.captured().len()) {
        (true, 0) => {
            let is_right = Bitboard::from_square(mv.from()).shifted(us.forward()[1])
                == Bitboard::from_square(mv.to());
            bytes.push(2 * (mv.from().number() - 1) + u8::from(is_right));
        }
        (true, 1) if rank < RANKS => {
            let from = Bitboard::from_square(mv.from());
            let is_over = |direction: &&Direction| from.shifted(**direction) == mv.captured();
            let direction = Direction::ALL.iter().find(is_over).map_or(0, |way| way.index());
            bytes.push(JUMPS + 4 * rank as u8 + direction as u8);
        }
        (false, 0) if rank < RANKS => bytes.extend([KINGS + rank as u8, mv.to().number()]),
        _ => {
            let moves = sorted(position, list);
            let place = moves.binary_search(&mv).unwrap_or(usize::from(u16::MAX)) as u16;
            match u8::try_from(place).ok().filter(|&place| place < ESCAPE - OTHERS) {
                Some(place) => bytes.push(OTHERS + place),
                None => {
                    bytes.push(ESCAPE);
                    bytes.extend(place.to_le_bytes());
                }
            }
        }
    }
}

/// Takes the next move from packed ones; `None` at their end, and where the bytes are no move of this position. Whether a capture is
/// compulsory is not asked.
#[inline]
pub fn unpack(position: &Position, bytes: &mut &[u8], list: &mut MoveList) -> Option<Move> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    match byte {
        0..JUMPS => step(position, byte),
        JUMPS..KINGS => jump(position, byte - JUMPS),
        KINGS..OTHERS => {
            let to = take(bytes)?;
            slide(position, byte - KINGS, to)
        }
        OTHERS..ESCAPE => sorted(position, list).get(usize::from(byte - OTHERS)).copied(),
        ESCAPE => {
            let place = u16::from_le_bytes([take(bytes)?, take(bytes)?]);
            sorted(position, list).get(usize::from(place)).copied()
        }
    }
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

#[inline(always)]
fn step(position: &Position, byte: u8) -> Option<Move> {
    let us = position.turn();
    let from = Square::new(byte / 2 + 1)?;
    let direction = us.forward()[usize::from(byte % 2)];
    let to = Bitboard::from_square(from).shifted(direction) & position.empty();
    let is_there = position.men(us).contains(from);
    to.first().filter(|_| is_there).map(|to| Move::new(from, to, Bitboard::EMPTY))
}

#[inline(always)]
fn jump(position: &Position, code: u8) -> Option<Move> {
    let us = position.turn();
    let from = at_rank(position.men(us), code / 4)?;
    let direction = Direction::ALL[usize::from(code % 4)];
    let captured = Bitboard::from_square(from).shifted(direction) & position.pieces(!us);
    let to = (captured.shifted(direction) & position.empty()).first()?;
    Some(Move::new(from, to, captured))
}

fn slide(position: &Position, rank: u8, to: u8) -> Option<Move> {
    let from = at_rank(position.kings(position.turn()), rank)?;
    let to = Square::new(to).filter(|&to| king_slides(from, position.empty()).contains(to))?;
    Some(Move::new(from, to, Bitboard::EMPTY))
}

/// The members of a set on squares of lower numbers.
fn rank(set: Bitboard, square: Square) -> u32 {
    set.below(square).len()
}

#[inline(always)]
fn at_rank(set: Bitboard, rank: u8) -> Option<Square> {
    let mut rest = set.bits();
    for _ in 0..rank {
        rest &= rest.wrapping_sub(1);
    }
    Bitboard::from_bits(rest).first()
}

/// The legal moves by origin, destination and captured squares.
fn sorted(position: &Position, list: &mut MoveList) -> Vec<Move> {
    legal_moves(position, list);
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn all_return(position: &Position) {
        let mut list = MoveList::new();
        let (legal, mut bytes) = (MoveList::legal(position), Vec::new());
        for mv in &legal {
            pack(position, mv, &mut list, &mut bytes);
        }
        let mut rest = bytes.as_slice();
        for mv in &legal {
            let back = unpack(position, &mut rest, &mut list);
            assert_eq!(back, Some(mv), "{}", fen::write(position));
        }
        assert!(rest.is_empty());
    }

    /// Positions of a walk through the game that begins with this number.
    fn walk(seed: u64) -> Vec<Position> {
        let (mut state, mut positions) = (seed, vec![Position::start()]);
        for _ in 0..150 {
            let position = positions[positions.len() - 1];
            let legal = MoveList::legal(&position);
            if legal.is_empty() {
                break;
            }
            state = super::super::mixed(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            positions.push(position.succ(legal[(state % legal.len() as u64) as usize]));
        }
        positions
    }

    #[test]
    fn every_legal_move_comes_back_from_its_bytes() {
        for seed in 1..60 {
            walk(seed).iter().for_each(all_return);
        }
        let crowded = [
            "W:WK46,K47,K48,K28,31,32:BK5,K3,6,7",
            "W:WK47:B14,19,29,31,42",
            "B:W31,K7:B20,12,K33",
            "W:W26-45:BK1",
            "B:WK50:BK1-20",
            "W:WK31-50:B6-9",
        ];
        crowded.iter().for_each(|text| all_return(&fen::read(text).expect("a position")));
    }

    #[test]
    fn no_bytes_are_more_than_a_refusal() {
        let mut list = MoveList::new();
        for position in walk(7) {
            for first in 0..=255 {
                for second in [0, 1, 50, 51, 255] {
                    let bytes = [first, second, second];
                    if let Some(mv) = unpack(&position, &mut bytes.as_slice(), &mut list) {
                        assert!(position.pieces(position.turn()).contains(mv.from()));
                        assert!(mv.captured() == mv.captured() & position.pieces(!position.turn()));
                    }
                }
            }
            assert_eq!(unpack(&position, &mut [].as_slice(), &mut list), None);
        }
    }
}
