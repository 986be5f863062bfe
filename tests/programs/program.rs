//! The program under test as a child process: lines in, lines out, and no longer there when its test is over.
#![allow(dead_code, reason = "not every user says something or waits for the end")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::run::draughts;

/// How long anything is waited for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// `draughts-td` at work.
pub struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    pub fn start(arguments: &[&str]) -> Program {
        Program::start_with(arguments, &[])
    }

    /// The same with these variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &Path)]) -> Program {
        let mut child = draughts()
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is built");
        let stdout = child.stdout.take().expect("piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(stdout)
                .lines()
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        Program { stdin: child.stdin.take(), child, lines }
    }

    /// Says a line, or several.
    pub fn say(&mut self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().expect("open").write_all(bytes).expect("the program reads");
    }

    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// All lines up to the first of this kind.
    pub fn until(&self, what: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("no '{what}' after {lines:?}")));
            if lines.last().is_some_and(|line| is_last(line)) {
                return lines;
            }
        }
    }

    /// All lines up to the first that begins so.
    pub fn until_start(&self, start: &str) -> Vec<String> {
        self.until(start, |line| line.starts_with(start))
    }

    /// The next line that contains this.
    pub fn says(&self, what: &str) -> String {
        self.until(what, |line| line.contains(what)).pop().expect("a line")
    }

    /// What is still said, up to the end of its output.
    pub fn rest(&self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// Ends with this status, within the patience.
    pub fn ends(&mut self, status: i32) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(ended) = self.child.try_wait().expect("status") {
                assert_eq!(ended.code(), Some(status));
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the program does not end");
    }

    /// Sends this signal, as `kill` names it.
    pub fn signal(&self, name: &str) {
        let number = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &number]).status();
        assert!(sent.expect("kill").success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
