//! The file of the games played over DXP.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::error::PlayError;
use crate::files;

/// A file of games, open for appending.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    pub fn open(path: &Path) -> Result<GameFile, PlayError> {
        let fault = |source| PlayError::File { path: path.into(), source };
        files::check_named(path).map_err(fault)?;
        let options = &mut File::options();
        let mut file = options.create(true).append(true).read(true).open(path).map_err(fault)?;
        if file.metadata().map_err(fault)?.is_file() && !has_games(&mut file).map_err(fault)? {
            let text = format!("{} does not begin with a game; name another file", path.display());
            return Err(PlayError::Settings(text));
        }
        Ok(GameFile { path: path.into(), file })
    }

    /// Appends a game in one write.
    pub(super) fn add(&mut self, game: &str) -> Result<(), PlayError> {
        let written = self.file.write_all(game.as_bytes());
        written.map_err(|source| PlayError::File { path: self.path.clone(), source })
    }
}

/// Whether a file is empty or begins with a tag, as games do.
fn has_games(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(1024).read_to_end(&mut head)?;
    let text = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&head).trim_ascii_start();
    Ok(text.is_empty() || text.starts_with(b"["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_to_games_and_to_nothing_else() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        for (there, is_open) in
            [("", true), ("[Event \"a\"]\n1. 32-28 *\n", true), ("a letter", false)]
        {
            std::fs::write(&path, there).expect("written");
            assert_eq!(GameFile::open(&path).is_ok(), is_open, "{there}");
            assert_eq!(std::fs::read_to_string(&path).expect("there"), there);
        }
    }
}
