//! The figures of a run on the way of learning.

use super::super::lab::Results;
use super::plan::PlayPlan;
use super::rows::Learned;
use crate::results::Summary;
use crate::selfplay::Measurement;

/// Everything a report is made of.
pub type Figures<'a> = Results<'a, PlayPlan>;

/// A figure over the seeds of an arm that has it.
pub fn summary(figures: &Figures, arm: &str, of: impl Fn(&Learned) -> Option<f64>) -> Summary {
    Summary::of(figures.trained(arm).filter_map(of))
}

/// The points of the curves of an arm: games, and a figure of every seed.
pub fn curve(
    figures: &Figures,
    arm: &str,
    figure: impl Fn(&Measurement) -> Option<f64>,
) -> Vec<(u64, Summary)> {
    let curves: Vec<&[Measurement]> =
        figures.all(arm).map(|learned| learned.curve.as_slice()).collect();
    let length = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    let point = |place: usize| {
        let values = curves.iter().filter_map(|curve| figure(&curve[place]));
        (curves[0][place].games, Summary::of(values))
    };
    (0..length).map(point).collect()
}

/// The score against an anchor, a share of the points.
pub fn score(point: &Measurement, anchor: usize) -> Option<f64> {
    let stats = &point.scores.get(anchor)?.stats;
    (stats.played() > 0).then(|| stats.points() / stats.played() as f64)
}
