//! The paper's network: one hidden layer with adaptive sensitivities over declared inputs. [`PhaseNetworks`] is a value function of any
//! game, [`NetworkModel`] the model of draughts.

mod evaluator;
mod mlp;
mod model;
mod phase_networks;
mod settings;
mod steps;
mod trace;

pub use evaluator::NetworkEvaluator;
pub use mlp::{Contributions, Network};
pub(in crate::models) use mlp::{activate, slope};
pub use phase_networks::{NetworkModel, PhaseNetworks, PhaseTraces};
pub use settings::NetworkSettings;
pub use steps::{Change, Encoder, Steps};
