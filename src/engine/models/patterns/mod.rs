//! Patterns: tables of weights by the configuration of men on sets of squares, as the strongest draughts programs evaluate, learned
//! by the same TD(λ) as the network. Files in `features/` declare the patterns.

mod evaluator;
mod explain;
mod model;
mod pattern_index;
mod settings;
mod steps;
mod weights;

#[cfg(test)]
mod tests;

pub use evaluator::PatternEvaluator;
pub use pattern_index::{Pattern, PatternError, PatternSet};
pub use settings::{OutputActivation, PatternSettings};
pub use steps::{PatternEncoder, PatternSteps};
pub use weights::Patterns;
