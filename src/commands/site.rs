//! `board --site`: the page and its engine as files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::args::overwrite::Overwrite;
use super::run_folder::shell_word;
use crate::diagram::png;
use crate::files;
use crate::web::site::{ICON, ICON_SIZES, files as site_files};

/// The first bytes of a WebAssembly module (WebAssembly Core 2.0, 5.5.16): the magic number and version 1.
const MAGIC: &[u8] = b"\0asm\x01\0\0\0";
/// The path of a request, which an engine of this project contains and other modules do not.
const MARK: &[u8] = b"/api/analyse";
/// The most bytes of an engine.
const LARGEST: u64 = 64 << 20;

/// Writes the page and the engine into a folder.
pub(super) fn write(folder: &Path, engine: &Path, overwrite: Overwrite) -> Result<()> {
    let program = files::read_at_most(engine, LARGEST)
        .with_context(|| format!("cannot read --engine {}", engine.display()))?;
    let is_ours = program.windows(MARK.len()).any(|bytes| bytes == MARK);
    if !program.starts_with(MAGIC) || !is_ours {
        bail!(
            "--engine {}: this is not the page's engine as WebAssembly; build it with
  cargo build --profile dist -p draughts-td-web --features alone --target wasm32-wasip1",
            engine.display()
        );
    }
    let [small, middle, large] = ICON_SIZES.map(|size| png(ICON, size));
    let parts = site_files(program, [small?, middle?, large?]);
    let languages = folder.join("languages");
    fs::create_dir_all(&languages).with_context(|| format!("--site {}", folder.display()))?;
    for (name, content) in &parts {
        let path = folder.join(name);
        let is_same = || files::read_at_most(&path, LARGEST).is_ok_and(|there| there == *content);
        overwrite.check("--site", &path, is_same)?;
    }
    for (name, content) in &parts {
        let path = folder.join(name);
        files::write_atomically(&path, content)
            .with_context(|| format!("--site {}", path.display()))?;
    }
    let folder = shell_word(&folder.display().to_string());
    say!(
        "{} files; any server of files may send them: python3 -m http.server -d {folder}",
        parts.len()
    );
    Ok(())
}
