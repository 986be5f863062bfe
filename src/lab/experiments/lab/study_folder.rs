//! The folder of a study's file, from which the files that the study names are looked up.

use std::io;
use std::path::{Path, PathBuf};

use draughts_td_features::windows;

use crate::arena::PlayError;
use crate::arena::tournament::spec::PlayerSpec;
use crate::player::Evaluation;
use crate::run::read_pattern_file;

/// A folder; the working folder if its path is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyFolder {
    path: PathBuf,
    /// Whether the study is that of a stored run, whose files may be gone: its figures are asked for, nothing is trained.
    is_stored: bool,
}

impl StudyFolder {
    pub(crate) fn new(path: &Path) -> StudyFolder {
        StudyFolder { path: path.into(), is_stored: false }
    }

    /// The folder of a stored run, whose files are not read.
    pub(crate) fn stored(path: &Path) -> StudyFolder {
        StudyFolder { path: path.into(), is_stored: true }
    }

    pub(crate) const fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// The path of a file that the study names.
    pub(crate) fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// The text of a pattern file; those in `features/windows/` are built in.
    pub(crate) fn pattern_file(&self, path: &Path) -> io::Result<String> {
        let built_in = match path.to_str() {
            Some("features/windows/squares.toml") => windows::SQUARES,
            Some("features/windows/wide.toml") => windows::WIDE,
            Some("features/windows/tall_and_wide.toml") => windows::TALL_AND_WIDE,
            Some("features/windows/eight.toml") => windows::EIGHT,
            _ if self.is_stored => windows::EIGHT,
            _ => return read_pattern_file(&self.file(path)),
        };
        Ok(built_in.into())
    }

    /// A player as `match` takes it, with the files of our own engine in this folder.
    ///
    /// # Errors
    /// A text that is not a player.
    pub(crate) fn player(&self, text: &str) -> Result<PlayerSpec, PlayError> {
        let shown = |name: &str| self.file(name).display().to_string();
        Ok(match text.parse()? {
            PlayerSpec::Own { net, techniques, book } => {
                let net = if Self::is_built_in(&net) { net } else { shown(&net) };
                PlayerSpec::Own { net, techniques, book: book.as_deref().map(shown) }
            }
            other => other,
        })
    }

    /// Whether an evaluation of this name is there.
    pub(crate) fn has(&self, net: &str) -> bool {
        self.is_stored || Self::is_built_in(net) || self.file(net).is_file()
    }

    fn is_built_in(net: &str) -> bool {
        [Evaluation::REFERENCE, "material"].contains(&net)
    }
}
