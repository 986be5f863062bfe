//! The last lines of an engine's error stream, which say why it ended. A thread reads the stream to its end, so that the engine
//! never waits for us, and keeps no more than these lines.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::escape::Escaped;
use crate::lines::read_lines;

/// The lines that are kept, and the characters of each.
const LINES: usize = 5;
const LONGEST: usize = 400;
/// The most bytes of a character.
const WIDEST: usize = 4;

/// The last lines so far.
#[derive(Debug)]
pub(super) struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the stream has ended.
    end: Receiver<()>,
}

impl LastWords {
    /// Begins to read a stream.
    pub(super) fn of(stream: impl Read + Send + 'static) -> LastWords {
        let lines = Arc::new(Mutex::new(VecDeque::with_capacity(LINES)));
        let (kept, (is_open, end)) = (Arc::clone(&lines), sync_channel(0));
        std::thread::spawn(move || {
            let _is_open = is_open;
            read_lines(stream, LONGEST * WIDEST, |line| {
                keep(&mut kept.lock().unwrap_or_else(PoisonError::into_inner), &line);
                true
            });
        });
        LastWords { lines, end }
    }

    /// The last lines as one. The end of the stream is waited for, but not longer than this: somebody else may hold it open.
    pub(super) fn text(&self, patience: Duration) -> String {
        let _ = self.end.recv_timeout(patience);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }
}

/// Keeps a line, as one that commands no terminal, in the place of the oldest.
fn keep(lines: &mut VecDeque<String>, line: &str) {
    let line = line.trim().replace('\t', " ");
    if line.is_empty() {
        return;
    }
    if lines.len() == LINES {
        lines.pop_front();
    }
    let line = Escaped(line).to_string();
    lines.push_back(line.chars().take(LONGEST).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn the_last_five_lines_are_kept_without_what_commands_a_terminal() {
        let text = "one\ntwo\n\n3\n\tfour\x1b[2J\n5\n  six\r\n";
        let words = LastWords::of(text.as_bytes()).text(PATIENCE);
        assert_eq!(words, "two | 3 | four\\u001b[2J | 5 | six");
        assert_eq!(LastWords::of(&b""[..]).text(PATIENCE), "");
    }

    #[test]
    fn a_flood_is_read_to_its_end_and_little_of_it_is_kept() {
        let flood = std::io::repeat(b'x').take(50 << 20).chain(&b"\nlast"[..]);
        let words = LastWords::of(flood).text(PATIENCE);
        assert_eq!(words, format!("{} | last", "x".repeat(LONGEST)));
    }
}
