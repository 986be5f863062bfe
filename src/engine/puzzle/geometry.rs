//! What happens in a solution, seen by White, who solves it: pieces offered and taken, kings, and how captures follow one another.

use crate::board::{Bitboard, Color, Direction, Move, MoveList, Piece, Position, Square};

/// A solution taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The moves, White's first.
    pub moves: Vec<Move>,
    /// All pieces of the position.
    pub pieces: u32,
    /// Kings of White in the position.
    pub kings: u32,
    /// Pieces of White that are taken before White's first capture; all of them where White never captures.
    pub offered: u32,
    /// Pieces of White that are taken in all.
    pub given: u32,
    /// Pieces of Black that are taken.
    pub taken: u32,
    /// The most pieces that one capture of White takes.
    pub longest: u32,
    /// Men of White that become kings.
    pub promoted: u32,
    /// Men of Black that become kings and are then taken.
    pub lured: u32,
    /// Kings of Black that are taken.
    pub kings_taken: u32,
    /// Captures of Black that the rule of the most pieces forces: another piece could capture fewer.
    pub majority: u32,
    /// How captures follow one another.
    pub relations: Vec<Relation>,
}

/// How captures follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// A piece captures, Black must capture another, and the same piece captures on.
    Bomb,
    /// White captures, Black takes the piece that did, and this one is taken with others by another piece.
    Ricochet,
    /// A king that was taking pieces stops beside a man that takes it, since it has taken the support of this man.
    HalfTurkish,
    /// As the half Turkish stroke, with four pieces or more, and one of them stops the king.
    Turkish,
    /// Two moves of White in a row take two pieces each.
    DoubleTwo,
}

impl Geometry {
    /// The geometry of moves from a position with White to move.
    #[must_use]
    pub fn of(start: &Position, moves: &[Move]) -> Geometry {
        let positions = start.along(moves);
        let (black, white) = (Color::Black, Color::White);
        let mut own = Geometry {
            moves: moves.to_vec(),
            pieces: start.occupied().len(),
            kings: start.kings(white).len(),
            offered: 0,
            given: 0,
            taken: 0,
            longest: 0,
            promoted: 0,
            lured: 0,
            kings_taken: 0,
            majority: 0,
            relations: Vec::new(),
        };
        // Where kings are that were men of Black in the position.
        let mut new_kings = Bitboard::EMPTY;
        for (ply, &mv) in moves.iter().enumerate() {
            let (before, after) = (&positions[ply], &positions[ply + 1]);
            let count = mv.captured().len();
            let was_man = before.men(before.turn()).contains(mv.from());
            let is_king = after.kings(before.turn()).contains(mv.to());
            if before.turn() == white {
                own.taken += count;
                own.longest = own.longest.max(count);
                own.promoted += u32::from(was_man && is_king);
                own.lured += (mv.captured() & new_kings).len();
                own.kings_taken += (mv.captured() & before.kings(black)).len();
                new_kings = new_kings - mv.captured();
            } else {
                own.given += count;
                own.offered += if own.taken == 0 { count } else { 0 };
                let was_new = new_kings.contains(mv.from());
                new_kings = new_kings.without(mv.from());
                if is_king && (was_man || was_new) {
                    new_kings |= Bitboard::from_square(mv.to());
                }
                own.majority += u32::from(count > 0 && is_by_majority(before));
            }
        }
        for relation in [
            Relation::Bomb,
            Relation::Ricochet,
            Relation::HalfTurkish,
            Relation::Turkish,
            Relation::DoubleTwo,
        ] {
            if (0..moves.len()).any(|ply| has(relation, &positions, moves, ply)) {
                own.relations.push(relation);
            }
        }
        own
    }
}

