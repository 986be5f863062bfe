//! Input files, checked before any work.

use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::run::inputs;
pub use crate::run::inputs::check;
pub(crate) use crate::run::inputs::{
    check_apart, check_unpacked, check_writable, check_zstd, describe, is_stream, total_bytes,
};

/// The largest suite of positions in bytes; known ones have a few hundred thousand.
pub(crate) const LARGEST_SUITE: u64 = 64 << 20;

/// The files that the paths name, those of folders among them; what is passed over is printed.
pub fn listed(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    Ok(inputs::listed(paths, &mut |notice| note!("{}", notice.line()))?)
}

/// The files of some paths, none of them a stream.
pub(crate) fn seekable(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let files = listed(paths)?;
    check(&files)?;
    if let Some(stream) = files.iter().find(|file| is_stream(file)) {
        bail!(
            "{} is a stream, which can be read only once; save the games to a file",
            stream.display()
        );
    }
    Ok(files)
}

/// A checksum of these files and settings, by which a command recognises its own output; none with a stream.
pub(crate) fn origin(paths: &[PathBuf], settings: &Value) -> Result<Option<String>> {
    if paths.iter().any(|path| is_stream(path)) {
        return Ok(None);
    }
    Ok(Some(json!({ "settings": settings, "data": describe(paths)? }).to_string()))
}
