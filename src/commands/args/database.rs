//! Databases of games, opened to ask them.

use std::path::Path;

use anyhow::{Context, Result};

use crate::database::store::Database;

pub(crate) fn open(path: &Path) -> Result<Database> {
    Database::open(path).with_context(|| path.display().to_string())
}
