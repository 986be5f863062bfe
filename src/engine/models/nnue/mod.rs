//! Patterns with a hidden layer beside them, as the strongest chess programs evaluate (NNUE): the layer sees every piece and its square,
//! from each side, and its sums are whole numbers of 16 bits that follow the moves of the search.

mod backprop;
mod evaluator;
mod model;
mod quantized_layer;
mod settings;
mod steps;
mod weights;

#[cfg(test)]
mod tests;

pub use backprop::ForwardTrace;
pub use evaluator::NnueEvaluator;
pub use settings::{HiddenOptimiser, NnueSettings};
pub use steps::NnueSteps;
pub use weights::Nnue;
