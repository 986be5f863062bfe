//! The numbers of a run, and its raw figures: best moves, places of the best move in every order, speeds, and pairs of games.

use serde::{Deserialize, Serialize};

use crate::arena::tournament::stats::GameScore;
use crate::results::FigureRow;

/// Raised whenever a change of the program changes the figures.
const REVISION: u32 = 1;

/// What the figures depend on, beside the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoverSettings {
    revision: u32,
    pub seed: u64,
    pub learning: usize,
    /// Positions of other games, on which orders are compared.
    pub held_out: usize,
    /// Nodes of the search that tells the best move.
    pub nodes: u64,
    /// Times that all positions are learned from.
    pub passes: u32,
    pub match_games: usize,
    pub match_nodes: u64,
    /// Times that speeds are measured; none, and no match at equal time, if 0.
    pub rounds: usize,
}

pub(super) const BLOCK: usize = 250;

/// The part of the nodes that a search has from which history and the table's move come.
pub(super) const SHORTER: u64 = 8;

impl MoverSettings {
    pub fn full(seed: u64) -> MoverSettings {
        MoverSettings {
            revision: REVISION,
            seed,
            learning: 40_000,
            held_out: 4_000,
            nodes: 10_000,
            passes: 8,
            match_games: 332,
            match_nodes: 5_000,
            rounds: 201,
        }
    }

    /// A small size that gives the same figures every time: speeds are not measured.
    pub fn quick(seed: u64) -> MoverSettings {
        MoverSettings {
            learning: 600,
            held_out: 200,
            nodes: 400,
            match_games: 4,
            match_nodes: 100,
            rounds: 0,
            ..MoverSettings::full(seed)
        }
    }

    pub(crate) fn pairs(&self) -> usize {
        self.match_games.div_ceil(2)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub(crate) enum Row {
    Learning {
        block: usize,
        /// The place of each position's best move among its legal moves.
        best: Vec<u8>,
    },
    HeldOut(HeldOut),
    Speed(Speed),
    Pair(Pair),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HeldOut {
    pub block: usize,
    pub moves: Vec<u8>,
    pub captures: Vec<bool>,
    /// For each order, in the order of the report's tables, the place of each position's best move.
    pub places: Vec<Vec<u8>>,
}

/// How fast the search is, by the median of measurements in turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Speed {
    /// Nodes a second without a mover.
    pub plain: f64,
    pub mover: f64,
    pub ratio: f64,
}

/// What both sides have the same of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Equal {
    Nodes,
    /// Time a move, by the measured speeds.
    Time,
}

impl Equal {
    pub(crate) const ALL: [Equal; 2] = [Equal::Nodes, Equal::Time];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Equal::Nodes => "equal nodes",
            Equal::Time => "equal time",
        }
    }
}

/// Two games from the same opening; the engine with the mover has White in the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) equal: Equal,
    pub number: usize,
    /// Nodes a move of the engine with the mover.
    pub nodes: u64,
    /// What it made of the first game, if it counts.
    pub first: Option<GameScore>,
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
