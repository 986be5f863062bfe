//! A network that sees its inputs apart by modality, as Giraffe does (Lai 2015): globals, structures and squares have a hidden layer
//! each, a layer in common follows, and tanh makes a result of its sum. The squares say which piece is there, who could take and who backs.

mod backprop;
mod evaluator;
mod explain;
mod inputs;
mod model;
mod settings;
mod weights;

#[cfg(test)]
mod tests;

pub use backprop::ForwardTrace;
pub use evaluator::SeparatedEvaluator;
pub use inputs::SeparatedSteps;
pub use settings::{Activation, SeparatedSettings};
pub use weights::Separated;
