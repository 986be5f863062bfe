//! A table of checks of another program, and the report on it: a check is a list of steps, and its detail is that of the last one.

use std::time::Duration;

use serde::Serialize;

use crate::board::{Position, fen};
use crate::lines::shortened;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Must,
    /// Other programs in use need it.
    Should,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CheckStatus {
    /// The program does what is checked.
    Pass,
    Fail,
    /// The check could not be made.
    Skip,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckLine {
    pub number: usize,
    pub(crate) title: &'static str,
    /// The section of the protocol that says so.
    pub section: &'static str,
    #[serde(rename = "duty")]
    severity: Severity,
    #[serde(rename = "mark")]
    status: CheckStatus,
    pub detail: String,
}

impl CheckLine {
    pub fn has_passed(&self) -> bool {
        self.status == CheckStatus::Pass
    }

    pub fn is_skipped(&self) -> bool {
        self.status == CheckStatus::Skip
    }

    /// Whether the program does not do what the protocol demands.
    pub fn is_breach(&self) -> bool {
        self.status == CheckStatus::Fail && self.severity == Severity::Must
    }
}

/// How long a program may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// An answer that needs no thinking.
    pub answer: Duration,
    pub thinking: Duration,
}

/// Why a check does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CheckFailure {
    Failed(String),
    /// Allowed, but other programs in use need it.
    Weak(String),
    Skipped(String),
}

impl CheckFailure {
    pub(super) fn reason(self) -> String {
        match self {
            CheckFailure::Failed(reason)
            | CheckFailure::Weak(reason)
            | CheckFailure::Skipped(reason) => reason,
        }
    }
}

/// The detail of a step or a check, or why it does not pass.
pub(crate) type CheckResult<T = String> = Result<T, CheckFailure>;

pub(super) trait UnderTest {
    type Step;

    /// Why no further check can be made, if so.
    fn unavailable(&self) -> Option<&str>;

    /// Makes a step and returns its detail, empty if there is none.
    fn perform(&mut self, step: &Self::Step) -> CheckResult;
}

pub(super) fn fail<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(CheckFailure::Failed(reason.into()))
}

pub(super) fn weak<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(CheckFailure::Weak(reason.into()))
}

pub(super) fn skip<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(CheckFailure::Skipped(reason.into()))
}

/// The most characters of a detail: the last lines of an error stream are among them.
const MAX_DETAIL: usize = 2400;

/// The position before the first move of a game.
pub(super) const START: &str = "W:W31-50:B1-20";

pub(super) fn position(text: &str) -> Position {
    fen::read(text).expect("the positions of the checks are sound")
}

/// Steps that verify a section of a protocol.
pub(super) struct Check<S: 'static> {
    title: &'static str,
    section: &'static str,
    severity: Severity,
    steps: &'static [S],
}

pub(super) const fn must<S>(
    title: &'static str,
    section: &'static str,
    steps: &'static [S],
) -> Check<S> {
    Check { title, section, severity: Severity::Must, steps }
}

pub(super) const fn should<S>(
    title: &'static str,
    section: &'static str,
    steps: &'static [S],
) -> Check<S> {
    Check { title, section, severity: Severity::Should, steps }
}

/// Makes all checks as long as the program is available; `watch` gets every line as soon as it is known.
pub(super) fn run<U: UnderTest>(
    checks: &[Check<U::Step>],
    program: &mut U,
    watch: &mut dyn FnMut(&CheckLine),
) -> Vec<CheckLine> {
    let mut lines = Vec::with_capacity(checks.len());
    for (index, &Check { title, section, severity, steps }) in checks.iter().enumerate() {
        let result = match program.unavailable() {
            Some(reason) => skip(reason),
            None => steps.iter().try_fold(String::new(), |_, step| program.perform(step)),
        };
        let (status, severity, detail) = match result {
            Ok(detail) => (CheckStatus::Pass, severity, detail),
            Err(CheckFailure::Failed(detail)) => (CheckStatus::Fail, severity, detail),
            Err(CheckFailure::Weak(detail)) => (CheckStatus::Fail, Severity::Should, detail),
            Err(CheckFailure::Skipped(detail)) => (CheckStatus::Skip, severity, detail),
        };
        let detail = shortened(&detail, MAX_DETAIL);
        let line = CheckLine { number: index + 1, title, section, severity, status, detail };
        watch(&line);
        lines.push(line);
    }
    lines
}

impl std::fmt::Display for CheckLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let status = match (self.status, self.severity) {
            (CheckStatus::Pass, _) => "pass",
            (CheckStatus::Fail, Severity::Must) => "FAIL",
            (CheckStatus::Fail, Severity::Should) => "weak",
            (CheckStatus::Skip, _) => "skip",
        };
        write!(f, "{:2}. {status}  {} (section {})", self.number, self.title, self.section)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
