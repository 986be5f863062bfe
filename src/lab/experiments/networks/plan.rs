//! What the experiment consists of.

use super::super::lab::{ExperimentSize, Pairing, TrainingPlan, paper_networks};
use super::names::{MATERIAL, NETS};

/// The five networks, everybody against everybody, against the plain man count, and against a program outside if one is named.
pub(super) fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let round_robin = NETS
        .iter()
        .enumerate()
        .flat_map(|(place, a)| NETS[..place].iter().map(move |b| Pairing::new(a, b)));
    let counting = NETS.iter().map(|net| Pairing::new(net, MATERIAL));
    let outside = scale.against.iter().flat_map(|program| {
        NETS.iter().map(move |net| Pairing::new(net, program).timed(scale.seconds))
    });
    let pairings = round_robin.chain(counting).chain(outside).collect();
    TrainingPlan::new(scale, paper_networks(scale).to_vec(), pairings)
}
