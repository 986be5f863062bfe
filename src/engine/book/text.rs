//! A book as text: a line that names the format, then one position a line with its moves, in the order of the positions' names, and
//! a line that says that nothing is missing. Packed by zstd if the file's name ends in `.zst`.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;

use super::entries::{BookEntries, BookMove, BookPosition, MAX_SCORE_SUM};
use super::error::BookError;
use super::lines::{FIRST, LAST, Lines, MAX_BOOK_BYTES, Writer};
use crate::board::{Move, MoveList, Position, fen};

impl BookEntries {
    /// Reads a book.
    ///
    /// # Errors
    /// A file that cannot be read or is no book; the first line that is wrong.
    pub fn read(path: &Path) -> Result<BookEntries, BookError> {
        BookEntries::of(Lines::open(path)?)
    }

    /// Reads the text of a book; its path is only named in errors.
    ///
    /// # Errors
    /// As [`BookEntries::read`].
    pub fn parse(path: &Path, text: &str) -> Result<BookEntries, BookError> {
        BookEntries::of(Lines::of(path, text.as_bytes(), false)?)
    }

    fn of(mut lines: Lines<impl BufRead>) -> Result<BookEntries, BookError> {
        let mut entries = BookEntries::default();
        while let Some((number, line)) = lines.next()? {
            let entry = read_line(&line).map_err(|reason| lines.fault(number, reason))?;
            entry.moves.iter().for_each(|book_move| entries.add(&entry.position, book_move));
        }
        Ok(entries)
    }

    /// The text of the book.
    #[must_use]
    pub fn text(&self) -> String {
        let lines =
            self.in_order().into_iter().map(|(_, entry)| line(&entry.position, &entry.moves));
        let ends = [LAST.to_owned(), String::new()];
        let all: Vec<String> = [FIRST.to_owned()].into_iter().chain(lines).chain(ends).collect();
        all.join("\n")
    }

    /// The entries in the order of their FENs.
    fn in_order(&self) -> Vec<(String, &BookPosition)> {
        let mut entries: Vec<(String, &BookPosition)> =
            self.iter().map(|entry| (fen::write(&entry.position), entry)).collect();
        entries.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        entries
    }

    /// Writes the book, whole or not at all.
    ///
    /// # Errors
    /// A book that could not be read again, or a file that cannot be written; an older one of that name is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        self.write_from(path, None)
    }

    /// Writes the book as [`BookEntries::write`] does, with the mark of its origin if one is given.
    ///
    /// # Errors
    /// Those of [`BookEntries::write`].
    pub fn write_from(&self, path: &Path, origin: Option<&str>) -> Result<(), BookError> {
        self.write_at_most(path, MAX_BOOK_BYTES, origin)
    }

    fn write_at_most(
        &self,
        path: &Path,
        limit: u64,
        origin: Option<&str>,
    ) -> Result<(), BookError> {
        let mut writer = Writer::at(path, limit)?;
        for (_, entry) in self.in_order() {
            writer.add(&line(&entry.position, &entry.moves))?;
        }
        writer.finish(origin)
    }
}

/// `FEN`, then for each move a tab and `move wins draws losses scores scored`.
pub(super) fn line(position: &Position, moves: &[BookMove]) -> String {
    let mut line = fen::write(position);
    let mut moves: Vec<(String, &BookMove)> =
        moves.iter().map(|book_move| (move_text(book_move.mv), book_move)).collect();
    moves.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    for (mv, book_move) in moves {
        let BookMove { wins, draws, losses, scores, scored, .. } = book_move;
        let scores = (scores * 100.0).round() / 100.0;
        write!(line, "\t{mv} {wins} {draws} {losses} {scores} {scored}").expect("a string");
    }
    line
}

/// A move with all that it captures, so that no two legal moves are written alike.
fn move_text(mv: Move) -> String {
    let mut text = mv.to_string();
    for square in mv.captured() {
        write!(text, "x{}", square.number()).expect("a string takes all");
    }
    text
}

pub(super) fn read_line(line: &str) -> Result<BookPosition, String> {
    let mut fields = line.split('\t');
    let text = fields.next().unwrap_or_default();
    let position = fen::read(text).map_err(|error| error.to_string())?;
    let legal = MoveList::legal(&position);
    let mut entry = BookPosition { position, moves: Vec::new() };
    for field in fields {
        entry.add(&read_move(field, &legal)?);
    }
    Ok(entry)
}

