//! Cuts a stream of text into blocks that end where a game ends. So blocks can be read apart from each other, and
//! memory does not grow with the file.

use std::io::{self, Read};
use std::sync::Arc;

use super::encoding::Judge;
use super::error::{Packing, PdnError};
use super::grammar::{blank_line_before, starts_game_line};
use super::tags::opens_tag;
use super::text::count_lines;

/// What is read at a time.
pub const BLOCK_BYTES: usize = 1 << 20;

/// The most text without the end of a game; real games are a few kilobytes.
const MAX_BLOCK_BYTES: usize = 16 << 20;

/// A stretch of one input that holds whole games.
#[derive(Clone, Debug)]
pub struct TextBlock {
    /// The input's name.
    pub file: Arc<str>,
    /// The text.
    pub text: Vec<u8>,
    /// Bytes of the decompressed input before it.
    pub byte: u64,
    /// The line it starts on, from 1.
    pub line: u64,
    /// Bytes of the packed file that were read when it was complete, for progress.
    pub packed_bytes: u64,
    /// Whether the input broke off after it: its last game is not whole and is left out.
    pub cut: bool,
}

pub(super) struct BlockReader<'a> {
    reader: &'a mut dyn Read,
    file: Arc<str>,
    packing: Packing,
    /// Read, not handed out.
    rest: Vec<u8>,
    byte: u64,
    line: u64,
    finished: bool,
    encoding: Judge,
    /// The fault to report once the games before it are handed out.
    fault: Option<PdnError>,
}

impl<'a> BlockReader<'a> {
    pub(super) fn new(
        reader: &'a mut dyn Read,
        file: Arc<str>,
        packing: Packing,
    ) -> BlockReader<'a> {
        let (byte, line) = (0, 1);
        BlockReader {
            reader,
            file,
            packing,
            rest: Vec::new(),
            byte,
            line,
            finished: false,
            encoding: Judge::default(),
            fault: None,
        }
    }

    /// The next block, in a used buffer, or the fault that ends or interrupts the stream.
    pub(super) fn next(&mut self, mut buffer: Vec<u8>) -> Option<Result<TextBlock, PdnError>> {
        if let Some(fault) = self.fault.take() {
            return Some(Err(fault));
        }
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut wanted = BLOCK_BYTES;
        while !self.finished {
            if let Err(fault) = self.fill(&mut buffer, wanted) {
                return Some(self.break_off(fault, buffer));
            }
            if let Some(fault) = self.zero_byte(&buffer) {
                self.finished = true;
                return Some(Err(fault));
            }
            if self.finished {
                break;
            }
            if let Some(cut) = last_boundary(&buffer) {
                self.rest.extend_from_slice(&buffer[cut..]);
                buffer.truncate(cut);
                break;
            }
            if wanted >= MAX_BLOCK_BYTES {
                return Some(Err(self.skip_endless(buffer)));
            }
            wanted *= 2;
        }
        (!buffer.is_empty()).then(|| Ok(self.block(buffer, false)))
    }

    /// Reads until the buffer holds as much as wanted or the stream ends.
    fn fill(&mut self, buffer: &mut Vec<u8>, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(buffer.len());
        let read = self.reader.take(missing as u64).read_to_end(buffer)?;
        self.finished = read < missing;
        Ok(())
    }

    fn block(&mut self, text: Vec<u8>, cut: bool) -> TextBlock {
        let (file, text) = (Arc::clone(&self.file), self.encoding.utf8(text));
        let block =
            TextBlock { file, byte: self.byte, line: self.line, packed_bytes: 0, cut, text };
        self.pass(&block.text);
        block
    }

    fn pass(&mut self, text: &[u8]) {
        self.byte += text.len() as u64;
        self.line += count_lines(text);
    }

    /// Hands out what came before the fault, and the fault next time.
    fn break_off(&mut self, source: io::Error, buffer: Vec<u8>) -> Result<TextBlock, PdnError> {
        self.finished = true;
        let block = self.block(buffer, true);
        let (file, packing) = (Arc::clone(&self.file), self.packing);
        self.fault = Some(PdnError::of_stream(file, packing, self.byte, self.line, source));
        Ok(block)
    }

    /// Binary data show themselves by a zero byte near the start. A text may be padded with zero bytes, or torn, but has no other
    /// control characters.
    fn zero_byte(&self, buffer: &[u8]) -> Option<PdnError> {
        let head = &buffer[..buffer.len().min(8192)];
        let at = memchr::memchr(0, head).filter(|_| self.byte == 0)?;
        if is_text_of_games(head) {
            return None;
        }
        Some(PdnError::NotText { file: Arc::clone(&self.file), byte: at as u64 })
    }

    /// Drops a text without end up to the next tag line.
    fn skip_endless(&mut self, mut buffer: Vec<u8>) -> PdnError {
        let file = Arc::clone(&self.file);
        let fault =
            PdnError::TooLong { file, byte: self.byte, line: self.line, limit: MAX_BLOCK_BYTES };
        loop {
            // A tag line may straddle two chunks: the last line stays.
            let last_line = memchr::memrchr2(b'\n', b'\r', &buffer).unwrap_or(buffer.len());
            let keep =
                if buffer.len() - last_line > BLOCK_BYTES { buffer.len() } else { last_line };
            self.pass(&buffer[..keep]);
            buffer.drain(..keep);
            let carried_over = buffer.len();
            if self.finished || self.fill(&mut buffer, carried_over + BLOCK_BYTES).is_err() {
                self.finished = true;
                return fault;
            }
            let start =
                memchr::memchr_iter(b'[', &buffer).find(|&at| starts_game_line(&buffer, at));
            if let Some(start) = start {
                self.pass(&buffer[..start]);
                self.rest.extend_from_slice(&buffer[start..]);
                return fault;
            }
        }
    }
}

