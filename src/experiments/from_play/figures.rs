//! The figures of a run, asked by name.

use super::super::lab::Strength;
use super::plan::Plan;
use super::rows::{Learned, Row};
use crate::play::tournament::stats::MatchStats;
use crate::results::Summary;
use crate::selfplay::Measurement;

/// Everything a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// What was to be done.
    pub plan: &'a Plan,
    /// What came out.
    pub rows: &'a [Row],
    /// The command that repeats it.
    pub command: &'a str,
}

impl<'a> Figures<'a> {
    /// What an arm came to with each seed.
    pub fn learned(&self, arm: &str) -> impl Iterator<Item = &'a Learned> {
        let learned = self.rows.iter().filter_map(|row| match row {
            Row::Learned(learned) => Some(learned),
            Row::Met(_) => None,
        });
        learned.filter(move |learned| learned.arm == arm)
    }

    /// A figure over the seeds of an arm that has it.
    #[must_use]
    pub fn summary(&self, arm: &str, figure: impl Fn(&Learned) -> Option<f64>) -> Summary {
        Summary::of(self.learned(arm).filter(|learned| !learned.diverged).filter_map(figure))
    }

    /// The matches of two players as the first sees them, with their seeds.
    fn tallies(&self, a: &str, b: &str) -> impl Iterator<Item = (u64, MatchStats)> {
        self.rows.iter().filter_map(move |row| match row {
            Row::Met(met) if met.a == a && met.b == b => Some((met.seed, met.tally.clone())),
            Row::Met(met) if met.a == b && met.b == a => Some((met.seed, met.tally.flipped())),
            _ => None,
        })
    }

    /// How strong one player is against another in their matches.
    #[must_use]
    pub fn strength(&self, a: &str, b: &str) -> Option<Strength> {
        let tallies: Vec<MatchStats> = self.tallies(a, b).map(|(_, tally)| tally).collect();
        Strength::of(&tallies)
    }

    /// The match of two players with a seed.
    #[must_use]
    pub fn tally(&self, a: &str, b: &str, seed: u64) -> Option<MatchStats> {
        let with_seed = self.tallies(a, b).find(|(of, _)| *of == seed);
        with_seed.map(|(_, tally)| tally).filter(|tally| tally.played() > 0)
    }

    /// What an arm means; a player that is none by its name.
    #[must_use]
    pub fn meaning(&self, name: &str) -> String {
        self.plan.arm(name).map_or_else(|| name.into(), |arm| arm.meaning.clone())
    }

    /// The points of the curves of an arm: games, and a figure of every seed.
    #[must_use]
    pub fn curve(
        &self,
        arm: &str,
        figure: impl Fn(&Measurement) -> Option<f64>,
    ) -> Vec<(u64, Summary)> {
        let curves: Vec<&[Measurement]> =
            self.learned(arm).map(|learned| learned.curve.as_slice()).collect();
        let length = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
        let point = |place: usize| {
            let values = curves.iter().filter_map(|curve| figure(&curve[place]));
            (curves[0][place].games, Summary::of(values))
        };
        (0..length).map(point).collect()
    }
}

/// The score against an anchor, a share of the points.
#[must_use]
pub fn score(point: &Measurement, anchor: usize) -> Option<f64> {
    let tally = &point.scores.get(anchor)?.stats;
    (tally.played() > 0).then(|| tally.points() / tally.played() as f64)
}
