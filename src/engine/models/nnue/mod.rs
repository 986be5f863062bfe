//! Patterns with a hidden layer beside them, as the strongest chess programs evaluate (NNUE): the layer sees where every piece stands,
//! from each side, and its sums are whole numbers of 16 bits that follow the moves of the search.

mod adam_state;
mod backprop;
mod evaluator;
mod explain;
mod inputs;
mod layer;
mod model;
mod quantized_layer;
mod settings;
mod steps;
mod sums;
mod trace;
mod weights;

#[cfg(test)]
mod tests;

pub use evaluator::NnueEvaluator;
pub use settings::{HiddenOptimiser, NnueSettings};
pub use steps::NnueSteps;
pub use trace::ForwardTrace;
pub use weights::Nnue;
