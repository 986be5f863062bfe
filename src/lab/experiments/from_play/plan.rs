//! What an experiment consists of: arms with several seeds, and who of them meet.

use serde::{Deserialize, Serialize};

use super::arm::Arm;

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
const REVISION: u32 = 1;

/// The size of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FromPlaySize {
    /// Every arm is taught once with each.
    pub seeds: Vec<u64>,
    /// Games of an arm that plays.
    pub games: u64,
    /// Games of KnightCap's way on its server.
    pub server_games: u64,
    /// Games of the arms that the players of the pool and the anchor have read, at most.
    pub read: [u64; 2],
    /// Passes over the database where it is learned whole.
    pub passes: u32,
    /// Nodes a move while learning, and in measurements on the way.
    pub nodes: u64,
    /// Nodes a move in matches between arms.
    pub match_nodes: u64,
    /// Games of such a match.
    pub match_games: usize,
    /// Games against each anchor in a measurement, of which there are three on the way, and eleven on a server.
    pub measure_games: usize,
}

impl FromPlaySize {
    /// Full size.
    #[must_use]
    pub fn full(seed: u64, seeds: u64) -> FromPlaySize {
        FromPlaySize {
            seeds: (seed..seed + seeds).collect(),
            games: 3000,
            server_games: 308,
            read: [200, 2000],
            passes: 4,
            nodes: 500,
            match_nodes: 2000,
            match_games: 158,
            measure_games: 158,
        }
    }

    /// Two seeds and a few games: it shows that everything works.
    #[must_use]
    pub fn quick(seed: u64) -> FromPlaySize {
        FromPlaySize {
            games: 16,
            server_games: 6,
            read: [20, 60],
            passes: 1,
            nodes: 30,
            match_nodes: 30,
            match_games: 2,
            measure_games: 2,
            ..FromPlaySize::full(seed, 2)
        }
    }
}

/// Who meets whom: arms, `material` or `reference`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// Whose results are counted.
    pub a: String,
    /// The opponent.
    pub b: String,
}

/// An experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    revision: u32,
    /// Its size.
    pub scale: FromPlaySize,
    /// What is taught.
    pub arms: Vec<Arm>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

impl Plan {
    /// What is to be taught and played.
    #[must_use]
    pub fn new(scale: &FromPlaySize, arms: Vec<Arm>, pairings: &[(&str, &str)]) -> Plan {
        let pairing = |&(a, b): &(&str, &str)| Pairing { a: a.into(), b: b.into() };
        let pairings = pairings.iter().map(pairing).collect();
        Plan { revision: REVISION, scale: scale.clone(), arms, pairings }
    }

    /// An arm by its name.
    #[must_use]
    pub fn arm(&self, name: &str) -> Option<&Arm> {
        self.arms.iter().find(|arm| arm.name == name)
    }

    /// Arms and matches in all.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.arms.len() + self.pairings.len()) * self.scale.seeds.len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arms in stages: each needs only what earlier stages made.
    ///
    /// # Panics
    /// If an arm needs one that is not there, or itself.
    #[must_use]
    pub fn stages(&self) -> Vec<Vec<&Arm>> {
        let mut stages: Vec<Vec<&Arm>> = Vec::new();
        let mut rest: Vec<&Arm> = self.arms.iter().collect();
        while !rest.is_empty() {
            let is_made = |name: &str| stages.iter().flatten().any(|arm| arm.name == name);
            let is_ready = |arm: &&Arm| arm.needs().into_iter().all(is_made);
            let (ready, later): (Vec<&Arm>, Vec<&Arm>) = rest.into_iter().partition(is_ready);
            assert!(!ready.is_empty(), "{} need what is not there", later.len());
            stages.push(ready);
            rest = later;
        }
        stages
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Figures, GIRAFFE, KNIGHTCAP, MatchRow, Row};
    use super::*;
    use crate::arena::tournament::stats::MatchStats;

    #[test]
    fn every_arm_comes_after_those_it_needs_and_everybody_who_meets_is_taught() {
        for study in [KNIGHTCAP, GIRAFFE] {
            let plan = (study.plan)(&FromPlaySize::quick(1));
            let mut made: Vec<&str> = Vec::new();
            for stage in &plan.stages() {
                let needs = stage.iter().flat_map(|arm| arm.needs());
                assert!(needs.into_iter().all(|name| made.contains(&name)));
                made.extend(stage.iter().map(|arm| arm.name.as_str()));
            }
            assert_eq!(made.len(), plan.arms.len());
            let is_known = |name: &str| made.contains(&name) || name == "reference";
            assert!(plan.pairings.iter().all(|pair| is_known(&pair.a) && is_known(&pair.b)));
            let named =
                study.groups.iter().flat_map(|group| group.arms.iter().chain([&group.base]));
            assert!(named.into_iter().all(|name| is_known(name)));
        }
    }

    #[test]
    fn every_claim_rests_on_a_match_of_the_plan() {
        for study in [KNIGHTCAP, GIRAFFE] {
            let plan = (study.plan)(&FromPlaySize::quick(1));
            let met = |pair: &Pairing| {
                let (a, b) = (pair.a.clone(), pair.b.clone());
                Row::Met(MatchRow { a, b, seed: 1, tally: MatchStats::of_pairs([0, 0, 5, 20, 10]) })
            };
            let rows: Vec<_> = plan.pairings.iter().map(met).collect();
            let figures = Figures { plan: &plan, rows: &rows, command: "" };
            for claim in (study.claims)(&figures) {
                assert_ne!(claim.findings[0].evidence, "Elo –", "{}", claim.claim);
            }
        }
    }
}
