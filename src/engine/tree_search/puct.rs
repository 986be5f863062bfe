//! PUCT (Rosin 2011) as in AlphaZero: the value of a move plus the prior times c √N / (1 + n).

use super::settings::RootNoise;
use super::tree::{Edge, Tree};

/// The edge that a simulation follows. A move without a visit has the mean value of the node. `noise` has a number for each move of a
/// root.
pub(super) fn select(tree: &Tree, node: u32, c: f32, noise: Option<(RootNoise, &[f32])>) -> usize {
    let parent = tree.node(node);
    let unvisited = parent.mean();
    let scale = c * ((parent.visits + parent.pending) as f32).sqrt();
    let score = |(place, edge): (usize, &Edge)| {
        let prior = noise.map_or(edge.prior, |(RootNoise { share, .. }, noise)| {
            (1.0 - share) * edge.prior + share * noise[place]
        });
        edge.value().unwrap_or(unvisited) + scale * prior / (1 + edge.passed()) as f32
    };
    best(tree.edges(node).iter().enumerate().map(score))
}

/// The place of the highest number, the first of equal ones.
pub(super) fn best(scores: impl Iterator<Item = f32>) -> usize {
    let first = (0, f32::NEG_INFINITY);
    let (place, _) = scores
        .enumerate()
        .fold(first, |best, (place, score)| if score > best.1 { (place, score) } else { best });
    place
}

/// The share of each move in the visits of the root; the priors before the first visit.
pub(super) fn policy(edges: &[Edge]) -> Vec<f32> {
    let sum: u32 = edges.iter().map(|edge| edge.visits).sum();
    let share = |edge: &Edge| match sum {
        0 => edge.prior,
        sum => edge.visits as f32 / sum as f32,
    };
    edges.iter().map(share).collect()
}
