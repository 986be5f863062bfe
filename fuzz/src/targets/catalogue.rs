//! The catalogue of inputs: one of its four files is any text.

use draughts_td::features::{Catalogue, Sources};

use super::bytes::Bytes;

/// Reads a catalogue. The first byte says which file is replaced, and whether by the rest or by an edited copy.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.byte();
    let mut sources = Sources::EMBEDDED;
    let file = match kind % 4 {
        0 => &mut sources.globals,
        1 => &mut sources.triples,
        2 => &mut sources.structures,
        _ => &mut sources.raw,
    };
    let text = if kind < 128 { bytes.edited((*file).into()) } else { bytes.0.to_vec() };
    let text = String::from_utf8_lossy(&text);
    *file = &text;
    match Catalogue::read(&sources) {
        Ok(catalogue) => {
            assert!(catalogue.entries().iter().all(|entry| !entry.name.is_empty()));
            assert_eq!(catalogue.fingerprint().len(), 16);
        }
        Err(error) => assert!(error.line >= 1 && !error.to_string().is_empty()),
    }
}
