//! Why a study is refused: the place in its file, and the remedy.

use thiserror::Error;

/// A fault in the text of a study.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file} line {line}: {what}")]
pub struct StudyError {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) what: String,
}

/// A fault at a place in the text, counted in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misprint {
    pub at: usize,
    pub what: String,
}

impl Misprint {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Misprint {
        Misprint { at, what: what.into() }
    }

    /// The same with its cause before the question.
    pub(super) fn because(self, cause: &str) -> Misprint {
        Misprint { what: format!("{cause}{}", self.what), ..self }
    }

    pub(super) fn of(self, file: &str, text: &str) -> StudyError {
        let before = text.get(..self.at).unwrap_or(text);
        StudyError { file: file.into(), line: before.matches('\n').count() + 1, what: self.what }
    }
}

/// The message of an error of TOML in one line.
pub(super) fn plain(error: &toml::de::Error) -> String {
    error.message().trim().replace('\n', " ").replace('`', "'")
}

/// The known word that is nearest to a mistyped one, as a question.
pub(super) fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known.map(|name| (strsim::jaro_winkler(word, name), name));
    let best = near.filter(|(nearness, _)| *nearness > 0.8).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(String::new, |(_, name)| format!("; did you mean '{name}'?"))
}
