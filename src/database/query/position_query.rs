//! Position queries: what a position of a game must have, and the moves played from it.

use super::formation::Formation;
use super::material::Material;
use super::sequence::Sequence;
use crate::board::{Color, Position};

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

impl Pattern {
    #[inline]
    pub(crate) fn is_at(&self, position: &Position) -> bool {
        self.with.is_in(position)
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
