//! A catalogue of inputs of the user's own, from a folder.

use std::path::Path;
use std::sync::Arc;

use super::error::{At, RunError, ensure};
use crate::features::{Catalogue, Sources, Texts};
use crate::files;

/// No catalogue file is larger: 64 structures with their meanings take 40 kB.
const LARGEST: u64 = 1 << 20;

/// The catalogue of a folder: its files by the names they have in `features/`, and the program's own where it has none.
///
/// # Errors
/// A folder without files of a catalogue, or a file that cannot be read.
pub fn read(folder: &Path) -> Result<Arc<Catalogue>, RunError> {
    let shown = folder.display();
    ensure!(folder.is_dir(), "--features {shown} is no folder; name one with a copy of features/");
    let mut texts = Texts::from(&Sources::EMBEDDED);
    let files = [
        ("globals.toml", &mut texts.globals),
        ("triples.toml", &mut texts.triples),
        ("structures.toml", &mut texts.structures),
        ("raw.toml", &mut texts.raw),
    ];
    let names = files.each_ref().map(|(name, _)| *name).join(", ");
    let mut found = 0;
    for (name, text) in files {
        let path = folder.join(name);
        if path.exists() {
            *text = files::read_text_at_most(&path, LARGEST)
                .at(|| format!("cannot read {}", path.display()))?;
            found += 1;
        }
    }
    ensure!(found > 0, "--features {shown} holds none of {names}; copy features/ and edit it");
    let catalogue = Catalogue::read(&Sources::from(&texts)).map_err(|error| {
        let file = folder.join(Path::new(error.file).file_name().unwrap_or_default());
        match file.exists() {
            true => format!("{}:{}: {}", file.display(), error.line, error.fault),
            false => format!("{error}, in the file that is built in beside those of {shown}"),
        }
    });
    Ok(Arc::new(catalogue.at(|| "--features".into())?))
}
