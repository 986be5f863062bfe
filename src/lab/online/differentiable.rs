//! What can be learned ply by ply, while the game is played: a value with a gradient, and a trace of gradients gone by.

use std::fmt::Debug;

/// A position whose value counts for a share: one whole position, or the leaves of a search with their probabilities.
#[derive(Debug)]
pub(crate) struct Point<'a, I: ?Sized> {
    /// The share.
    pub share: f32,
    /// The position as the value function sees it.
    pub inputs: &'a I,
}

impl<I: ?Sized> Clone for Point<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized> Copy for Point<'_, I> {}

/// A value function that is learned ply by ply.
pub(crate) trait Differentiable: Clone + Debug + Send + Sync {
    /// A position.
    type At: ?Sized;
    /// The eligibility e of each weight.
    type Trace: Clone + Debug + Send;

    /// e = 0.
    fn trace(&self) -> Self::Trace;

    /// y of a position.
    fn value(&self, at: &Self::At) -> f32;

    /// w ← w + step·e, then e ← decay·e.
    fn follow(&mut self, trace: &mut Self::Trace, step: f32, decay: f32);

    /// e ← e + share·∇y; returns y.
    fn remember(&self, trace: &mut Self::Trace, at: Point<Self::At>) -> f32;
}
