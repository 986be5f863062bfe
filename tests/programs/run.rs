//! The program under test, run to its end.

use std::process::{Command, Output};

/// Runs `draughts-td`.
pub fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_draughts-td"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// All it said, if it ended with this status.
pub fn told(output: &Output, status: i32) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&all).into_owned();
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}
