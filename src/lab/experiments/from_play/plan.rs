//! What an experiment consists of: arms with several seeds, and who of them meet.

use serde::{Serialize, Serializer};
use serde_json::json;

use super::super::lab::{Context, LabError, Pairing, Plan, Results};
use super::arm::{FromPlaySize, PlayArm};
use super::rows::{Learned, Line};
use super::train::{ENDING, TrainJob, train};

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
const REVISION: u32 = 1;

/// Arms that learn from play, and matches between them, `material` and `reference`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PlayPlan {
    revision: u32,
    pub scale: FromPlaySize,
    arms: Vec<PlayArm>,
    #[serde(serialize_with = "players")]
    pairings: Vec<Pairing>,
}

pub(super) type Figures<'a> = Results<'a, PlayPlan>;

/// Pairings without a time for each move, which no match here has.
fn players<S: Serializer>(pairings: &[Pairing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pairings.iter().map(|pair| json!({ "a": pair.a, "b": pair.b })))
}

impl PlayPlan {
    pub(crate) fn new(
        scale: &FromPlaySize,
        arms: Vec<PlayArm>,
        pairings: &[(&str, &str)],
    ) -> PlayPlan {
        let pairings = pairings.iter().map(|&(a, b)| Pairing::new(a, b)).collect();
        PlayPlan { revision: REVISION, scale: scale.clone(), arms, pairings }
    }
}

impl Plan for PlayPlan {
    type Size = FromPlaySize;
    type Arm = PlayArm;
    type Trained = Learned;
    type Line = Line;

    fn ending(_: &PlayArm) -> &'static str {
        ENDING
    }

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

#[cfg(test)]
mod tests {
    use super::super::super::lab::{Arm, Experiment, MatchResult, Rows};
    use super::super::giraffe::{self, GIRAFFE};
    use super::super::knightcap::{self, KNIGHTCAP};
    use super::*;
    use crate::results::Description;

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
            let report = experiment.report(&Figures {
                plan: &plan,
                rows: &rows,
                run: &Description::default(),
            });
            let text = report.to_markdown();
            assert!(text.contains(": Elo +") && !text.contains(": Elo –"), "{text}");
        };
        [KNIGHTCAP, GIRAFFE].iter().for_each(check);
    }
}
