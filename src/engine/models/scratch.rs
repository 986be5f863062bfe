//! The evaluator of models that compute a value from nothing but the position: it carries no sums along.

use std::sync::Arc;

use super::model::Model;
use super::points::score;
use crate::board::{Move, Position};
use crate::search::{Evaluate, Score};

/// Plays by [`Model::value`], without any haste.
#[derive(Clone, Debug)]
pub struct FromScratch<F>(Arc<F>);

impl<F: Model> FromScratch<F> {
    /// The model as an evaluator.
    pub fn new(model: &F) -> FromScratch<F> {
        FromScratch(Arc::new(model.clone()))
    }
}

impl<F: Model> Evaluate for FromScratch<F> {
    fn reset(&mut self, _: &Position) {}

    fn push(&mut self, _: &Position, _: Move, _: &Position) {}

    fn pop(&mut self) {}

    fn value(&mut self, position: &Position) -> Score {
        score(self.0.value(position, position.occupied().len()), position)
    }
}
