//! The lines of a book, one after another, from its file and into it: no more than a line is in memory.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::error::BookError;
use crate::checksum::{self, Checksum};
use crate::files::{self, NewFile};

pub(super) const FIRST: &str = "draughts-td book 1";
/// The last line, which a mark of the book's origin may follow.
pub(super) const LAST: &str = "end";
/// No book is larger, unpacked.
pub(super) const MAX_BOOK_BYTES: u64 = 512 << 20;
/// No line is longer: a hundred moves with their captures are far shorter.
const MAX_LINE_BYTES: u64 = 64 << 10;
const LEVEL: i32 = 9;

/// The lines between the first and the last.
pub(super) struct Lines<R> {
    path: PathBuf,
    source: R,
    is_packed: bool,
    /// The lines read.
    line: usize,
    /// The bytes that may still come.
    left: u64,
    /// The next line that is not empty.
    lookahead: Option<(usize, String)>,
    /// The mark in the last line, once it is read.
    mark: Option<String>,
}

impl Lines<Box<dyn BufRead>> {
    /// Opens a book, plain or packed.
    ///
    /// # Errors
    /// A file that cannot be read or is no book.
    pub(super) fn open(path: &Path) -> Result<Self, BookError> {
        let fault = |source| BookError::File { path: path.into(), source };
        let mut file = BufReader::new(files::open_ordinary(path).map_err(fault)?);
        let is_packed = file.fill_buf().map_err(fault)?.starts_with(&files::ZSTD);
        if !is_packed {
            return Lines::of(path, Box::new(file), false);
        }
        let unpacked = zstd::Decoder::with_buffer(file).map_err(fault)?;
        Lines::of(path, Box::new(BufReader::new(unpacked)), true)
    }
}

impl<R: BufRead> Lines<R> {
    /// The lines of a text; its path is only named in errors.
    ///
    /// # Errors
    /// A text that is no book.
    pub(super) fn of(path: &Path, source: R, is_packed: bool) -> Result<Lines<R>, BookError> {
        let path = path.to_path_buf();
        let mut lines = Lines {
            path,
            source,
            is_packed,
            line: 0,
            left: MAX_BOOK_BYTES,
            lookahead: None,
            mark: None,
        };
        if lines.next_line()?.is_none_or(|line| line.trim_end() != FIRST) {
            return Err(BookError::Foreign { path: lines.path, first: FIRST });
        }
        lines.lookahead = lines.next_nonempty()?;
        Ok(lines)
    }

    /// The next line with its number; `None` at the end of a whole book.
    ///
    /// # Errors
    /// A file that cannot be read, or ends without its last line.
    pub(super) fn next(&mut self) -> Result<Option<(usize, String)>, BookError> {
        // A number that was cut is a number too, so that only a line after it shows that it is whole.
        let following = self.next_nonempty()?;
        match std::mem::replace(&mut self.lookahead, following) {
            Some(line) if self.lookahead.is_some() => Ok(Some(line)),
            Some((_, line)) if is_last(&line) => {
                self.mark = line.trim_end().strip_prefix(LAST).map(|mark| mark.trim().into());
                Ok(None)
            }
            _ => Err(BookError::CutShort { path: self.path.clone(), last: LAST }),
        }
    }

    /// The mark in the last line, once it is read; empty if there is none.
    pub(super) fn mark(&self) -> Option<&str> {
        self.mark.as_deref()
    }

    pub(super) fn fault(&self, line: usize, reason: String) -> BookError {
        BookError::Line { path: self.path.clone(), line, reason }
    }

    pub(super) fn out_of_order(&self, line: usize) -> BookError {
        BookError::Order { path: self.path.clone(), line }
    }

    /// The next line that is not empty.
    fn next_nonempty(&mut self) -> Result<Option<(usize, String)>, BookError> {
        while let Some(line) = self.next_line()? {
            if !line.trim().is_empty() {
                return Ok(Some((self.line, line)));
            }
        }
        Ok(None)
    }

