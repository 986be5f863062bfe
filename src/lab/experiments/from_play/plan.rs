//! What an experiment consists of: arms with several seeds, and who of them meet; and the raw figures, a line of the file for each.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use super::super::lab::{Context, LabError, MatchResult, Pairing, Plan, Results, Row, Trained};
use super::arm::{FromPlaySize, PlayArm};
use super::train::{ENDING, TrainJob, train};
use crate::results::FigureRow;
use crate::selfplay::Measurement;

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
const REVISION: u32 = 1;

/// Arms that learn from play, and matches between them, `material` and `reference`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayPlan {
    revision: u32,
    pub scale: FromPlaySize,
    arms: Vec<PlayArm>,
    #[serde(serialize_with = "players")]
    pairings: Vec<Pairing>,
}

pub type Figures<'a> = Results<'a, PlayPlan>;

/// Pairings without a time for each move, which no match here has.
fn players<S: Serializer>(pairings: &[Pairing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pairings.iter().map(|pair| json!({ "a": pair.a, "b": pair.b })))
}

impl PlayPlan {
    pub fn new(scale: &FromPlaySize, arms: Vec<PlayArm>, pairings: &[(&str, &str)]) -> PlayPlan {
        let pairings = pairings.iter().map(|&(a, b)| Pairing::new(a, b)).collect();
        PlayPlan { revision: REVISION, scale: scale.clone(), arms, pairings }
    }
}

impl Plan for PlayPlan {
    type Size = FromPlaySize;
    type Arm = PlayArm;
    type Trained = Learned;
    type Line = Line;

    const ENDING: &'static str = ENDING;

    fn arms(&self) -> &[PlayArm] {
        &self.arms
    }

    fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    fn seeds(&self) -> &[u64] {
        &self.scale.seeds
    }

    fn match_size(&self) -> (usize, u64) {
        (self.scale.match_games, self.scale.match_nodes)
    }

    fn train(
        &self,
        context: &Context,
        arm: &PlayArm,
        seed: u64,
        known: &[Learned],
    ) -> Result<Learned, LabError> {
        train(TrainJob { context, scale: &self.scale, arm, seed, known })
    }
}

/// What an arm came to with a seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    pub arm: String,
    pub seed: u64,
    pub games: u64,
    /// Positions learned from, each as often as it was.
    pub positions: u64,
    pub nodes: u64,
    /// Half-moves of the games played.
    pub plies: u64,
    /// Games with a result of their own: no other of the run has the same moves.
    pub distinct: Option<u64>,
    /// How far the learner is above the mean of its opponents by the games of the run.
    pub rating: Option<f64>,
    /// The mean value as the learner saw it.
    pub mean_value: Option<f64>,
    /// The share of the points of a suite that the last weights win, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<f64>,
    /// Measured on the way, with frozen weights.
    pub curve: Vec<Measurement>,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
}

impl Trained for Learned {
    fn arm(&self) -> &str {
        &self.arm
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn has_diverged(&self) -> bool {
        self.diverged
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub enum Line {
    Learned(Learned),
    Met(#[serde(serialize_with = "without_a_time")] MatchResult),
}

/// A match as it stands in these figures: none has a time for each move, and irregular endings are left out.
fn without_a_time<S: Serializer>(met: &MatchResult, serializer: S) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("MatchResult", 4)?;
    row.serialize_field("a", &met.a)?;
    row.serialize_field("b", &met.b)?;
    row.serialize_field("seed", &met.seed)?;
    row.serialize_field("tally", &met.stats)?;
    row.end()
}

impl From<Row<Learned>> for Line {
    fn from(row: Row<Learned>) -> Line {
        match row {
            Row::Trained(learned) => Line::Learned(learned),
            Row::Match(result) => Line::Met(result),
        }
    }
}

impl From<Line> for Row<Learned> {
    fn from(line: Line) -> Row<Learned> {
        match line {
            Line::Learned(learned) => Row::Trained(learned),
            Line::Met(result) => Row::Match(result),
        }
    }
}

impl FigureRow for Line {
    fn piece(&self) -> String {
        Row::from(self.clone()).piece()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lab::{Arm, Experiment, MatchResult, Rows};
    use super::super::giraffe::{self, GIRAFFE};
    use super::super::knightcap::{self, KNIGHTCAP};
    use super::*;

    #[test]
    fn every_arm_comes_after_those_it_needs_and_every_player_is_trained() {
        for (experiment, groups) in [(KNIGHTCAP, knightcap::GROUPS), (GIRAFFE, giraffe::GROUPS)] {
            let plan = (experiment.plan)(&FromPlaySize::quick(1));
            let mut made: Vec<&str> = Vec::new();
            for stage in &plan.stages() {
                let needs = stage.iter().flat_map(|arm| arm.needs());
                assert!(needs.into_iter().all(|name| made.contains(&name)));
                made.extend(stage.iter().map(|arm| arm.name()));
            }
            assert_eq!(made.len(), plan.arms.len());
            let is_known = |name: &str| made.contains(&name) || name == "reference";
            assert!(plan.pairings.iter().all(|pair| is_known(&pair.a) && is_known(&pair.b)));
            let named = groups.iter().flat_map(|group| group.arms.iter().chain([&group.base]));
            assert!(named.into_iter().all(|name| is_known(name)));
        }
    }

    #[test]
    fn every_claim_rests_on_a_match_of_the_plan() {
        let check = |experiment: &Experiment<PlayPlan>| {
            let plan = (experiment.plan)(&FromPlaySize::quick(1));
            let played =
                |pair: &Pairing| MatchResult::of_pairs(&pair.a, &pair.b, 1, [0, 0, 5, 20, 10]);
            let matches = plan.pairings.iter().map(played).collect();
            let rows = Rows { trained: Vec::new(), matches };
            let report = experiment.report(&Figures { plan: &plan, rows: &rows, command: "" });
            let text = report.to_markdown();
            assert!(text.contains(": Elo +") && !text.contains(": Elo –"), "{text}");
        };
        [KNIGHTCAP, GIRAFFE].iter().for_each(check);
    }
}
