//! What Adam remembers of the hidden layer.

use super::layer::Layer;
use crate::models::adam::Adam;

/// Running means of the derivatives by each weight of the layer, and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamState {
    pub means: Layer,
    pub squares: Layer,
    /// Steps made.
    pub steps: u64,
}

impl AdamState {
    /// Nothing is remembered yet of a layer of so many units.
    pub(super) fn none(units: usize) -> AdamState {
        AdamState { means: Layer::zero(units), squares: Layer::zero(units), steps: 0 }
    }

    /// Moves the layer up the gradient, which is zero afterwards.
    pub(super) fn step(&mut self, layer: &mut Layer, gradient: &mut Layer, rate: f32) {
        self.steps += 1;
        let adam = Adam::at(self.steps);
        let moments = self.means.parameters.iter_mut().zip(&mut self.squares.parameters);
        let weights = layer.parameters.iter_mut().zip(&mut gradient.parameters);
        for ((weight, derivative), (mean, square)) in weights.zip(moments) {
            *weight += rate * adam.step(*derivative, mean, square);
            *derivative = 0.0;
        }
    }
}
