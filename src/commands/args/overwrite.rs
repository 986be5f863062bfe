//! The overwrite rule of every verb that writes: a file that exists stays unless it is the verb's own or the user agrees.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::arena::PlayError;
use crate::files;
use crate::run::Replace;
pub(crate) use crate::run::has_content;

/// The flag of every verb that writes files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Overwrite {
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    /// Fails if writing to a path would lose a file; called before the work. A file that the same command has made with the same
    /// settings and data may be replaced: `is_own`.
    pub(crate) fn check(
        self,
        flag: &str,
        path: &Path,
        is_own: impl FnOnce() -> bool,
    ) -> Result<()> {
        Ok(self.rule().check(flag, path, is_own)?)
    }

    /// The rule for runs.
    pub(crate) fn rule(self) -> Replace {
        Replace { force: self.force, confirm: confirmed }
    }

    /// Does work that begins a file of games or resumes its own, and fails before any change where there is another. Its argument
    /// is whether to replace that one: with --force, or after the user agreed.
    pub(crate) fn or_anew<T>(
        self,
        out: &Path,
        mut work: impl FnMut(bool) -> Result<T, PlayError>,
    ) -> Result<T> {
        match work(self.force) {
            Err(other) if !self.force && other.is_of_other_games() && confirmed(out) => {
                Ok(work(true)?)
            }
            done => Ok(done?),
        }
    }

    /// Fails if --force is set, which replaces nothing in a shared folder.
    pub(crate) fn refuse_folder(self) -> Result<()> {
        ensure!(!self.force, "--force replaces files; to begin a --folder again, remove it first");
        Ok(())
    }

    /// The command with which an interrupted run resumes.
    pub(crate) fn same_command(self) -> &'static str {
        self.rule().same_command()
    }

    /// Ends the replacing of a file that is written bit by bit: the file before it goes if this one is whole, and is named if not.
    pub(crate) fn end_replacing(out: &Path, is_whole: bool) -> Result<()> {
        if is_whole {
            let dropped = files::drop_replaced(out);
            return dropped
                .with_context(|| format!("cannot remove what {} replaced", out.display()));
        }
        if let Some(kept) = files::replaced(out) {
            let (kept, out) = (kept.display(), out.display());
            note!("{kept} keeps the file that {out} replaces until that is whole.");
        }
        Ok(())
    }
}

fn confirmed(path: &Path) -> bool {
    agreed(&format!("{} exists. Replace it?", path.display()))
}

/// Whether the user at a terminal agrees; without a terminal nobody does.
pub(crate) fn agreed(question: &str) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The tests of the program hold the refusals: at a terminal this one would ask.
    #[test]
    fn nothing_but_a_file_with_content_can_be_lost() {
        let folder = tempfile::tempdir().expect("folder");
        let (full, empty) = (folder.path().join("full"), folder.path().join("empty"));
        fs::write(&full, "mine").expect("written");
        fs::write(&empty, "").expect("written");
        let [ask, force] = [false, true].map(|force| Overwrite { force });
        assert!(has_content(&full));
        assert!(ask.check("-o", &full, || true).is_ok());
        assert!(force.check("-o", &full, || false).is_ok());
        for free in [empty, folder.path().join("none"), folder.path().into()] {
            assert!(ask.check("-o", &free, || false).is_ok(), "{}", free.display());
        }
    }
}
