//! Where a book comes from: a mark in its last line, by which the command that made the book knows it again. Whatever else writes the
//! book, or changes a line of it, leaves no mark that fits.

use std::path::Path;

use super::entries::BookEntries;
use super::error::BookError;
use super::lines::{FIRST, Lines, mark};
use crate::checksum::Checksum;

impl BookEntries {
    /// Whether a file is a book that was written with this origin, and not changed since.
    #[must_use]
    pub fn comes_from(path: &Path, origin: &str) -> bool {
        is_marked(path, origin).unwrap_or(false)
    }
}

fn is_marked(path: &Path, origin: &str) -> Result<bool, BookError> {
    let (mut lines, mut checksum) = (Lines::open(path)?, Checksum::default());
    checksum.update(FIRST);
    checksum.update("\n");
    while let Some((_, line)) = lines.next()? {
        checksum.update(line);
        checksum.update("\n");
    }
    Ok(lines.mark() == Some(mark(origin, &checksum).as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_book_is_known_again_until_it_is_changed() {
        let folder = tempfile::tempdir().expect("folder");
        for name in ["own.book", "own.book.zst"] {
            let path = folder.path().join(name);
            BookEntries::default().write_from(&path, Some("these games")).expect("written");
            assert!(BookEntries::comes_from(&path, "these games"), "{name}");
            assert!(!BookEntries::comes_from(&path, "other games"), "{name}");
            BookEntries::read(&path).expect("a book").write(&path).expect("written");
            assert!(
                !BookEntries::comes_from(&path, "these games"),
                "{name}: written by somebody else"
            );
        }
        let path = folder.path().join("own.book");
        BookEntries::default().write_from(&path, Some("these games")).expect("written");
        let text = std::fs::read_to_string(&path).expect("text");
        std::fs::write(&path, text.replace("end ", "W:W31:B1\nend ")).expect("changed");
        assert!(!BookEntries::comes_from(&path, "these games"));
        BookEntries::read(&path).expect("still a book");
    }
}
