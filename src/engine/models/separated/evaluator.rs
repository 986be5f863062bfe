//! A network with modalities apart behind the search's `Evaluate`.

use std::sync::Arc;

use super::quantized_layers::QuantizedLayers;
use super::sums::Sums;
use super::weights::Separated;
use crate::board::{Move, Position};
use crate::models::points::score;
use crate::search::{Evaluate, Ply, Score};

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct SeparatedEvaluator {
    network: Arc<QuantizedLayers>,
    sums: Sums,
}

impl SeparatedEvaluator {
    /// Prepares weights for the search.
    pub(super) fn new(form: &Separated) -> SeparatedEvaluator {
        let network = QuantizedLayers::new(form);
        let sums = Sums::new(&network, usize::from(Ply::MAX.count()) + 1);
        SeparatedEvaluator { network: Arc::new(network), sums }
    }

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