    fn next_line(&mut self) -> Result<Option<String>, BookError> {
        let mut line = Vec::new();
        let most = MAX_LINE_BYTES.min(self.left) + 1;
        let read = (&mut self.source).take(most).read_until(b'\n', &mut line);
        let read = read.map_err(|source| self.unreadable(source))? as u64;
        self.line += 1;
        if read > self.left {
            return Err(BookError::File {
                path: self.path.clone(),
                source: files::too_large(MAX_BOOK_BYTES),
            });
        }
        if read > MAX_LINE_BYTES && self.line > 1 {
            return Err(self.fault(self.line, "it is longer than any line of a book".into()));
        }
        self.left -= read;
        while line.last().is_some_and(|byte| b"\r\n".contains(byte)) {
            line.pop();
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn unreadable(&self, source: io::Error) -> BookError {
        let path = self.path.clone();
        if self.is_packed {
            BookError::Packed { path, source }
        } else {
            BookError::File { path, source }
        }
    }
}

/// The mark of a book whose lines before the last have this hash.
pub(super) fn mark(origin: &str, lines: &Checksum) -> String {
    checksum::of_bytes(format!("{origin}{}", lines.hex()))
}

/// Whether a line is the last of a book, with a mark or without.
fn is_last(line: &str) -> bool {
    let is_mark = |mark: &str| mark.len() == 64 && mark.bytes().all(|b| b.is_ascii_hexdigit());
    let rest = line.trim_end().strip_prefix(LAST);
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(' ').is_some_and(is_mark))
}

/// A book that is written line by line, and has its name only when it is whole.
pub(super) struct Writer {
    path: PathBuf,
    sink: Sink,
    /// The bytes that may still come, the last line left out.
    left: u64,
    limit: u64,
    /// Of the lines so far.
    checksum: Checksum,
}

enum Sink {
    Plain(BufWriter<NewFile>),
    Packed(zstd::Encoder<'static, BufWriter<NewFile>>),
}

impl Writer {
    /// Begins a book of at most `limit` bytes, packed by zstd if the name ends in `.zst`.
    pub(super) fn at(path: &Path, limit: u64) -> Result<Writer, BookError> {
        let fault = |source| BookError::File { path: path.into(), source };
        let file = BufWriter::new(NewFile::at(path).map_err(fault)?);
        let sink = match files::packing_of(path) {
            Some(".zst") => Sink::Packed(zstd::Encoder::new(file, LEVEL).map_err(fault)?),
            _ => Sink::Plain(file),
        };
        let left = limit.saturating_sub(LAST.len() as u64 + 1);
        let mut writer =
            Writer { path: path.into(), sink, left, limit, checksum: Checksum::default() };
        writer.add(FIRST)?;
        Ok(writer)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// One that makes the book too large, or what the system says.
    pub(super) fn add(&mut self, line: &str) -> Result<(), BookError> {
        let (path, limit) = (&self.path, self.limit);
        let left = self.left.checked_sub(line.len() as u64 + 1);
        self.left = left.ok_or_else(|| BookError::TooLarge { path: path.clone(), limit })?;
        self.checksum.update(line);
        self.checksum.update("\n");
        let sink: &mut dyn Write = match &mut self.sink {
            Sink::Plain(file) => file,
            Sink::Packed(file) => file,
        };
        let written = sink.write_all(line.as_bytes()).and_then(|()| sink.write_all(b"\n"));
        written.map_err(|source| BookError::File { path: path.clone(), source })
    }

    /// Adds the last line, with the mark of the origin if one is given, and moves the file into place.
    ///
    /// # Errors
    /// What the system says; an older file of that name is then untouched.
    pub(super) fn finish(mut self, origin: Option<&str>) -> Result<(), BookError> {
        self.left = u64::MAX;
        let mark = origin.map(|origin| mark(origin, &self.checksum));
        self.add(&mark.map_or(LAST.into(), |mark| format!("{LAST} {mark}")))?;
        let file = match self.sink {
            Sink::Plain(file) => Ok(file),
            Sink::Packed(file) => file.finish(),
        };
        let file = file.and_then(|file| file.into_inner().map_err(io::IntoInnerError::into_error));
        let placed = file.and_then(NewFile::finish);
        placed.map_err(|source| BookError::File { path: self.path, source })
    }
}
