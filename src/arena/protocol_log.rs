//! A log of every message of a protocol, in both directions, with its time.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::clock;
use crate::error::PlayError;
use crate::escape::Escaped;
use crate::files;

/// Logs messages with their times; clones write to the same file.
#[derive(Clone, Debug, Default)]
pub struct ProtocolLog(Option<Arc<Mutex<Log>>>);

#[derive(Debug)]
struct Log {
    file: File,
    began: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageDirection {
    In,
    Out,
    /// Neither: an event of the connection.
    Note,
}

const SIGNS: [&str; 3] = ["<-", "->", "--"];

impl ProtocolLog {
    /// A log into a new file, or appended to an earlier log.
    pub fn to_file(path: &Path) -> Result<ProtocolLog, PlayError> {
        let io = |source| PlayError::File { path: path.into(), source };
        files::check_named(path).map_err(io)?;
        let mut file =
            File::options().create(true).append(true).read(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.is_file() && !is_trace(&mut file).map_err(io)? {
            let text = format!("{} is no trace; name a new file for it", path.display());
            return Err(PlayError::Settings(text));
        }
        Ok(ProtocolLog(Some(Arc::new(Mutex::new(Log { file, began: Instant::now() })))))
    }

    /// Writes a line: time of day, seconds since the log began, direction, peer, text. Only what a terminal would obey, and bytes that
    /// are no text, are escaped: other lines can be sent again as they are. A full disk loses the line and not the game.
    pub(crate) fn write(&self, direction: MessageDirection, peer: &str, text: &[u8]) {
        let Some(log) = &self.0 else { return };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        let sign = SIGNS[direction as usize];
        let seconds = log.began.elapsed().as_secs_f64();
        let line = format!(
            "{:.3} {seconds:10.4} {sign} {peer} {}
",
            clock::now(),
            printable(text)
        );
        let _ = log.file.write_all(line.as_bytes());
    }
}

fn printable(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        shown += &Escaped(chunk.valid()).to_string().replace('\n', "\\n");
        shown += &chunk.invalid().escape_ascii().to_string();
    }
    shown
}

/// Whether a file is empty or begins with a line of a log: a time of day, seconds, a direction.
fn is_trace(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(64).read_to_end(&mut head)?;
    let text = String::from_utf8_lossy(&head);
    let mut words = text.split_whitespace().skip(1);
    let is_timed = words.next().is_some_and(|seconds| seconds.parse::<f64>().is_ok());
    Ok(head.is_empty() || is_timed && words.next().is_some_and(|sign| SIGNS.contains(&sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_traced_as_it_is_unless_a_terminal_would_obey_it() {
        let line = "id name=Бой author=\"A B\" path='C:\\x'\t1";
        assert_eq!(printable(line.as_bytes()), line);
        assert_eq!(printable(b"a\x1b[2J\nb\r\0\xff"), "a\\u001b[2J\\nb\\u000d\\u0000\\xff");
    }

    #[test]
    fn a_trace_continues_an_earlier_one_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trace");
        for way in [MessageDirection::In, MessageDirection::Out, MessageDirection::Note] {
            ProtocolLog::to_file(&path).expect("a trace").write(way, "it", b"hub");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("text").lines().count(), 3);
        let games = folder.path().join("games.pdn");
        std::fs::write(&games, "[Event \"a\"]\n\n1. 32-28 *\n").expect("written");
        let refused = ProtocolLog::to_file(&games).expect_err("games").to_string();
        assert!(refused.contains("games.pdn is no trace"), "{refused}");
    }
}
