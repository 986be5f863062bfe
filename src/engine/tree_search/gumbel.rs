//! Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver 2022), with the constants of the library mctx.

use super::tree::{Edge, Tree};

/// `value_scale` of mctx.
const VALUE_SCALE: f32 = 0.1;
/// `maxvisit_init` of mctx.
const VISIT_OFFSET: f32 = 50.0;

/// For each simulation of a root the visits that the move to be searched has had.
///
/// The half of the moves that looks better gets the rest of the simulations, and again the half of it (sequential halving, Karnin and
/// others 2013).
pub(super) fn halving(considered: usize, simulations: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations as u32).collect();
    }
    let rounds = usize::BITS - (considered - 1).leading_zeros();
    let (mut sequence, mut visits) = (Vec::new(), vec![0; considered]);
    let mut left = considered;
    while sequence.len() < simulations {
        let times = (simulations / (rounds as usize * left)).max(1);
        for _ in 0..times {
            sequence.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|visits| *visits += 1);
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(simulations);
    sequence
}

/// The value of a node from the evaluator's value and those of the moves searched, weighed by their priors (appendix D of the paper).
fn mixed_value(value: f32, edges: &[Edge]) -> f32 {
    let (mut visits, mut weight, mut sum) = (0, 0.0, 0.0);
    for edge in edges {
        if let Some(value) = edge.value().filter(|_| edge.passed() > 0) {
            let prior = edge.prior.max(f32::MIN_POSITIVE);
            visits += edge.passed();
            weight += prior;
            sum += prior * value;
        }
    }
    if visits == 0 {
        return value;
    }
    (value + visits as f32 * (sum / weight)) / (1 + visits) as f32
}

/// The values of all moves of a node, on the scale of logits: those not searched have the mixed value.
pub(super) fn completed(tree: &Tree, node: u32) -> Vec<f32> {
    let edges = tree.edges(node);
    let mixed = mixed_value(tree.node(node).value, edges);
    let mut values: Vec<f32> = edges.iter().map(|edge| edge.value().unwrap_or(mixed)).collect();
    let lowest = values.iter().copied().fold(f32::INFINITY, f32::min);
    let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let most = edges.iter().map(Edge::passed).max().unwrap_or_default();
    let scale = (VISIT_OFFSET + most as f32) * VALUE_SCALE / (highest - lowest).max(1e-8);
    values.iter_mut().for_each(|value| *value = scale * (*value - lowest));
    values
}

/// The improved policy: the softmax of logits and completed values.
pub(super) fn policy(tree: &Tree, node: u32) -> Vec<f32> {
    let mut policy = completed(tree, node);
    let edges = tree.edges(node);
    policy.iter_mut().zip(edges).for_each(|(score, edge)| *score += edge.logit);
    let highest = policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    policy.iter_mut().for_each(|score| *score = (*score - highest).exp());
    let sum: f32 = policy.iter().sum();
    policy.iter_mut().for_each(|score| *score /= sum);
    policy
}

/// The edge that a simulation follows below the root: visits approach the improved policy.
pub(super) fn select(tree: &Tree, node: u32) -> usize {
    let edges = tree.edges(node);
    let all: u32 = edges.iter().map(Edge::passed).sum();
    let lag = |(share, edge): (f32, &Edge)| share - edge.passed() as f32 / (1 + all) as f32;
    super::puct::best(policy(tree, node).into_iter().zip(edges).map(lag))
}

/// The scores of the moves of a root: Gumbel variable, logit and completed value.
pub(super) fn root_scores(tree: &Tree, noise: &[f32]) -> Vec<f32> {
    let mut scores = completed(tree, Tree::ROOT);
    let edges = tree.edges(Tree::ROOT);
    for ((score, edge), noise) in scores.iter_mut().zip(edges).zip(noise) {
        *score += edge.logit + noise;
    }
    scores
}
