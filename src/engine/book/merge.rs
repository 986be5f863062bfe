//! Books put together: read side by side, since the positions of each are in order, so that memory does not grow with them.

use std::io::BufRead;
use std::path::Path;

use super::entries::BookPosition;
use super::error::BookError;
use super::lines::{Lines, MAX_BOOK_BYTES, Writer};
use super::text::{line, read_line};
use crate::board::fen;

/// Merges books into one file, with the mark of its origin if one is given; returns the number of positions.
///
/// # Errors
/// A book that cannot be read or whose positions are not in order, and one that would be too large; an older file of that name is then
/// untouched.
pub fn merge(
    books: &[impl AsRef<Path>],
    out: &Path,
    origin: Option<&str>,
) -> Result<usize, BookError> {
    let mut books = books
        .iter()
        .map(|book| Opened::of(Lines::open(book.as_ref())?))
        .collect::<Result<Vec<_>, _>>()?;
    let (mut writer, mut positions) = (Writer::at(out, MAX_BOOK_BYTES)?, 0);
    while let Some(first) = books.iter().filter_map(Opened::name).min().map(String::from) {
        let mut entry: Option<BookPosition> = None;
        for book in &mut books {
            while let Some(next) = book.take(&first)? {
                match &mut entry {
                    Some(entry) => next.moves.iter().for_each(|book_move| entry.add(book_move)),
                    None => entry = Some(next),
                }
            }
        }
        let Some(entry) = entry else { break };
        writer.add(&line(&entry.position, &entry.moves))?;
        positions += 1;
    }
    writer.finish(origin)?;
    Ok(positions)
}

/// A book and its next position.
struct Opened<R> {
    lines: Lines<R>,
    next: Option<(String, BookPosition)>,
    /// The line of the next position.
    line: usize,
}

impl<R: BufRead> Opened<R> {
    fn of(lines: Lines<R>) -> Result<Opened<R>, BookError> {
        let mut book = Opened { lines, next: None, line: 0 };
        book.read()?;
        Ok(book)
    }

    /// The name of the next position.
    fn name(&self) -> Option<&str> {
        self.next.as_ref().map(|(name, _)| name.as_str())
    }

    /// The next position if it has this name.
    fn take(&mut self, name: &str) -> Result<Option<BookPosition>, BookError> {
        if self.name() != Some(name) {
            return Ok(None);
        }
        let taken = self.next.take().map(|(_, entry)| entry);
        self.read()?;
        if self.name().is_some_and(|next| next < name) {
            return Err(self.lines.out_of_order(self.line));
        }
        Ok(taken)
    }

    fn read(&mut self) -> Result<(), BookError> {
        if let Some((number, text)) = self.lines.next()? {
            let entry = read_line(&text).map_err(|reason| self.lines.fault(number, reason))?;
            self.line = number;
            self.next = Some((fen::write(&entry.position), entry));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookEntries;

    fn book(lines: &[&str]) -> String {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        format!("draughts-td book 1\n{lines}end\n")
    }

    const START: &str = "W:W31-50:B1-20\t32-28 1 2 3 0.5 1";

    #[test]
    fn books_put_together_are_what_their_pages_are_put_together() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let [a, b] = [
            book(&["W:W32:B1\t32-27 1 0 0 0 0", START, "W:WK5:BK45\t5-10 1 1 1 0 0"]),
            book(&["W:W31:B1\t31-26 1 0 0 0 0", START, "W:W31-50:B1-20\t33-28 0 0 1 0 0"]),
        ];
        let mut whole = BookEntries::default();
        for (name, text) in [("a.book", a), ("b.book.zst", b)] {
            let mut entries = BookEntries::default();
            // Written in the order of the program, whatever the order above.
            entries.merge(&BookEntries::parse(Path::new(name), &text).expect(name));
            entries.write(&path(name)).expect("written");
            whole.merge(&entries);
        }
        for out in ["out.book", "out.book.zst"] {
            let books = [path("a.book"), path("b.book.zst"), path("a.book")];
            assert_eq!(merge(&books[..2], &path(out), None).expect("merged"), 4);
            assert_eq!(BookEntries::read(&path(out)).expect("a book").text(), whole.text());
        }
        assert_eq!(merge(&[path("out.book")], &path("out.book"), None).expect("merged"), 4);
        assert_eq!(std::fs::read_to_string(path("out.book")).expect("text"), whole.text());
    }

    #[test]
    fn a_book_that_is_not_in_order_is_refused_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mixed, out) = (folder.path().join("mixed"), folder.path().join("out"));
        std::fs::write(&mixed, book(&["W:W32:B1", START])).expect("written");
        let fault = merge(&[&mixed], &out, None).expect_err("not in order").to_string();
        assert!(fault.contains("mixed:3: its positions are not in order"), "{fault}");
        assert!(!out.exists());
    }
}
