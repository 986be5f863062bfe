//! The move to play after a run. The quickest proven win is played, and a proven loss only where nothing else is left.

use rand::Rng;
use rand::distr::weighted::WeightedIndex;
use rand_distr::Distribution;

use super::tree::{Edge, Tree};
use super::{gumbel, puct};

/// The winner of sequential halving: the best score among the moves with the most visits in the run.
pub(super) fn halved(tree: &Tree, visits: &[u32], noise: &[f32]) -> usize {
    let sound = sound(tree.edges(Tree::ROOT));
    let of_sound = visits.iter().zip(&sound).filter(|(_, sound)| **sound);
    let most = of_sound.map(|(visits, _)| *visits).max().unwrap_or_default();
    let scores = gumbel::root_scores(tree, noise).into_iter().zip(visits).zip(&sound);
    puct::best(scores.map(
        |((score, &visits), &sound)| {
            if sound && visits == most { score } else { f32::NEG_INFINITY }
        },
    ))
}

/// The move with the most visits, or with a temperature one drawn by visits to the power of its reciprocal.
pub(super) fn visited(edges: &[Edge], temperature: f32, rng: &mut impl Rng) -> usize {
    // Equal visits, as before the first simulation, are decided by the prior.
    let visits: Vec<f32> = edges.iter().map(|edge| edge.visits as f32 + 0.5 * edge.prior).collect();
    let highest = visits.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let weight = |(visits, is_sound): (f32, bool)| match is_sound {
        false => 0.0,
        true if temperature > 0.0 => (visits / highest).powf(1.0 / temperature),
        true => visits,
    };
    let weights: Vec<f32> = visits.into_iter().zip(sound(edges)).map(weight).collect();
    let drawn = (temperature > 0.0).then(|| WeightedIndex::new(&weights).ok()).flatten();
    drawn.map_or_else(|| puct::best(weights.iter().copied()), |drawn| drawn.sample(rng))
}

/// The moves among which the choice is: the quickest proven wins, or those that are not proven losses, or the slowest losses.
fn sound(edges: &[Edge]) -> Vec<bool> {
    let exact = |value: i8| {
        let exact = edges.iter().filter_map(move |edge| edge.exact);
        exact.filter(move |exact| exact.value == value)
    };
    if let Some(quickest) = exact(-1).min_by_key(|exact| exact.plies) {
        return edges.iter().map(|edge| edge.exact == Some(quickest)).collect();
    }
    let is_lost = |edge: &Edge| edge.exact.is_some_and(|exact| exact.value == 1);
    if !edges.iter().all(is_lost) {
        return edges.iter().map(|edge| !is_lost(edge)).collect();
    }
    let slowest = exact(1).max_by_key(|exact| exact.plies);
    edges.iter().map(|edge| edge.exact == slowest).collect()
}
