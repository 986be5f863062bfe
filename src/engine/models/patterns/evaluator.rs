//! Patterns as the search's evaluation: weights of 16 bits, which halve the memory traffic, and no state between positions.

use std::iter::zip;
use std::sync::Arc;

use prefetch_index::prefetch_index;
use rayon::prelude::*;
use wide::i16x16;

use super::pattern_index::{PatternIndices, PatternSet};
use super::steps::{each_king, global_inputs, mix};
use super::weights::{Patterns, TaperedWeight};
use crate::board::{Move, Position};
use crate::features::{Catalogue, GLOBALS, GlobalSums};
use crate::huge_pages::HugeNumbers;
use crate::models::points::score;
use crate::pool::in_pool;
use crate::search::{Evaluate, Score};

/// Weights that a thread rounds at once: 1 MiB.
const CHUNK: usize = 1 << 17;

/// The largest weight without its sign.
fn largest(weights: &[TaperedWeight]) -> f32 {
    // Numbers without a sign are in the order of their bits, whose maximum is found in vectors.
    let bits = |pairs: &[TaperedWeight]| {
        pairs.as_flattened().iter().map(|weight| weight.abs().to_bits()).fold(0, u32::max)
    };
    f32::from_bits(weights.par_chunks(CHUNK).map(bits).max().unwrap_or(0))
}

/// The weights as the search reads them.
#[derive(Debug)]
struct Tables {
    pattern_set: Arc<PatternSet>,
    stages: u32,
    /// By pattern index, in multiples of `unit`.
    weights: HugeNumbers<[i16; 2]>,
    kings: Vec<TaperedWeight>,
    /// What the global inputs add, if they have weights.
    globals: Option<GlobalSums>,
    /// The value of 1 in `weights`: the smallest power of two with which the largest weight fits 16 bits.
    unit: f32,
}

impl Tables {
    fn new(model: &Patterns) -> Tables {
        let unit = (largest(model.pattern_weights()).max(1e-6).log2().ceil() - 14.0).exp2();
        // Most configurations never occur in games, and rounding takes longer than a comparison with 0.
        let whole = |weight: f32| if weight == 0.0 { 0 } else { (weight / unit).round() as i16 };
        let mut globals = [[0.0; GLOBALS.end]; 2];
        for (&index, pair) in global_inputs().iter().zip(model.globals()) {
            (globals[0][index], globals[1][index]) = (pair[0], pair[1]);
        }
        let mut whole_weights = HugeNumbers::zeros(model.pattern_weights().len());
        let chunks =
            whole_weights.par_chunks_mut(CHUNK).zip(model.pattern_weights().par_chunks(CHUNK));
        chunks.for_each(|(table, weights)| {
            zip(table, weights).for_each(|(pair, weight)| *pair = weight.map(whole));
        });
        Tables {
            pattern_set: model.pattern_set.clone(),
            stages: model.stages,
            weights: whole_weights,
            kings: model.kings().to_vec(),
            globals: (!model.globals().is_empty())
                .then(|| Catalogue::embedded().global_sums(&globals)),
            unit,
        }
    }
}

/// Adds the weights of a pattern index; those of a mirror image are subtracted.
#[inline(always)]
fn add(sums: &mut [i32; 2], pair: [i16; 2], is_turned: bool) {
    let sign = if is_turned { -1 } else { 1 };
    sums[0] += sign * i32::from(pair[0]);
    sums[1] += sign * i32::from(pair[1]);
}

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct PatternEvaluator(Arc<Tables>);

impl PatternEvaluator {
    /// Quantizes the weights for the search.
    pub(in crate::models) fn new(model: &Patterns) -> PatternEvaluator {
        PatternEvaluator(Arc::new(in_pool(|| Tables::new(model))))
    }

    /// The sum before it is squashed: the search wants to see how far a won position is won.
    #[inline]
    pub(in crate::models) fn sum(&self, position: &Position) -> f32 {
        let (pattern_set, weights, mut sums) = (&self.0.pattern_set, &*self.0.weights, [0; 2]);
        pattern_set
            .each_index(position, |index, is_turned| add(&mut sums, weights[index], is_turned));
        self.total(sums, self.globals(position), position)
    }

    /// The pattern indices of these digits. Their weights are prefetched.
    #[inline(always)]
    pub(in crate::models) fn prefetched(&self, digits: &[i16x16]) -> PatternIndices {
        let indices = self.0.pattern_set.indices_of(digits);
        indices.each(|index, _| prefetch_index(&*self.0.weights, index));
        indices
    }

    /// The sum from known indices. The global inputs are computed while the weights come from memory.
    #[inline(always)]
    pub(in crate::models) fn sum_of(&self, indices: PatternIndices, position: &Position) -> f32 {
        let globals = self.globals(position);
        let (weights, mut sums) = (&*self.0.weights, [0; 2]);
        indices.each(|index, is_turned| add(&mut sums, weights[index], is_turned));
        self.total(sums, globals, position)
    }

    /// What the global inputs add.
    #[inline(always)]
    fn globals(&self, position: &Position) -> [f32; 2] {
        self.0.globals.as_ref().map_or([0.0; 2], |globals| globals.of(position))
    }

    /// The sum of the patterns, the global inputs and the kings.
    #[inline(always)]
    fn total(&self, patterns: [i32; 2], globals: [f32; 2], position: &Position) -> f32 {
        let tables = &*self.0;
        let mut sums = patterns.map(|sum| sum as f32 * tables.unit);
        sums[0] += globals[0];
        sums[1] += globals[1];
        if !tables.kings.is_empty() {
            each_king(position, |square, sign| {
                sums[0] += sign * tables.kings[square][0];
                sums[1] += sign * tables.kings[square][1];
            });
        }
        let mix = mix(tables.stages, position.occupied().len());
        sums[0] * mix[0] + sums[1] * mix[1]
    }
}

impl Evaluate for PatternEvaluator {
    fn reset(&mut self, _: &Position) {}

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn pop(&mut self) {}

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.sum(position), position)
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::board::MoveList;
    use crate::models::model::Model;
    use crate::models::patterns::PatternSettings;

    #[test]
    fn the_search_sees_the_sum_that_was_learned() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut unit = || (random.next_u64() % 2001) as f32 / 1000.0 - 1.0;
        let mut model = Patterns::first(&PatternSettings::default(), 1);
        model.weights.iter_mut().flatten().for_each(|weight| *weight = 0.1 * unit());
        let evaluator = model.evaluator();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..20 {
            let mut position = Position::start();
            for _ in 0..120 {
                let moves = MoveList::legal(&position);
                let Some(mv) = moves.get(random.next_u64() as usize % moves.len().max(1)) else {
                    break;
                };
                position = position.succ(*mv);
                let (found, learned) = (evaluator.sum(&position), model.explained(&position).value);
                assert!((found.tanh() - learned).abs() < 1e-3, "{found} {learned}");
            }
        }
    }
}
