//! A network that sees its inputs apart by modality, as Giraffe does (Lai 2015): globals, structures and squares have a hidden layer
//! each, a layer in common follows, and tanh makes a result of its sum. The squares tell who stands there, who could take and who backs.

mod activation;
mod attacks;
mod backprop;
mod card;
mod evaluator;
mod explain;
mod inputs;
mod layer;
mod model;
mod quantized_layers;
mod settings;
mod start;
mod steps;
mod sums;
mod trace;
mod weights;

#[cfg(test)]
mod tests;

pub use activation::Activation;
pub use evaluator::SeparatedEvaluator;
pub use settings::SeparatedSettings;
pub use steps::SeparatedSteps;
pub use trace::ForwardTrace;
pub use weights::Separated;
