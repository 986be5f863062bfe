//! The raw figures: best moves, places of the best move in every order, speeds, and pairs of games.

use serde::{Deserialize, Serialize};

use crate::arena::tournament::stats::GameScore;
use crate::results::FigureRow;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum Row {
    Learning {
        /// The piece of work, from 0.
        block: usize,
        /// The place of each position's best move among its legal moves.
        best: Vec<u8>,
    },
    /// Positions on which orders are compared.
    HeldOut(HeldOut),
    Speed(Speed),
    /// Two games from the same opening.
    Pair(Pair),
}

/// Positions on which orders are compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// The piece of work, from 0.
    pub block: usize,
    pub moves: Vec<u8>,
    pub captures: Vec<bool>,
    /// For each order, in the order of the report's tables, the place of each position's best move.
    pub places: Vec<Vec<u8>>,
}

/// How fast the search is, by the median of measurements in turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// Nodes a second without a mover.
    pub plain: f64,
    pub mover: f64,
    pub ratio: f64,
}

/// What both sides have the same of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equal {
    Nodes,
    /// Time a move, by the measured speeds.
    Time,
}

impl Equal {
    pub const ALL: [Equal; 2] = [Equal::Nodes, Equal::Time];

    /// A word for rows and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Equal::Nodes => "equal nodes",
            Equal::Time => "equal time",
        }
    }
}

/// Two games from the same opening; the engine with the mover has White in the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    pub equal: Equal,
    pub number: usize,
    /// Nodes a move of the engine with the mover.
    pub nodes: u64,
    /// What it made of the first game, if it counts.
    pub first: Option<GameScore>,
    /// What it made of the second.
    pub second: Option<GameScore>,
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Learning { block, .. } => learning_piece(*block),
            Row::HeldOut(row) => held_out_piece(row.block),
            Row::Speed(_) => SPEED.into(),
            Row::Pair(pair) => pair_piece(pair.equal, pair.number),
        }
    }
}

pub(super) const SPEED: &str = "speed";

pub(super) fn learning_piece(block: usize) -> String {
    format!("learning {block}")
}

pub(super) fn held_out_piece(block: usize) -> String {
    format!("held out {block}")
}

pub(super) fn pair_piece(equal: Equal, number: usize) -> String {
    format!("pair {number} at {}", equal.name())
}
