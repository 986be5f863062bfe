//! One attempt at a puzzle, and a file of attempts: a line of JSON each, so that another program can read it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;

/// The largest file of attempts in bytes: some hundred thousand of them.
const LARGEST: u64 = 64 << 20;

/// One attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The position of the puzzle as FEN: the same puzzle in another database is the same.
    pub puzzle: String,
    /// When it ended, in seconds since 1970 (UTC).
    pub at: i64,
    /// Whether every move was right at the first try.
    pub solved: bool,
    /// Whether help was asked for.
    #[serde(default)]
    pub hinted: bool,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The difficulty of the puzzle when it was tried, in points of Elo.
    pub grade: f64,
}

/// Why attempts cannot be read or kept.
#[derive(Debug, Error)]
pub enum AttemptsError {
    /// The file cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// The file of attempts.
        path: PathBuf,
        /// What the system says, or the line that is no attempt.
        source: io::Error,
    },
    /// A line that is no attempt.
    #[error("line {line}: {reason}; delete this line, or take another file of attempts")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Attempt {
    /// Whether it was solved without help.
    pub fn is_clean(&self) -> bool {
        self.solved && !self.hinted
    }

    /// Whether a calendar and a rating can be computed from it.
    ///
    /// # Errors
    /// The field that is out of range.
    pub fn check(&self) -> Result<(), AttemptsError> {
        let wrong = |fault: &str| AttemptsError::Line { line: 1, reason: fault.into() };
        self.fault().map_or(Ok(()), |fault| Err(wrong(fault)))
    }

    fn fault(&self) -> Option<&'static str> {
        const YEAR_9999: i64 = 253_402_300_799;
        let is_time = (0..=YEAR_9999).contains(&self.at);
        let is_length = self.seconds.is_finite() && self.seconds >= 0.0;
        match () {
            () if !is_time => Some("`at` is not a time in seconds since 1970"),
            () if !is_length => Some("`seconds` is not a length of time"),
            () if !(-10_000.0..=10_000.0).contains(&self.grade) => {
                Some("`grade` is not between -10000 and 10000")
            }
            () if self.puzzle.is_empty() || self.puzzle.len() > 1000 => {
                Some("`puzzle` is not a FEN")
            }
            () => None,
        }
    }
}

/// The attempts of a text, a line of JSON each. Empty lines are ignored.
///
/// # Errors
/// The first line that is no attempt.
pub fn read_lines(text: &str) -> Result<Vec<Attempt>, AttemptsError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let wrong = |reason: String| AttemptsError::Line { line: index + 1, reason };
            let attempt: Attempt =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            attempt.fault().map_or(Ok(attempt), |fault| Err(wrong(fault.into())))
        })
        .collect()
}

/// The attempts of a file; none where there is no file yet.
///
/// # Errors
/// When it cannot be read, or a line is no attempt.
pub fn read(path: &Path) -> Result<Vec<Attempt>, AttemptsError> {
    match files::read_text_at_most(path, LARGEST) {
        Ok(text) => read_lines(&text).map_err(|error| AttemptsError::File {
            path: path.into(),
            source: io::Error::other(error),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(AttemptsError::File { path: path.into(), source }),
    }
}

/// Puts attempts at the end of a file, which is made if it is not there. An attempt that it already has is not written again.
///
/// # Errors
/// When the file cannot be read or written, or a line of it is no attempt.
pub fn append(path: &Path, attempts: &[Attempt]) -> Result<(), AttemptsError> {
    let known = read(path)?;
    let news = attempts.iter().filter(|attempt| !known.contains(attempt));
    let text: String = news
        .filter_map(|attempt| serde_json::to_string(attempt).ok())
        .map(|line| line + "\n")
        .collect();
    let written = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // One write: two programs at once do not mix their lines.
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    };
    written().map_err(|source| AttemptsError::File { path: path.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(puzzle: &str, at: i64) -> Attempt {
        Attempt {
            puzzle: puzzle.into(),
            at,
            solved: true,
            hinted: false,
            seconds: 4.25,
            grade: 1512.5,
        }
    }

    #[test]
    fn attempts_come_back_as_they_were_written_and_twice_is_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine/attempts.jsonl");
        assert_eq!(read(&path).expect("no file yet"), Vec::new());
        let (one, two) = (attempt("W:W28:B23", 5), attempt("W:W33:B23", 6));
        append(&path, std::slice::from_ref(&one)).expect("it is written");
        append(&path, &[one.clone(), two.clone()]).expect("it is written");
        assert_eq!(read(&path).expect("attempts"), [one, two]);
    }

    #[test]
    fn a_line_that_is_no_attempt_is_named() {
        let good = serde_json::to_string(&attempt("W:W28:B23", 5)).expect("JSON");
        let cases = [
            ("{}", "missing field"),
            (&good.replace("\"at\":5", "\"at\":-5"), "`at`"),
            (&good.replace("4.25", "-4.25"), "`seconds`"),
            (&good.replace("1512.5", "1e300"), "`grade`"),
            (&good.replace("W:W28:B23", ""), "`puzzle`"),
            ("nothing", "expected"),
        ];
        for (line, word) in cases {
            let error = read_lines(&format!("{good}\n\n{line}\n")).expect_err(line).to_string();
            assert!(error.starts_with("line 3: ") && error.contains(word), "{error}");
        }
    }
}
