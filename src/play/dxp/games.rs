//! The file of the games played over DXP.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::files;
use crate::play::error::PlayError;

/// The file of games, open behind what it holds.
#[derive(Debug)]
pub struct Games {
    path: PathBuf,
    file: File,
}

impl Games {
    /// Opens it, or begins it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(path: &Path) -> Result<Games, PlayError> {
        let named = files::check_named(path);
        let file = named.and_then(|()| File::options().create(true).append(true).open(path));
        match file {
            Ok(file) => Ok(Games { path: path.into(), file }),
            Err(source) => Err(PlayError::File { path: path.into(), source }),
        }
    }

    /// Writes a game behind the others, in one piece.
    pub(super) fn add(&mut self, game: &str) -> Result<(), PlayError> {
        let written = self.file.write_all(game.as_bytes());
        written.map_err(|source| PlayError::File { path: self.path.clone(), source })
    }
}
