//! Where a book comes from: a mark in its first line, by which the command that made it knows it again. Whatever else writes the book,
//! or changes a line of it, leaves no mark that fits.

use std::path::Path;

use super::error::BookError;
use super::pages::Pages;
use super::text::{FIRST, LARGEST, LEVEL};
use crate::files;

impl Pages {
    /// Writes the book as [`Pages::write`] does, marked with where it comes from.
    ///
    /// # Errors
    /// Those of [`Pages::write`].
    pub fn write_from(&self, path: &Path, origin: &str) -> Result<(), BookError> {
        let text = self.text();
        let body = text.strip_prefix(FIRST).unwrap_or(&text);
        let text = format!("{FIRST} {}{body}", mark(origin, body));
        let written = files::write_as_named(path, text.as_bytes(), LEVEL);
        written.map_err(|source| BookError::File { path: path.into(), source })
    }

    /// Whether a file is a book that was written with this mark, and not changed since.
    #[must_use]
    pub fn comes_from(path: &Path, origin: &str) -> bool {
        let bytes = files::read_at_most(path, LARGEST).unwrap_or_default();
        let bytes = match bytes.starts_with(&files::ZSTD) {
            true => files::unpacked_at_most(&bytes, LARGEST).unwrap_or_default(),
            false => bytes,
        };
        let text = String::from_utf8_lossy(&bytes);
        let behind = text.strip_prefix(FIRST).and_then(|rest| rest.strip_prefix(' '));
        let parts = behind.and_then(|rest| rest.find('\n').map(|end| rest.split_at(end)));
        parts.is_some_and(|(told, body)| told == mark(origin, body))
    }
}

fn mark(origin: &str, body: &str) -> String {
    files::checksum_of(format!("{origin}{body}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_book_is_known_again_until_it_is_changed() {
        let folder = tempfile::tempdir().expect("folder");
        for name in ["own.book", "own.book.zst"] {
            let path = folder.path().join(name);
            Pages::default().write_from(&path, "these games").expect("written");
            assert!(Pages::comes_from(&path, "these games"), "{name}");
            assert!(!Pages::comes_from(&path, "other games"), "{name}");
            Pages::read(&path).expect("a book").write(&path).expect("written");
            assert!(!Pages::comes_from(&path, "these games"), "{name}: written by somebody else");
        }
        let path = folder.path().join("own.book");
        Pages::default().write_from(&path, "these games").expect("written");
        let text = std::fs::read_to_string(&path).expect("text");
        std::fs::write(&path, text.replace("end", "W:W31:B1\nend")).expect("changed");
        assert!(!Pages::comes_from(&path, "these games"));
        Pages::read(&path).expect("still a book");
    }
}
