//! The learning rates of a network with modalities apart.

/// The learning rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatedRates {
    /// η of the weights.
    pub(super) weights: f32,
    /// η of the sensitivities.
    pub(super) beta: f32,
}
