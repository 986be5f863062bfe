//! The kind of the model in a file of the user.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::models::{Visitor, with_model};

/// Calls the visitor with the model of this kind.
pub(crate) fn of_known_kind<V: Visitor>(path: &Path, kind: &str, visitor: V) -> Result<V::Out> {
    let unknown =
        |_| anyhow!("{} holds an evaluation of the unknown model '{kind}'", path.display());
    with_model(kind, visitor).map_err(unknown)
}
