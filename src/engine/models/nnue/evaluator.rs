//! Patterns with a hidden layer behind the search's `Evaluate`.

use std::sync::Arc;

use super::quantized_layer::QuantizedLayer;
use super::sums::Sums;
use super::weights::Nnue;
use crate::board::{Move, Position};
use crate::models::patterns::PatternEvaluator;
use crate::models::points::score;
use crate::search::{Evaluate, Ply, Score};

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct NnueEvaluator {
    patterns: PatternEvaluator,
    layer: Arc<QuantizedLayer>,
    sums: Sums,
}

impl NnueEvaluator {
    /// Lays weights out for the search.
    pub(super) fn new(form: &Nnue) -> NnueEvaluator {
        let layer = QuantizedLayer::new(&form.layer, |pieces| form.patterns.mix(pieces));
        let sums = Sums::of(&layer, usize::from(Ply::MAX.count()) + 1);
        let patterns = PatternEvaluator::new(&form.patterns);
        NnueEvaluator { patterns, layer: Arc::new(layer), sums }
    }

    /// The sum before it is squashed: the search wants to see how far a won position is won.
    #[inline]
    pub(super) fn sum(&mut self, position: &Position) -> f32 {
        self.patterns.sum(position) + self.sums.output(&self.layer, position)
    }
}

impl Evaluate for NnueEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.sums.start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.sum(position), position)
    }
}
