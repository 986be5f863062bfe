//! Lists of checks for authors of other programs, and the report that comes of them.

use serde::Serialize;

/// How much a check weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The protocol says so.
    Must,
    /// Other programs in use make it wise.
    Should,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckStatus {
    /// As it should be.
    Pass,
    /// Wrong.
    Fail,
    /// Could not be asked.
    Skip,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckLine {
    /// Its number, from 1.
    pub number: usize,
    /// What was checked.
    pub title: &'static str,
    /// Where the protocol says so.
    pub section: &'static str,
    /// How much it weighs.
    pub duty: Severity,
    /// How it ended.
    pub mark: CheckStatus,
    /// What was seen.
    pub detail: String,
}

/// Why a check cannot pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckFailure {
    /// The program does something wrong.
    Fault(String),
    /// The program cannot be asked.
    Unasked(String),
}

impl CheckFailure {
    /// What it is.
    pub(super) fn reason(self) -> String {
        match self {
            CheckFailure::Fault(reason) | CheckFailure::Unasked(reason) => reason,
        }
    }
}

/// What comes of a check: what was seen, or the trouble.
pub type CheckResult<T = String> = Result<T, CheckFailure>;

/// Whoever is asked.
pub(super) trait UnderTest {
    /// Why nothing more can be asked, if so.
    fn gone(&self) -> Option<&str>;
}

/// A fault with this description.
pub(super) fn fault<T>(text: impl Into<String>) -> CheckResult<T> {
    Err(CheckFailure::Fault(text.into()))
}

/// A check that could not be made, for this reason.
pub(super) fn unasked<T>(text: impl Into<String>) -> CheckResult<T> {
    Err(CheckFailure::Unasked(text.into()))
}

/// One question to a program on a bench of its protocol.
pub(super) struct Check<B> {
    title: &'static str,
    section: &'static str,
    duty: Severity,
    run: fn(&mut B) -> CheckResult,
}

/// Something the protocol demands.
pub(super) const fn must<B>(
    title: &'static str,
    section: &'static str,
    run: fn(&mut B) -> CheckResult,
) -> Check<B> {
    Check { title, section, duty: Severity::Must, run }
}

/// Something other programs need.
pub(super) const fn should<B>(
    title: &'static str,
    section: &'static str,
    run: fn(&mut B) -> CheckResult,
) -> Check<B> {
    Check { title, section, duty: Severity::Should, run }
}

/// Makes all checks as long as anything can be asked; `watch` gets every line as soon as it is known.
pub(super) fn run<B: UnderTest>(
    checks: &[Check<B>],
    bench: &mut B,
    watch: &mut dyn FnMut(&CheckLine),
) -> Vec<CheckLine> {
    let mut lines = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        let seen = match bench.gone() {
            Some(reason) => unasked(reason),
            None => (check.run)(bench),
        };
        let (mark, detail) = match seen {
            Ok(detail) => (CheckStatus::Pass, detail),
            Err(CheckFailure::Fault(detail)) => (CheckStatus::Fail, detail),
            Err(CheckFailure::Unasked(detail)) => (CheckStatus::Skip, detail),
        };
        let Check { title, section, duty, .. } = *check;
        let line = CheckLine { number: index + 1, title, section, duty, mark, detail };
        watch(&line);
        lines.push(line);
    }
    lines
}

/// One line for people.
impl std::fmt::Display for CheckLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = match (self.mark, self.duty) {
            (CheckStatus::Pass, _) => "pass",
            (CheckStatus::Fail, Severity::Must) => "FAIL",
            (CheckStatus::Fail, Severity::Should) => "weak",
            (CheckStatus::Skip, _) => "skip",
        };
        write!(f, "{:2}. {mark}  {} (section {})", self.number, self.title, self.section)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
