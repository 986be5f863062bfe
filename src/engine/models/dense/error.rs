//! Why layers make no network.

use thiserror::Error;

/// The most layers.
pub(super) const MAX_LAYERS: usize = 16;

/// The most units of a layer.
pub(super) const MAX_UNITS: usize = 4096;

/// Why layers make no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DenseError {
    /// None, or more than 16.
    #[error("{0} layers; a network has 1 to {MAX_LAYERS}")]
    Layers(usize),
    /// A layer without units, or of too many.
    #[error("layer {layer} has {units} units; a layer has 1 to {MAX_UNITS}")]
    Units {
        /// The layer, from 0.
        layer: usize,
        /// Its units.
        units: usize,
    },
    /// Weights that do not fit the layer before.
    #[error("layer {layer} has {found} weights; {units} units of {inputs} inputs have {}", units * inputs)]
    Weights {
        /// The layer, from 0.
        layer: usize,
        /// Its weights.
        found: usize,
        /// Its units.
        units: usize,
        /// What the layer before gives it.
        inputs: usize,
    },
    /// A weight that is infinite, not a number, or above 10⁹.
    #[error("layer {layer} has a weight that is invalid: {weight}")]
    Number {
        /// The layer, from 0.
        layer: usize,
        /// The weight.
        weight: String,
    },
    /// Several outputs, or an activation that no output has.
    #[error(
        "the last layer has {units} units and activation {activation}; it must have 1 unit, and linear or tanh"
    )]
    Output {
        /// Its units.
        units: usize,
        /// Its activation.
        activation: &'static str,
    },
    /// An input that the catalogue does not have.
    #[error("there is no input '{0}'; the files in features/ name those there are")]
    Input(String),
    /// No input at all.
    #[error("no input is named; name one or more")]
    NoInputs,
}
