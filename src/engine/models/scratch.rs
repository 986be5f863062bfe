//! For forms that work a value out from the position alone: steps that are the positions themselves, and a player without
//! sums to carry along.

use std::ops::Range;
use std::sync::Arc;

use super::cache::Cached;
use super::explanation::Explanation;
use super::model::{Encode, Model, Playable};
use super::points::score;
use crate::board::{Move, Position};
use crate::search::{Evaluate, Score};

/// Steps that are positions, as White sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Positions;

impl Encode for Positions {
    type Steps = Vec<Position>;

    fn steps(&self) -> Vec<Position> {
        Vec::new()
    }

    fn clear(&self, steps: &mut Vec<Position>) {
        steps.clear();
    }

    fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Vec<Position>,
    ) -> Range<usize> {
        let first = steps.len();
        match mirrored {
            false => steps.extend_from_slice(positions),
            true => steps.extend(positions.iter().map(Position::mirrored)),
        }
        first..steps.len()
    }
}

/// A form that plays by [`Model::value`], without any haste, and explains nothing but the value.
#[derive(Clone, Debug)]
pub struct FromScratch<F>(Arc<F>);

impl<F: Model> FromScratch<F> {
    /// The form as a player.
    #[must_use]
    pub fn new(form: F) -> FromScratch<F> {
        FromScratch(Arc::new(form))
    }
}

impl<F: Model> Playable for FromScratch<F> {
    type Evaluator = Cached<Scratch<F>>;

    fn evaluator(&self) -> Cached<Scratch<F>> {
        Cached::new(Scratch(self.0.clone()))
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.0.explain(position)
    }
}

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct Scratch<F>(Arc<F>);

impl<F: Model> Evaluate for Scratch<F> {
    fn reset(&mut self, _: &Position) {}

    fn push(&mut self, _: &Position, _: Move, _: &Position) {}

    fn pop(&mut self) {}

    fn value(&mut self, position: &Position) -> Score {
        score(self.0.value(position, position.occupied().len()), position)
    }
}
