//! The built-in evaluation: plays and judges unless another is named.

use std::path::Path;

/// Its name wherever a network file may be named.
pub const REFERENCE: &str = "reference";

/// Whether a path names the built-in evaluation; a file of that name is `./reference`.
pub fn is_reference(path: &Path) -> bool {
    path.as_os_str() == REFERENCE
}