/// Whether a relation is there from a ply on.
fn has(relation: Relation, positions: &[Position], moves: &[Move], ply: usize) -> bool {
    let is_white = ply.is_multiple_of(2);
    let count = |at: usize| moves.get(at).map_or(0, |mv| mv.captured().len());
    let three = |at: usize| Some((moves.get(at)?, moves.get(at + 1)?, moves.get(at + 2)?));
    match relation {
        Relation::Bomb | Relation::Ricochet | Relation::DoubleTwo if !is_white => false,
        Relation::Bomb => three(ply).is_some_and(|(first, other, second)| {
            first.is_capture()
                && other.is_capture()
                && second.is_capture()
                && second.from() == first.to()
        }),
        Relation::Ricochet => three(ply).is_some_and(|(first, other, second)| {
            first.is_capture()
                && other.captured().contains(first.to())
                && second.captured().len() >= 2
                && second.captured().contains(other.to())
                && second.from() != first.to()
        }),
        Relation::DoubleTwo => count(ply) == 2 && count(ply + 2) == 2,
        Relation::HalfTurkish | Relation::Turkish if is_white => false,
        Relation::HalfTurkish => turkish(positions, moves, ply).is_some(),
        Relation::Turkish => turkish(positions, moves, ply) == Some(true),
    }
}

/// Whether a king of Black that captures at this ply is taken from its side by a piece whose support it took; `None` if not.
///
/// It is true if the king took four pieces or more, one of which stops it.
fn turkish(positions: &[Position], moves: &[Move], ply: usize) -> Option<bool> {
    let (king, taker) = (moves.get(ply)?, moves.get(ply + 1)?);
    let is_king = positions[ply].kings(Color::Black).contains(king.from());
    if !is_king || !taker.captured().contains(king.to()) {
        return None;
    }
    let step =
        |at: Square, direction: Direction| Bitboard::from_square(at).shifted(direction).first();
    let towards = Direction::ALL.into_iter().find(|&d| step(taker.from(), d) == Some(king.to()))?;
    let support = step(taker.from(), towards.opposite())?;
    if !king.captured().contains(support) {
        return None;
    }
    // A piece that the king has taken and sees again on its way to another piece.
    let [left, right] = towards.turns();
    let stops = [towards, left, right].into_iter().filter_map(|d| step(king.to(), d));
    let is_stopped = stops.into_iter().any(|square| king.captured().contains(square));
    Some(king.captured().len() >= 4 && is_stopped)
}

/// Whether the side to move must capture with a piece, although another could capture fewer.
fn is_by_majority(position: &Position) -> bool {
    let legal = MoveList::legal(position);
    let us = position.turn();
    let able = position.pieces(us).into_iter().filter(|&square| can_capture(position, square));
    able.into_iter().any(|square| legal.iter().all(|mv| mv.from() != square))
}

/// Whether the piece on a square could capture, if it need not be the most.
fn can_capture(position: &Position, from: Square) -> bool {
    let Some((color, piece)) = position.at(from) else { return false };
    Direction::ALL.into_iter().any(|direction| {
        let way = Bitboard::ray(from, direction) & position.occupied();
        let Some(next) = way.nearest(direction) else { return false };
        let is_near = Bitboard::from_square(from).shifted(direction).contains(next);
        let beyond = Bitboard::from_square(next).shifted(direction).first();
        (is_near || piece == Piece::King)
            && position.pieces(!color).contains(next)
            && beyond.is_some_and(|square| position.empty().contains(square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn a_piece_that_could_capture_fewer_is_held_by_the_majority() {
        // 22 takes two men, 16 could take one.
        let both = fen::read("B:W21,28,38:B16,22").expect("fen");
        assert!(is_by_majority(&both));
        let one = fen::read("B:W28,38:B16,22").expect("fen");
        assert!(!is_by_majority(&one));
    }

    #[test]
    fn a_king_captures_from_afar_and_a_man_does_not() {
        let square = |number| Square::new(number).expect("a square");
        let position = fen::read("W:WK46,47:B37,32").expect("fen");
        assert!(!can_capture(&position, square(46)), "37 is covered by 32");
        assert!(!can_capture(&position, square(47)));
        let position = fen::read("W:WK46,47:B28").expect("fen");
        assert!(can_capture(&position, square(46)));
    }
}
