//! The program under test, run to its end.
#![allow(dead_code, reason = "not every user runs it the same way")]

use std::process::{Command, Output};

/// Where `draughts-td` was built.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_draughts-td");

/// `draughts-td`, to be given its words; without the settings file of the one who runs the tests.
pub fn draughts() -> Command {
    let mut program = Command::new(PROGRAM);
    program.env("DRAUGHTS_TD_CONFIG", "");
    program
}

/// Runs `draughts-td`.
pub fn program(arguments: &[&str]) -> Output {
    draughts().args(arguments).output().expect("the program runs")
}

/// All it said, if it ended with this status.
pub fn told(output: &Output, status: i32) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&all).into_owned();
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}
