//! What an experiment with draughts consists of: arms that are trained with several seeds, and matches between them.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::context::{Context, LabError};
use crate::arena::tournament::stats::MatchStats;
use crate::results::FigureRow;

/// Who meets whom. A player is the name of a recipe, which may do without some techniques of the search, or a player as
/// `match` takes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Pairing {
    pub a: String,
    pub b: String,
    /// Seconds a move on both sides, instead of nodes; such a match is played alone, with the first seed.
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

/// A way of coming to weights.
pub(crate) trait Arm: Sync {
    /// A short name; rows and files of weights carry it.
    fn name(&self) -> &str;

    fn meaning(&self) -> &str;

    /// The same in a few words, for plots.
    fn label(&self) -> &str {
        self.meaning()
    }

    /// The arms whose weights or figures of the same seed it begins with.
    fn needs(&self) -> Vec<&str>;
}

/// The figures of an arm with a seed.
pub(crate) trait Trained: Clone + Send + Sync {
    fn arm(&self) -> &str;

    fn seed(&self) -> u64;

    /// Whether the weights left all bounds; such an arm plays no match.
    fn has_diverged(&self) -> bool;
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchResult {
    pub a: String,
    pub b: String,
    pub seed: u64,
    /// Seconds a move, if that was the limit.
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Row<T> {
    #[serde(rename = "trial")]
    Trained(T),
    #[serde(rename = "bout")]
    Match(MatchResult),
}

impl<T: Trained + Serialize + DeserializeOwned> FigureRow for Row<T> {
    fn piece(&self) -> String {
        match self {
            Row::Trained(trained) => arm_piece(trained.arm(), trained.seed()),
            Row::Match(result) => match_piece(&result.a, &result.b, result.seed, result.seconds),
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

pub(crate) trait Plan: Sync + Sized {
    /// The numbers that make it large or small.
    type Size;
    type Arm: Arm;
    type Trained: Trained;
    /// A line of the raw figures.
    type Line: FigureRow + From<Row<Self::Trained>> + Into<Row<Self::Trained>>;

    /// The ending of the files of an arm's weights.
    fn ending(arm: &Self::Arm) -> &'static str;

    fn arms(&self) -> &[Self::Arm];

    /// The matches, each with every seed; those at equal time with the first alone.
    fn pairings(&self) -> &[Pairing];

    /// The seeds; every arm is trained once with each.
    fn seeds(&self) -> &[u64];

    /// Games of a match, and nodes a move.
    fn match_size(&self) -> (usize, u64);

    /// Whether the games of all matches are kept, so that a long one goes on where it was interrupted.
    fn keeps_games(&self) -> bool {
        false
    }

    /// Reads what training asks for on many threads, before it begins.
    fn prepare(&self, _: &Context) {}

    /// Trains an arm, keeps its weights, and returns its figures; `known` are those of earlier stages.
    fn train(
        &self,
        context: &Context,
        arm: &Self::Arm,
        seed: u64,
        known: &[Self::Trained],
    ) -> Result<Self::Trained, LabError>;

    fn arm(&self, name: &str) -> Option<&Self::Arm> {
        self.arms().iter().find(|arm| arm.name() == name)
    }

    fn with_seeds<'a>(&self, arms: &[&'a Self::Arm]) -> Vec<(&'a Self::Arm, u64)> {
        arms.iter().flat_map(|&arm| self.seeds().iter().map(move |&seed| (arm, seed))).collect()
    }

    fn matches(&self) -> Vec<(&Pairing, u64)> {
        let seeds = |pairing: &Pairing| match pairing.seconds {
            Some(_) => &self.seeds()[..1],
            None => self.seeds(),
        };
        let matches = |pairing| seeds(pairing).iter().map(move |&seed| (pairing, seed));
        self.pairings().iter().flat_map(matches).collect()
    }

    /// The arms in stages: each needs only what earlier stages made.
    ///
    /// # Panics
    /// If an arm needs one that is not there, or itself.
    fn stages(&self) -> Vec<Vec<&Self::Arm>> {
        let mut stages: Vec<Vec<&Self::Arm>> = Vec::new();
        let mut rest: Vec<&Self::Arm> = self.arms().iter().collect();
        while !rest.is_empty() {
            let is_made = |name: &str| stages.iter().flatten().any(|arm| arm.name() == name);
            let is_ready = |arm: &&Self::Arm| arm.needs().into_iter().all(is_made);
            let (ready, later): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_ready);
            assert!(!ready.is_empty(), "{} need what is not there", later.len());
            stages.push(ready);
            rest = later;
        }
        stages
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows<T> {
    pub trained: Vec<T>,
    pub matches: Vec<MatchResult>,
}

impl<T: Clone> Rows<T> {
    pub(crate) fn of(lines: Vec<impl Into<Row<T>>>) -> Rows<T> {
        let mut rows = Rows { trained: Vec::new(), matches: Vec::new() };
        for line in lines {
            match line.into() {
                Row::Trained(trained) => rows.trained.push(trained),
                Row::Match(result) => rows.matches.push(result),
            }
        }
        rows
    }

    pub(crate) fn lines<L: From<Row<T>>>(&self) -> Vec<L> {
        let trained = self.trained.iter().cloned().map(Row::Trained);
        let rows = trained.chain(self.matches.iter().cloned().map(Row::Match));
        rows.map(L::from).collect()
    }
}
