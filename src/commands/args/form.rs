//! The kind of the model in a file of the user.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::models::{Visitor, with_form};

/// Calls the visitor with the model of this kind.
pub fn of_known_form<V: Visitor>(path: &Path, kind: &str, visitor: V) -> Result<V::Out> {
    let unknown =
        |_| anyhow!("{} holds an evaluation of the unknown form '{kind}'", path.display());
    with_form(kind, visitor).map_err(unknown)
}
