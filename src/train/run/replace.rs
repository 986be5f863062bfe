//! The rule for files that exist: they stay unless they are the run's own or the user agrees.

use std::fs;
use std::path::Path;

use super::error::{RunError, ensure};

/// Who lets a file be replaced.
#[derive(Clone, Copy, Debug)]
pub struct Replace {
    /// Every file may be replaced.
    pub force: bool,
    /// Asks the user about a file.
    pub confirm: fn(&Path) -> bool,
}

/// No file is replaced, and nobody is asked.
impl Default for Replace {
    fn default() -> Replace {
        Replace { force: false, confirm: |_| false }
    }
}

impl Replace {
    /// Fails if writing to a path would lose a file; called before the work. A file that the same command has made with the same
    /// settings and data may be replaced: `is_own`.
    ///
    /// # Errors
    /// The file, which `flag` names.
    pub fn check(
        self,
        flag: &str,
        path: &Path,
        is_own: impl FnOnce() -> bool,
    ) -> Result<(), RunError> {
        let may_go = !has_content(path) || self.force || is_own() || (self.confirm)(path);
        let shown = path.display();
        ensure!(
            may_go,
            "{flag} {shown}: the file exists; name another, or replace it with --force"
        );
        Ok(())
    }

    /// The command with which an interrupted run resumes.
    #[must_use]
    pub fn same_command(self) -> &'static str {
        if self.force { "the same command without --force" } else { "the same command" }
    }
}

/// Whether a path names a file with content, which could be lost.
#[must_use]
pub fn has_content(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0)
}
