//! Patterns: tables of weights by the men that stand in windows of the board, as the strongest draughts programs evaluate, learned
//! by the same TD(λ) as the network. Files in `features/` declare the windows.

mod evaluator;
mod explain;
mod model;
mod settings;
mod shapes;
mod steps;
mod weights;

#[cfg(test)]
mod tests;

pub use evaluator::PatternEvaluator;
pub use settings::{PatternSettings, Squash};
pub use shapes::{Shapes, ShapesError, Window};
pub use steps::{PatternEncoder, PatternSteps};
pub use weights::Patterns;
