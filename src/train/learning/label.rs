//! What endgame tables know of a game: an exact value, which takes the place of its result.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Color, Position};
use crate::dataset::Agreement;
use crate::tablebase::{Tables, Wdl};

/// What tables know of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Label {
    /// The place of the first position they can value. Neither it nor what follows teaches anything.
    pub ply: usize,
    /// Its exact value for White: +1, 0 or −1.
    pub score: f32,
}

impl Label {
    /// The label of a game with these positions; `None` if it never comes to a position that the tables can value. A count of moves
    /// (6.3, 6.4) that runs there already is not looked at: with all tables of four pieces it begins there at the earliest.
    pub(crate) fn of(positions: &[Position], tables: &Tables) -> Option<Label> {
        let value = |position: &Position| Some(score(tables.probe(position)?, position.turn()));
        let mut values = positions.iter().map(value).enumerate();
        values.find_map(|(ply, score)| Some(Label { ply, score: score? }))
    }

    /// What it makes of a result.
    pub(super) fn agreement(&self, result: Option<f32>) -> Agreement {
        match result {
            None => Agreement::NoResult,
            Some(result) if result == self.score => Agreement::Same,
            Some(_) => Agreement::Differs,
        }
    }
}

pub(super) fn score(verdict: Wdl, turn: Color) -> f32 {
    match verdict {
        Wdl::Win => turn.sign() as f32,
        Wdl::Draw => 0.0,
        Wdl::Loss => -turn.sign() as f32,
    }
}

/// Which tables gave a run its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelTables {
    /// The most pieces of a position they can value.
    pub pieces: u32,
    /// How many tables they are.
    pub tables: usize,
}

impl LabelTables {
    /// What a card says of these tables.
    pub fn of(tables: &Tables) -> LabelTables {
        LabelTables { pieces: tables.pieces(), tables: tables.count() }
    }
}

/// `4 pieces (41 tables)`.
impl fmt::Display for LabelTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pieces ({} tables)", self.pieces, self.tables)
    }
}
