//! What the card of a file says of patterns.

use serde::Deserialize;

use super::settings::Squash;
use super::shapes::Window;
use super::steps::global_inputs;
use crate::features::Catalogue;

/// The part of the card that is the patterns' own.
#[derive(Deserialize)]
pub(super) struct PatternCard {
    pub windows: Vec<Window>,
    pub stages: u32,
    pub squash: Squash,
    pub kings: bool,
    pub globals: Vec<String>,
    fingerprint: String,
}

impl PatternCard {
    pub(super) fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.stages) {
            return Err(format!("it has {} stages; it may have 1 or 2", self.stages));
        }
        let own = Catalogue::embedded();
        let names = global_inputs().into_iter().map(|index| own.entries()[index].name.as_str());
        let is_known = own.fingerprint() == self.fingerprint && names.eq(self.globals.iter());
        if self.globals.is_empty() || is_known {
            return Ok(());
        }
        Err(own.refusal(&self.fingerprint))
    }
}
