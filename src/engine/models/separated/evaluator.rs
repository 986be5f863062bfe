//! A network with modalities apart behind the search's `Evaluate`.

use std::sync::{Arc, OnceLock};

use super::quantized_layers::QuantizedLayers;
use super::sums::Sums;
use super::weights::Separated;
use crate::board::{Move, Position};
use crate::models::cache::Cached;
use crate::models::explanation::Explanation;
use crate::models::model::Playable;
use crate::models::points::score;
use crate::search::{Evaluate, Ply, Score};

/// A network with modalities apart made ready for the search.
#[derive(Clone, Debug)]
pub struct SeparatedPlayer {
    form: Arc<Separated>,
    /// Made with the first evaluator: who only asks for explanations need not wait for it.
    network: OnceLock<Arc<QuantizedLayers>>,
}

impl SeparatedPlayer {
    /// Prepares weights for the search.
    #[must_use]
    pub fn new(form: Separated) -> SeparatedPlayer {
        SeparatedPlayer { form: Arc::new(form), network: OnceLock::new() }
    }

    /// An evaluator that forgets every value.
    pub(super) fn plain(&self) -> SeparatedEvaluator {
        let network =
            self.network.get_or_init(|| Arc::new(QuantizedLayers::new(&self.form))).clone();
        let sums = Sums::new(&network, usize::from(Ply::MAX.count()) + 1);
        SeparatedEvaluator { network, sums }
    }
}

impl Playable for SeparatedPlayer {
    type Evaluator = Cached<SeparatedEvaluator>;

    fn evaluator(&self) -> Cached<SeparatedEvaluator> {
        Cached::new(self.plain())
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.form.explained(position)
    }
}

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct SeparatedEvaluator {
    network: Arc<QuantizedLayers>,
    sums: Sums,
}

impl SeparatedEvaluator {
    /// The sum before it is squashed: the search wants to see how far a won position is won.
    #[inline]
    pub(super) fn sum(&mut self, position: &Position) -> f32 {
        self.sums.sum(&self.network, position)
    }
}

impl Evaluate for SeparatedEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.sums.line().start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.sums.line().push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.line().pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.sum(position), position)
    }
}
