//! What a test says where the machine lacks a program that it needs.

use std::io::Write;

/// Says on standard error, which the test runner does not capture, that this test did not run and why.
///
/// # Panics
/// If `DRAUGHTS_TD_REQUIRE`, names between commas, has this one: a check of the whole may not leave the test out.
pub fn skip(need: &str, reason: &str) {
    let required = std::env::var("DRAUGHTS_TD_REQUIRE").unwrap_or_default();
    assert!(!required.split(',').any(|name| name == need), "{need} is required: {reason}");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr().lock(), "skipped: {test}: {reason}");
}
