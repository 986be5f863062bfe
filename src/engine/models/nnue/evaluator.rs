//! Patterns with a hidden layer behind the search's `Evaluate`.

use std::sync::{Arc, OnceLock};

use super::quantized_layer::QuantizedLayer;
use super::sums::Sums;
use super::weights::Nnue;
use crate::board::{Move, Position};
use crate::models::cache::Cached;
use crate::models::explanation::Explanation;
use crate::models::model::Playable;
use crate::models::patterns::{PatternEvaluator, PatternPlayer};
use crate::models::points::score;
use crate::search::{Evaluate, Ply, Score};

/// Patterns with a hidden layer made ready for the search.
#[derive(Clone, Debug)]
pub struct NnuePlayer {
    form: Arc<Nnue>,
    patterns: PatternPlayer,
    /// Made with the first evaluator, as the tables of the patterns are.
    layer: OnceLock<Arc<QuantizedLayer>>,
}

impl NnuePlayer {
    /// Lays weights out for the search.
    #[must_use]
    pub fn new(form: Nnue) -> NnuePlayer {
        let patterns = PatternPlayer::new(form.patterns.clone());
        NnuePlayer { form: Arc::new(form), patterns, layer: OnceLock::new() }
    }

    /// An evaluator that forgets every value.
    pub(super) fn plain(&self) -> NnueEvaluator {
        let whole =
            || Arc::new(QuantizedLayer::new(&self.form.layer, |n| self.form.patterns.mix(n)));
        let layer = self.layer.get_or_init(whole).clone();
        let sums = Sums::of(&layer, usize::from(Ply::MAX.count()) + 1);
        NnueEvaluator { patterns: self.patterns.plain(), layer, sums }
    }
}

impl Playable for NnuePlayer {
    type Evaluator = Cached<NnueEvaluator>;

    fn evaluator(&self) -> Cached<NnueEvaluator> {
        Cached::new(self.plain())
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.form.explained(position)
    }
}

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct NnueEvaluator {
    patterns: PatternEvaluator,
    layer: Arc<QuantizedLayer>,
    sums: Sums,
}

impl NnueEvaluator {
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