fn read_move(field: &str, legal: &[Move]) -> Result<BookMove, String> {
    let wrong =
        || format!("'{}' is no move with its counts", field.chars().take(40).collect::<String>());
    let words: Vec<&str> = field.split(' ').collect();
    let [name, wins, draws, losses, scores, scored] = words[..] else { return Err(wrong()) };
    let mv = legal.iter().find(|mv| move_text(**mv) == name);
    let count = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let scores: f64 = scores.parse().map_err(|_| wrong())?;
    if !(-MAX_SCORE_SUM..=MAX_SCORE_SUM).contains(&scores) {
        return Err(wrong());
    }
    Ok(BookMove {
        mv: *mv.ok_or_else(|| format!("'{name}' is not legal there"))?,
        wins: count(wins)?,
        draws: count(draws)?,
        losses: count(losses)?,
        scores,
        scored: count(scored)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> BookEntries {
        let mut entries = BookEntries::default();
        // Two ways over the board from 32 to one square, which only the captures distinguish.
        for text in ["W:W31-50:B1-20", "W:W32:B27,28,17,18", "B:W28,33,39:B17,18"] {
            let position = fen::read(text).expect(text);
            for (place, &mv) in MoveList::legal(&position).iter().enumerate() {
                let wins = place as u32;
                entries.add(
                    &position,
                    &BookMove { wins, losses: 1, scores: -0.25, scored: 2, ..BookMove::new(mv) },
                );
            }
        }
        entries
    }

    /// The book in a file, plain and packed.
    fn for_files(work: impl Fn(&Path)) {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.book", "a.book.zst"] {
            let path = folder.path().join(name);
            entries().write(&path).expect("written");
            work(&path);
        }
    }

    #[test]
    fn a_book_comes_back_from_its_file_plain_and_packed() {
        for_files(|path| {
            let read = BookEntries::read(path).expect("a book");
            assert_eq!(read.text(), entries().text());
            assert_eq!(read.len(), 3);
        });
    }

    #[test]
    fn a_book_that_was_cut_anywhere_is_refused_with_the_remedy() {
        for_files(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            let whole = std::fs::read(path).expect("read");
            // The newline after the last word may go.
            let fewest = if name == "a.book" { 2 } else { 1 };
            for length in 0..=whole.len() - fewest {
                std::fs::write(path, &whole[..length]).expect("cut");
                let error = BookEntries::read(path).expect_err("refused").to_string();
                assert!(error.contains(name), "{length}: {error}");
                assert!(error.contains("book make"), "{length}: {error}");
            }
        });
    }

    #[test]
    fn a_book_that_could_not_be_read_again_is_not_written_over_an_older_one() {
        let size = entries().text().len() as u64;
        for_files(|path| {
            let before = std::fs::read(path).expect("read");
            let fault =
                entries().write_at_most(path, size - 1, None).expect_err("too large").to_string();
            assert!(fault.contains("larger than") && fault.contains("--min-games"), "{fault}");
            assert!(std::fs::read(path).expect("read") == before);
            entries().write_at_most(path, size, None).expect("it fits");
            let files = std::fs::read_dir(path.parent().expect("a folder")).expect("a folder");
            assert!(
                files.flatten().all(|file| !file.file_name().to_string_lossy().starts_with('.'))
            );
        });
    }

    #[test]
    fn a_line_without_end_is_refused_and_not_read_into_memory() {
        let text = format!("{FIRST}\n{}\n{LAST}\n", "x".repeat(1 << 20));
        let fault = BookEntries::parse(Path::new("x"), &text).expect_err("refused").to_string();
        assert!(fault.contains("x:2: it is longer than any line"), "{fault}");
    }

    #[test]
    fn rubbish_is_refused_with_its_line() {
        let parse = |text: &str| {
            BookEntries::parse(Path::new("x"), text).map_err(|error| error.to_string())
        };
        assert!(parse("").is_err_and(|error| error.contains("is no book")));
        assert!(parse(&format!("{FIRST}\n{LAST}\n")).is_ok_and(|entries| entries.is_empty()));
        let start = "W:W31-50:B1-20";
        for (line, word) in [
            ("nonsense".to_owned(), "x:2:"),
            (LAST.to_owned(), "x:2:"),
            (format!("{start}\t32-29 1 1 1 0 0"), "not legal"),
            (format!("{start}\t32-28 1 1"), "no move with its counts"),
            (format!("{start}\t32-28 -1 1 1 0 0"), "no move with its counts"),
            (format!("{start}\t32-28 1 1 1 inf 1"), "no move with its counts"),
            (format!("{start}\t32-28 1 1 1 1e300 1"), "no move with its counts"),
        ] {
            let error = parse(&format!("{FIRST}\n{line}\n{LAST}\n")).expect_err(&line);
            assert!(error.contains(word), "{error}");
        }
    }
}
