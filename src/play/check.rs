//! Lists of checks for authors of other programs, and the report that comes of them.

use serde::Serialize;

/// How much a check weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Duty {
    /// The protocol says so.
    Must,
    /// Other programs in use make it wise.
    Should,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// As it should be.
    Pass,
    /// Wrong.
    Fail,
    /// Could not be asked.
    Skip,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// What was checked.
    pub title: &'static str,
    /// Where the protocol says so.
    pub section: &'static str,
    /// How much it weighs.
    pub duty: Duty,
    /// How it ended.
    pub mark: Mark,
    /// What was seen.
    pub detail: String,
}

/// Why a check cannot pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program does something wrong.
    Fault(String),
    /// The program cannot be asked.
    Unasked(String),
}

impl Trouble {
    /// What it is.
    pub(super) fn reason(self) -> String {
        match self {
            Trouble::Fault(reason) | Trouble::Unasked(reason) => reason,
        }
    }
}

/// What comes of a check: what was seen, or the trouble.
pub type Seen<T = String> = Result<T, Trouble>;

/// Whoever is asked.
pub(super) trait Subject {
    /// Why nothing more can be asked, if so.
    fn gone(&self) -> Option<&str>;
}

/// A fault with this description.
pub(super) fn fault<T>(text: impl Into<String>) -> Seen<T> {
    Err(Trouble::Fault(text.into()))
}

/// A check that could not be made, for this reason.
pub(super) fn unasked<T>(text: impl Into<String>) -> Seen<T> {
    Err(Trouble::Unasked(text.into()))
}

/// One question to a program on a bench of its protocol.
pub(super) struct Check<B> {
    title: &'static str,
    section: &'static str,
    duty: Duty,
    run: fn(&mut B) -> Seen,
}

/// Something the protocol demands.
pub(super) const fn must<B>(
    title: &'static str,
    section: &'static str,
    run: fn(&mut B) -> Seen,
) -> Check<B> {
    Check { title, section, duty: Duty::Must, run }
}

/// Something other programs need.
pub(super) const fn should<B>(
    title: &'static str,
    section: &'static str,
    run: fn(&mut B) -> Seen,
) -> Check<B> {
    Check { title, section, duty: Duty::Should, run }
}

/// Makes all checks as long as anything can be asked; `watch` gets every line as soon as it is known.
pub(super) fn run<B: Subject>(
    checks: &[Check<B>],
    bench: &mut B,
    watch: &mut dyn FnMut(&Line),
) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        let seen = match bench.gone() {
            Some(reason) => unasked(reason),
            None => (check.run)(bench),
        };
        let (mark, detail) = match seen {
            Ok(detail) => (Mark::Pass, detail),
            Err(Trouble::Fault(detail)) => (Mark::Fail, detail),
            Err(Trouble::Unasked(detail)) => (Mark::Skip, detail),
        };
        let Check { title, section, duty, .. } = *check;
        let line = Line { number: index + 1, title, section, duty, mark, detail };
        watch(&line);
        lines.push(line);
    }
    lines
}

/// One line for people.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = match (self.mark, self.duty) {
            (Mark::Pass, _) => "pass",
            (Mark::Fail, Duty::Must) => "FAIL",
            (Mark::Fail, Duty::Should) => "weak",
            (Mark::Skip, _) => "skip",
        };
        write!(f, "{:2}. {mark}  {} (section {})", self.number, self.title, self.section)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
