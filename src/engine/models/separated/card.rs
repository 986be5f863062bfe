//! What the card of a file says of a network with modalities apart.

use super::activation::Activation;
use super::inputs::INPUTS;
use super::settings::SeparatedSettings;
use crate::features::Catalogue;

/// The part of the card that is the form's own.
#[derive(serde::Deserialize)]
pub(super) struct SeparatedCard {
    pub apart: Vec<usize>,
    pub hidden: usize,
    pub activation: Activation,
    /// Fingerprint of the feature catalogue that declares globals and structures.
    fingerprint: String,
    input_names: Vec<String>,
}

impl SeparatedCard {
    pub(super) fn check(&self) -> Result<(), String> {
        let catalogue = Catalogue::embedded();
        if catalogue.fingerprint() != self.fingerprint {
            return Err(catalogue.refusal(&self.fingerprint));
        }
        if self.input_names.len() != INPUTS {
            let found = self.input_names.len();
            return Err(format!("it has {found} inputs, this program {INPUTS}; train it again"));
        }
        SeparatedSettings::check_layers(&self.apart, self.hidden)
            .map_err(|error| format!("its card: {error}"))
    }
}
