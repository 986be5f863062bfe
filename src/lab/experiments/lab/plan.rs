//! The matches of a study, and the rows of its figures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::from_play::Learned;
use super::training_result::TrainingResult;
use crate::arena::tournament::stats::MatchStats;
use crate::results::FigureRow;

/// Who plays whom. A player is the name of a recipe, which may do without some techniques of the search, or a player as
/// `match` takes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Pairing {
    pub a: String,
    pub b: String,
    /// Seconds a move on both sides, instead of nodes; no other match is played beside such a match, and only the first seed plays it.
    pub seconds: Option<f64>,
}

impl Pairing {
    /// Two players with the same number of nodes a move.
    pub(crate) fn new(a: &str, b: &str) -> Pairing {
        Pairing { a: a.into(), b: b.into(), seconds: None }
    }

    /// The same with a time for each move.
    pub(crate) fn timed(self, seconds: f64) -> Pairing {
        Pairing { seconds: Some(seconds), ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchResult {
    pub a: String,
    pub b: String,
    pub seed: u64,
    /// Seconds a move, if that was the limit.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Wins, draws, losses and pairs of games.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    /// Endings other than by the rules of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub irregular: BTreeMap<String, usize>,
}

#[cfg(test)]
impl MatchResult {
    /// A match with these pairs of games, for tests.
    pub(crate) fn of_pairs(a: &str, b: &str, seed: u64, pairs: [u64; 5]) -> MatchResult {
        let stats = MatchStats::of_pairs(pairs);
        let (a, b) = (a.to_owned(), b.to_owned());
        MatchResult { a, b, seed, seconds: None, stats, irregular: BTreeMap::new() }
    }
}

/// A line of the raw figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Row {
    Trained {
        #[serde(rename = "trial")]
        result: TrainingResult,
    },
    Match {
        #[serde(rename = "bout")]
        result: MatchResult,
    },
    Play(PlayRow),
}

/// A line of a study with play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum PlayRow {
    Learned(Learned),
    /// A match as earlier releases wrote it.
    Met(MatchResult),
}

impl Row {
    /// Whether the weights of an arm left all bounds; such an arm plays no match.
    pub(super) fn has_diverged(&self) -> bool {
        match self {
            Row::Trained { result } => result.diverged,
            Row::Play(PlayRow::Learned(learned)) => learned.diverged,
            Row::Match { .. } | Row::Play(PlayRow::Met(_)) => false,
        }
    }
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Trained { result } => arm_piece(&result.recipe, result.seed),
            Row::Play(PlayRow::Learned(learned)) => arm_piece(&learned.arm, learned.seed),
            Row::Match { result: met } | Row::Play(PlayRow::Met(met)) => {
                match_piece(&met.a, &met.b, met.seed, met.seconds)
            }
        }
    }
}

pub(super) fn arm_piece(arm: &str, seed: u64) -> String {
    format!("{arm} with seed {seed}")
}

pub(super) fn match_piece(a: &str, b: &str, seed: u64, seconds: Option<f64>) -> String {
    let limit = seconds.map_or_else(String::new, |seconds| format!(", {seconds} s a move"));
    format!("{a} against {b} with seed {seed}{limit}")
}

/// The figures of a run by their kinds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    pub trained: Vec<TrainingResult>,
    pub learned: Vec<Learned>,
    pub matches: Vec<MatchResult>,
}

impl Rows {
    pub(crate) fn of(lines: Vec<Row>) -> Rows {
        let mut rows = Rows::default();
        for line in lines {
            match line {
                Row::Trained { result } => rows.trained.push(result),
                Row::Play(PlayRow::Learned(learned)) => rows.learned.push(learned),
                Row::Match { result: met } | Row::Play(PlayRow::Met(met)) => rows.matches.push(met),
            }
        }
        rows
    }

    pub(crate) fn lines(&self) -> Vec<Row> {
        let trained = self.trained.iter().cloned().map(|result| Row::Trained { result });
        let learned = self.learned.iter().cloned().map(|row| Row::Play(PlayRow::Learned(row)));
        let matches = self.matches.iter().cloned().map(|result| Row::Match { result });
        trained.chain(learned).chain(matches).collect()
    }

    /// Whether an arm with this seed has diverged.
    pub(super) fn has_diverged(&self, arm: &str, seed: u64) -> bool {
        self.trained.iter().any(|row| row.diverged && row.recipe == arm && row.seed == seed)
            || self.learned.iter().any(|row| row.diverged && row.arm == arm && row.seed == seed)
    }
}
