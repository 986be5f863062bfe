//! Databases of games, opened to ask them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};

use crate::database::store::Database;

/// Opens a database.
///
/// # Errors
/// A file that is none, with its name.
pub fn open(path: &Path) -> Result<Database> {
    Database::open(path).with_context(|| path.display().to_string())
}

/// Whether a file is one of SQLite, which no PDN is.
pub fn is_one(path: &Path) -> bool {
    let mut head = [0; 16];
    let mut read = |mut file: File| file.read_exact(&mut head);
    path.is_file() && File::open(path).and_then(&mut read).is_ok() && head == *b"SQLite format 3\0"
}
