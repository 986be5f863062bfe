//! What the card of a file says of the paper's network.

use std::sync::Arc;

use crate::features::{Catalogue, Sources, Subset, Texts};

/// The part of the card that is the network's own.
#[derive(serde::Deserialize)]
pub(super) struct NetworkCard {
    /// The named subset of inputs, `nn1` to `nn4`.
    pub inputs: String,
    /// Whether the runaway inputs 19 and 20 were on; they are off in the strict reproduction of the paper.
    pub additions: bool,
    /// Fingerprint of the feature catalogue the network was trained on.
    fingerprint: String,
    /// The name of each input, in index order.
    pub input_names: Vec<String>,
    /// Pieces on the board at which the next phase's network takes over, falling; empty for one network.
    pub borders: Vec<u32>,
    /// Hidden units.
    pub hidden: usize,
    /// The files of a catalogue that is not the program's own.
    catalogue: Option<Texts>,
}

impl NetworkCard {
    pub(super) fn subset(&self) -> Result<Subset, String> {
        self.inputs.parse().map_err(|error: crate::features::UnknownSubset| error.to_string())
    }

    /// The catalogue it was trained on: the program's own, or the one that came with it.
    pub(super) fn catalogue(&self) -> Result<Arc<Catalogue>, String> {
        let catalogue = match &self.catalogue {
            None => Catalogue::embedded().clone(),
            Some(texts) => {
                let read = Catalogue::read(&Sources::from(texts));
                Arc::new(read.map_err(|error| format!("the catalogue in it: {error}"))?)
            }
        };
        if catalogue.fingerprint() == self.fingerprint {
            return Ok(catalogue);
        }
        Err(catalogue.refusal(&self.fingerprint))
    }
}
