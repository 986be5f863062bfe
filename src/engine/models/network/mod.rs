//! The paper's network: one hidden layer with adaptive sensitivities over declared inputs. [`PhaseNetworks`] is its mathematics, which
//! knows nothing of draughts; [`NetworkForm`] is what draughts makes of it.

mod activation;
mod backprop;
mod card;
mod encoder;
mod evaluator;
mod explain;
mod form;
mod layer;
mod mlp;
mod model;
mod phase_networks;
mod sequence;
mod settings;
mod start;
mod steps;
mod trace;

pub use activation::{activate, slope};
pub use encoder::Encoder;
pub use evaluator::NetworkEvaluator;
pub use explain::Contributions;
pub use form::NetworkForm;
pub use mlp::Network;
pub use phase_networks::{PhaseNetworks, PhaseTraces};
pub use sequence::{Change, PlacedChange, Sequence, SequenceBuffer};
pub use settings::NetworkSettings;
pub use start::StartError;
pub use steps::Steps;
pub use trace::ForwardTrace;
