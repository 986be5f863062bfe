//! A flag that is on or off.

use clap::ValueEnum;

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Switch::On
    }
}
