//! Names that are asked for and not in the database, shown where a question finds nothing.

use anyhow::Result;

use crate::database::query::{GameFilter, unknown_names};
use crate::database::store::Database;

/// Shows which names of a question no game has, each with the nearest names.
pub(super) fn note(database: &Database, filter: &GameFilter) -> Result<()> {
    for name in unknown_names(database, filter)? {
        note!("{name}");
    }
    Ok(())
}
