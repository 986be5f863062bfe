//! A file with every message of a protocol, in both directions, and its time.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::calendar::Moment;
use crate::play::error::PlayError;

/// Writes messages with their times; clones write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Trace(Option<Arc<Mutex<Log>>>);

#[derive(Debug)]
struct Log {
    file: File,
    began: Instant,
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To us.
    In,
    /// From us.
    Out,
    /// Neither: what happened to the connection.
    Note,
}

impl Trace {
    /// A trace into nothing.
    #[must_use]
    pub fn none() -> Trace {
        Trace(None)
    }

    /// A trace into a new file, or into one already there, behind what it holds.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn to_file(path: &Path) -> Result<Trace, PlayError> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|source| PlayError::File { path: path.into(), source })?;
        Ok(Trace(Some(Arc::new(Mutex::new(Log { file, began: Instant::now() })))))
    }

    /// Writes a line: time of day, seconds since the trace began, direction, partner, text. What cannot be printed is
    /// escaped. A full disk loses the line and not the game.
    pub fn write(&self, way: Way, partner: &str, text: &[u8]) {
        let Some(log) = &self.0 else { return };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        let sign = match way {
            Way::In => "<-",
            Way::Out => "->",
            Way::Note => "--",
        };
        let seconds = log.began.elapsed().as_secs_f64();
        let line =
            format!("{} {seconds:10.4} {sign} {partner} {}\n", Moment::now(), text.escape_ascii());
        let _ = log.file.write_all(line.as_bytes());
    }
}
