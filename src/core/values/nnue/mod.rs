//! Patterns with a hidden layer beside them, as the strongest chess programs evaluate (NNUE): the layer sees where every piece stands,
//! from each side, and its sums are whole numbers of 16 bits that follow the moves of the search.

mod evaluator;
mod explain;
mod inputs;
mod layer;
mod learned;
mod moments;
mod settings;
mod steps;
mod stored;
mod sums;
mod tuned;
mod weights;
mod whole_layer;

#[cfg(test)]
mod tests;

pub use evaluator::{NnueEvaluator, NnuePlayer};
pub use learned::{ForwardTrace, NnueRates};
pub use settings::{HiddenOptimiser, NnueSettings};
pub use steps::{NnueEncoder, NnueSteps};
pub use weights::Nnue;
