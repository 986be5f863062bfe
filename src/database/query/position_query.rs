//! Position queries: what a position of a game must have, and the moves played from it.

use std::str::FromStr;

use super::formation::Formation;
use super::material::Material;
use crate::board::{Color, Move, Position};
use crate::error::DatabaseError;

/// What a position must have, all of it at once. What is not set matches every position.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The position itself.
    pub position: Option<Position>,
    /// Pieces that are all there.
    pub with: Formation,
    /// Pieces of which at least one is there.
    pub any: Option<Formation>,
    /// Pieces none of which is there.
    pub without: Formation,
    /// Men and kings.
    pub material: Option<Material>,
    /// The side to move.
    pub turn: Option<Color>,
    /// The moves played from it.
    pub moves: Sequence,
}

/// What the positions of a game must have.
#[derive(Clone, Debug)]
pub struct PositionQuery {
    /// A pattern that a position of the game matches.
    pub pattern: Option<Pattern>,
    /// Minimum number of consecutive positions that match, from 1; only the first must have the side to move.
    pub min_consecutive: usize,
    /// Whether the pattern with the colours swapped and the board turned matches too.
    pub either_color: bool,
    /// Whether only the last position of a game counts.
    pub only_last: bool,
    /// Material reached anywhere in the game.
    pub ending: Option<Material>,
}

impl Default for PositionQuery {
    fn default() -> PositionQuery {
        PositionQuery {
            pattern: None,
            min_consecutive: 1,
            either_color: false,
            only_last: false,
            ending: None,
        }
    }
}

/// Moves by origin and destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence(Vec<(u8, u8)>);

impl Sequence {
    /// Whether the first of these moves are those of the sequence.
    pub(crate) fn begins(&self, moves: &[Move]) -> bool {
        moves.len() >= self.0.len()
            && self
                .0
                .iter()
                .zip(moves)
                .all(|(&(from, to), mv)| mv.from().number() == from && mv.to().number() == to)
    }

    /// Whether it has no move.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn turned(&self) -> Sequence {
        Sequence(self.0.iter().map(|(from, to)| (51 - from, 51 - to)).collect())
    }
}

/// `32-28 19x23`, also with move numbers.
impl FromStr for Sequence {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Sequence, DatabaseError> {
        let is_number = |word: &&str| word.trim_end_matches('.').parse::<u32>().is_err();
        let words = text.split_whitespace().filter(is_number);
        let moves: Option<Vec<(u8, u8)>> = words
            .map(|word| {
                // The number may be glued to the move.
                let word = word.rsplit('.').next().unwrap_or(word);
                let squares: Option<Vec<u8>> =
                    word.split(['-', 'x', ':']).map(|number| number.parse().ok()).collect();
                let squares = squares.filter(|all| all.iter().all(|one| (1..=50).contains(one)))?;
                (squares.len() > 1).then(|| (squares[0], squares[squares.len() - 1]))
            })
            .collect();
        moves.filter(|moves| !moves.is_empty()).map(Sequence).ok_or_else(|| {
            DatabaseError::Query(format!("'{text}': write moves as in '32-28 19-23 28x19'"))
        })
    }
}

impl Pattern {
    #[inline]
    pub(crate) fn is_at(&self, position: &Position) -> bool {
        self.with.stands(position)
            && self.turn.is_none_or(|turn| turn == position.turn())
            && !self.without.has_any(position)
            && self.any.is_none_or(|any| any.has_any(position))
            && self.position.is_none_or(|own| own == *position)
            && self.material.as_ref().is_none_or(|material| material.is_of(position))
    }

    /// The same with the colours swapped and the board turned.
    pub(crate) fn turned(&self) -> Pattern {
        Pattern {
            position: self.position.map(|position| position.mirrored()),
            with: self.with.turned(),
            any: self.any.map(|any| any.turned()),
            without: self.without.turned(),
            material: self.material.as_ref().map(Material::turned),
            turn: self.turn.map(|turn| !turn),
            moves: self.moves.turned(),
        }
    }

    /// The fewest pieces of a matching position.
    pub(crate) fn least(&self) -> u32 {
        let position = self.position.map_or(0, |position| position.occupied().len());
        let material = self.material.as_ref().map_or(0, Material::least);
        self.with.least().max(position).max(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn moves_are_read_with_numbers_and_without() {
        let moves = Sequence(vec![(32, 28), (19, 23), (28, 19)]);
        for text in ["32-28 19-23 28x19", "1. 32-28 19-23 2. 28x19", "1.32-28 19-23 2.28x19"] {
            assert_eq!(text.parse::<Sequence>().expect(text), moves);
        }
        for text in ["", "32", "32-51", "a-b", "1."] {
            assert!(text.parse::<Sequence>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_sequence_is_compared_from_its_first_move() {
        let opening = MoveList::legal(&Position::start())[0];
        let text = opening.to_string();
        let sequence: Sequence = text.parse().expect("a move");
        assert!(sequence.begins(&[opening]) && !sequence.begins(&[]));
        assert!(Sequence::default().begins(&[]));
        assert_eq!(sequence.turned().turned(), sequence);
    }
}