/// Whether what is not zero is text with a tag or a move in it.
fn is_text_of_games(head: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A | b' '..);
    let text: Vec<u8> = head.iter().copied().filter(|&byte| byte != 0).collect();
    let has_tag = || memchr::memchr_iter(b'[', &text).any(|at| opens_tag(&text[at..]));
    text.iter().all(is_text) && (has_tag() || text.windows(3).any(is_move))
}

/// Two digits with the sign of a move between.
fn is_move(three: &[u8]) -> bool {
    three[0].is_ascii_digit() && b"-xX:".contains(&three[1]) && three[2].is_ascii_digit()
}

/// The last place where a game surely begins: a tag line after a line of movetext, outside any comment.
///
/// Better no place than a wrong one, or the games would depend on where the blocks end.
fn last_boundary(text: &[u8]) -> Option<usize> {
    let mut open_comment = usize::MAX;
    memchr::memrchr_iter(b'[', text).find(|&at| {
        if !starts_game_line(text, at) || !follows_movetext(text, at) {
            return false;
        }
        // A blank line and a tag line end even a comment that somebody forgot to close.
        if blank_line_before(text, at) {
            return true;
        }
        if at < open_comment
            && let Some(brace) = memchr::memrchr2(b'{', b'}', &text[..at])
            && text[brace] == b'{'
        {
            open_comment = brace;
        }
        at < open_comment
    })
}

/// Whether the line before is the body of a game beyond doubt: no tag, no `%` or `;` line, and nothing but moves,
/// numbers and results since its last comment, at least one of them.
fn follows_movetext(text: &[u8], at: usize) -> bool {
    let before = text[..at].trim_ascii_end();
    let line_start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    let line = before[line_start..].trim_ascii_start();
    let tail = memchr::memrchr(b'}', line).map_or(line, |brace| &line[brace + 1..]);
    let is_body = |byte: &u8| byte.is_ascii_digit() || b" \t.-xX:*/!?$()".contains(byte);
    let has_body = tail.contains(&b'*') || tail.windows(3).any(is_move);
    has_body && !b"[%;".contains(&line[0]) && tail.iter().all(is_body)
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
