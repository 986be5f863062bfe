//! The evaluation in the box: what plays and judges where nobody names another.

use std::path::Path;

/// Its name wherever a network file may be named.
pub const REFERENCE: &str = "reference";

/// Whether a path names the evaluation in the box; a file of that name is `./reference`.
pub fn is_reference(path: &Path) -> bool {
    path.as_os_str() == REFERENCE
}
