//! A book as a file: a line that names the format, then one position a line with its moves, in the order of the positions' names, and
//! a line that tells that nothing is missing. Packed by zstd if the file's name ends in `.zst`.

use std::fmt::Write as _;
use std::path::Path;

use super::error::BookError;
use super::pages::{MOST_SCORES, Pages, Reply};
use crate::board::{Move, MoveList, Position, fen};
use crate::files;

/// The first line; what stands behind it tells where the book comes from.
pub(super) const FIRST: &str = "draughts-td book 1";
/// The last line.
const LAST: &str = "end";
/// No book is larger, packed or not.
pub(super) const LARGEST: u64 = 512 << 20;
/// Well packed, and soon.
pub(super) const LEVEL: i32 = 9;

impl Pages {
    /// Reads a book.
    ///
    /// # Errors
    /// A file that cannot be read or is no book; the first line that is wrong.
    pub fn read(path: &Path) -> Result<Pages, BookError> {
        let fault = |source| BookError::File { path: path.into(), source };
        let mut bytes = files::read_at_most(path, LARGEST).map_err(fault)?;
        if bytes.starts_with(&files::ZSTD) {
            let packed = |source| BookError::Packed { path: path.into(), source };
            bytes = files::unpacked_at_most(&bytes, LARGEST).map_err(packed)?;
        }
        if bytes.len() as u64 > LARGEST {
            return Err(fault(files::too_large(LARGEST)));
        }
        Pages::parse(path, &String::from_utf8_lossy(&bytes))
    }

    /// Reads the text of a book; its path is only named in errors.
    ///
    /// # Errors
    /// As [`Pages::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Pages, BookError> {
        let mut lines = text.lines();
        if !lines.next().is_some_and(is_first) {
            return Err(BookError::Foreign { path: path.into(), first: FIRST });
        }
        // A number that was cut is a number too, so that only what stands behind the last one tells.
        let is_written = |line: &&str| !line.trim().is_empty();
        if lines.rfind(is_written).is_none_or(|line| line.trim_end() != LAST) {
            return Err(BookError::CutShort { path: path.into(), last: LAST });
        }
        let mut pages = Pages::default();
        for (index, line) in lines.enumerate().filter(|(_, line)| is_written(line)) {
            let fault = |reason| BookError::Line { path: path.into(), line: index + 2, reason };
            read_line(&mut pages, line).map_err(fault)?;
        }
        Ok(pages)
    }

    /// The text of the book.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines: Vec<String> =
            self.iter().map(|page| line(&page.position, &page.replies)).collect();
        lines.sort_unstable();
        lines.insert(0, FIRST.into());
        lines.extend([LAST.into(), String::new()]);
        lines.join("\n")
    }

    /// Writes the book, whole or not at all.
    ///
    /// # Errors
    /// A file that cannot be written; an older one of that name is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        let fault = |source| BookError::File { path: path.into(), source };
        files::write_as_named(path, self.text().as_bytes(), LEVEL).map_err(fault)
    }
}

fn is_first(line: &str) -> bool {
    line.strip_prefix(FIRST)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// `FEN`, then for each move a tab and `move wins draws losses scores scored`.
fn line(position: &Position, replies: &[Reply]) -> String {
    let mut line = fen::write(position);
    let mut replies: Vec<(String, &Reply)> =
        replies.iter().map(|reply| (written(reply.mv), reply)).collect();
    replies.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    for (mv, reply) in replies {
        let Reply { wins, draws, losses, scores, scored, .. } = reply;
        let scores = (scores * 100.0).round() / 100.0;
        write!(line, "\t{mv} {wins} {draws} {losses} {scores} {scored}").expect("a string");
    }
    line
}

/// A move with all that it captures, so that no two legal moves are written alike.
fn written(mv: Move) -> String {
    let mut text = mv.to_string();
    for square in mv.captured() {
        write!(text, "x{}", square.number()).expect("a string takes all");
    }
    text
}

fn read_line(pages: &mut Pages, line: &str) -> Result<(), String> {
    let mut fields = line.split('\t');
    let text = fields.next().unwrap_or_default();
    let position = fen::read(text).map_err(|error| error.to_string())?;
    let legal = MoveList::legal(&position);
    for field in fields {
        pages.add(&position, &read_reply(field, &legal)?);
    }
    Ok(())
}

fn read_reply(field: &str, legal: &[Move]) -> Result<Reply, String> {
    let wrong =
        || format!("'{}' is no move with its counts", field.chars().take(40).collect::<String>());
    let words: Vec<&str> = field.split(' ').collect();
    let [name, wins, draws, losses, scores, scored] = words[..] else { return Err(wrong()) };
    let mv = legal.iter().find(|mv| written(**mv) == name);
    let count = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let scores: f64 = scores.parse().map_err(|_| wrong())?;
    if !(-MOST_SCORES..=MOST_SCORES).contains(&scores) {
        return Err(wrong());
    }
    Ok(Reply {
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

    fn pages() -> Pages {
        let mut pages = Pages::default();
        // Two ways over the board from 32 to one square, which only the captures tell apart.
        for text in ["W:W31-50:B1-20", "W:W32:B27,28,17,18", "B:W28,33,39:B17,18"] {
            let position = fen::read(text).expect(text);
            for (place, &mv) in MoveList::legal(&position).iter().enumerate() {
                let wins = place as u32;
                pages.add(
                    &position,
                    &Reply { wins, losses: 1, scores: -0.25, scored: 2, ..Reply::new(mv) },
                );
            }
        }
        pages
    }

    /// The book in a file, plain and packed.
    fn for_files(work: impl Fn(&Path)) {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.book", "a.book.zst"] {
            let path = folder.path().join(name);
            pages().write(&path).expect("written");
            work(&path);
        }
    }

    #[test]
    fn a_book_comes_back_from_its_file_plain_and_packed() {
        for_files(|path| {
            let read = Pages::read(path).expect("a book");
            assert_eq!(read.text(), pages().text());
            assert_eq!(read.len(), 3);
        });
    }

    #[test]
    fn a_book_that_was_cut_anywhere_is_refused_with_the_remedy() {
        for_files(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            let whole = std::fs::read(path).expect("read");
            // The newline behind the last word may go.
            let fewest = if name == "a.book" { 2 } else { 1 };
            for length in 0..=whole.len() - fewest {
                std::fs::write(path, &whole[..length]).expect("cut");
                let error = Pages::read(path).expect_err("refused").to_string();
                assert!(error.contains(name), "{length}: {error}");
                assert!(error.contains("book make"), "{length}: {error}");
            }
        });
    }

    #[test]
    fn rubbish_is_refused_with_its_line() {
        let parse =
            |text: &str| Pages::parse(Path::new("x"), text).map_err(|error| error.to_string());
        assert!(parse("").is_err_and(|error| error.contains("is no book")));
        assert!(parse(&format!("{FIRST}\n{LAST}\n")).is_ok_and(|pages| pages.is_empty()));
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
