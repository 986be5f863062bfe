//! A flag that is on or off.

use clap::ValueEnum;
use serde::Deserialize;

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Yes
    On,
    /// No
    Off,
}
