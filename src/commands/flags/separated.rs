//! The settings of networks with a hidden layer for each kind of input.

use super::words::{ACTIVATIONS, one_of};
use crate::models::separated::Activation;

/// Flags of separated networks; in a configuration file, the table `[separated]`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SeparatedFlags {
    /// Separated: hidden units of globals, of structures and of squares; one number is one layer of all inputs [default: 8,16,32]
    #[arg(
        long,
        alias = "apart",
        value_name = "N,N,N",
        value_delimiter = ',',
        hide_short_help = true
    )]
    pub feature_layers: Option<Vec<usize>>,
    /// Separated: the activation of hidden units
    #[arg(long, value_name = "HOW", default_value = "relu", value_parser = one_of::<Activation>(ACTIVATIONS), hide_short_help = true)]
    pub activation: Activation,
}
