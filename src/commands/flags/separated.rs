//! The settings that only networks with modalities apart have.

use clap::ValueEnum;
use serde::Deserialize;

use crate::models::separated::Activation;

/// What hidden units answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActivationFlag {
    /// max(x, 0)
    Relu,
    /// The paper's βx / (1 + |βx|), with a β that each unit learns
    Softsign,
}

/// Flags of networks with modalities apart.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SeparatedFlags {
    /// Separated: hidden units of globals, of structures and of squares; one number is one layer that sees all [default: 8,16,32]
    #[arg(long, value_name = "N,N,N", value_delimiter = ',')]
    pub apart: Option<Vec<usize>>,
    /// Separated: what hidden units answer [default: relu]
    #[arg(long, value_enum, value_name = "HOW")]
    pub activation: Option<ActivationFlag>,
}

impl SeparatedFlags {
    /// These settings, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: SeparatedFlags) -> SeparatedFlags {
        SeparatedFlags {
            apart: self.apart.or(other.apart),
            activation: self.activation.or(other.activation),
        }
    }
}

impl From<ActivationFlag> for Activation {
    fn from(flag: ActivationFlag) -> Activation {
        match flag {
            ActivationFlag::Relu => Activation::Relu,
            ActivationFlag::Softsign => Activation::Softsign,
        }
    }
}
