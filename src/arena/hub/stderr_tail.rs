//! The last lines of an engine's standard error, which explain its exit. A thread reads the stream to its end, so that the engine
//! never blocks, and keeps no more than these lines.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::escape::Escaped;
use crate::lines::read_lines;

/// The lines that are kept, and the characters of each.
const MAX_LINES: usize = 5;
const MAX_CHARS: usize = 400;
const MAX_CHAR_BYTES: usize = 4;

#[derive(Debug)]
pub(super) struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the stream has ended.
    end: Receiver<()>,
}

impl StderrTail {
    pub(super) fn of(stream: impl Read + Send + 'static) -> StderrTail {
        let lines = Arc::new(Mutex::new(VecDeque::with_capacity(MAX_LINES)));
        let (tail, (is_open, end)) = (Arc::clone(&lines), sync_channel(0));
        std::thread::spawn(move || {
            let _is_open = is_open;
            read_lines(stream, MAX_CHARS * MAX_CHAR_BYTES, |line| {
                push(&mut tail.lock().unwrap_or_else(PoisonError::into_inner), &line);
                true
            });
        });
        StderrTail { lines, end }
    }

    /// The last lines, joined. Waits for the end of the stream up to the timeout: another process may hold it open.
    pub(super) fn text(&self, timeout: Duration) -> String {
        let _ = self.end.recv_timeout(timeout);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }
}

/// Adds an escaped line in place of the oldest.
fn push(lines: &mut VecDeque<String>, line: &str) {
    let line = line.trim().replace('\t', " ");
    if line.is_empty() {
        return;
    }
    if lines.len() == MAX_LINES {
        lines.pop_front();
    }
    let line = Escaped(line).to_string();
    lines.push_back(line.chars().take(MAX_CHARS).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(20);

    #[test]
    fn the_last_five_lines_are_kept_and_escaped() {
        let stderr = "one\ntwo\n\n3\n\tfour\x1b[2J\n5\n  six\r\n";
        let text = StderrTail::of(stderr.as_bytes()).text(TIMEOUT);
        assert_eq!(text, "two | 3 | four\\u001b[2J | 5 | six");
        assert_eq!(StderrTail::of(&b""[..]).text(TIMEOUT), "");
    }

    #[test]
    fn a_flood_is_read_to_its_end_and_little_of_it_is_kept() {
        let flood = std::io::repeat(b'x').take(50 << 20).chain(&b"\nlast"[..]);
        let text = StderrTail::of(flood).text(TIMEOUT);
        assert_eq!(text, format!("{} | last", "x".repeat(MAX_CHARS)));
    }
}
