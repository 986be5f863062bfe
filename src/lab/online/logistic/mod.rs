//! A network of logistic units that is learned while games are played: one hidden layer, a value between 0 and 1. It knows no game.

mod network;
mod sigmoid;
mod stored;
mod trace;

pub(crate) use network::Logistic;
pub(crate) use sigmoid::logistic;
pub(crate) use stored::LogisticFile;
