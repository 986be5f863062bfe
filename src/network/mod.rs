//! The value function: one hidden layer with adaptive sensitivities, its gradient, and its file. Knows nothing of draughts.

mod activation;
mod explain;
mod model;
mod perceptron;
mod sequence;
mod trace;
pub mod weights;

pub use activation::{activate, slope};
pub use explain::Explanation;
pub use model::{Borders, Model};
pub use perceptron::Network;
pub use sequence::{Change, PlacedChange, Sequence, SequenceBuffer};
pub use trace::Trace;
pub use weights::{Card, WeightsError};
