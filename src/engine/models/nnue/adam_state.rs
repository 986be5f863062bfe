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
        let moments = self.means.parts_mut().into_iter().zip(self.squares.parts_mut());
        let parts = layer.parts_mut().into_iter().zip(gradient.parts_mut()).zip(moments);
        for ((weights, gradient), (means, squares)) in parts {
            let (gradient, means) = (&mut gradient[..weights.len()], &mut means[..weights.len()]);
            let squares = &mut squares[..weights.len()];
            for at in 0..weights.len() {
                weights[at] += rate * adam.step(gradient[at], &mut means[at], &mut squares[at]);
                gradient[at] = 0.0;
            }
        }
    }
}
