//! A network of logistic units that is learned while games are played: one hidden layer, a value between 0 and 1. It knows no game.

mod network;
mod sigmoid;
mod stored;
mod trace;

pub use network::Logistic;
pub use sigmoid::{logistic, squash};
pub use stored::LogisticFile;
pub use trace::EligibilityTrace;
