//! An engine as a child process: in a process group of its own, so that its children end with it, and with a writer thread, so that
//! an engine that does not read never blocks us.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::stderr_tail::StderrTail;
use crate::play::player::Fault;

/// A running engine. When dropped it is asked to quit, then killed with its process group.
#[derive(Debug)]
pub(crate) struct EngineChild {
    child: Child,
    input: Input,
    stderr: StderrTail,
    /// The exit status, once it is known.
    status: Option<ExitStatus>,
}

/// How long an engine may take to quit before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long an engine may leave a line unread that its pipe has no room for.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the end of standard error is waited for.
const STDERR_TIMEOUT: Duration = Duration::from_millis(200);

impl EngineChild {
    /// Starts an engine; quotes in the command keep blanks.
    pub(crate) fn start(command: &str) -> Result<(EngineChild, ChildStdout), Fault> {
        let words = words(command);
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::Unreachable("no command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::make_leader(&mut command);
        let spawned = command.spawn();
        let mut child =
            spawned.map_err(|error| Fault::Unreachable(format!("'{program}': {error}")))?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take().expect("standard error is piped");
        let (input, stderr) = (Input::new(stdin), StderrTail::of(stderr));
        Ok((EngineChild { child, input, stderr, status: None }, stdout))
    }

    /// Why the engine is lost: the symptom, its exit status, and its last lines on standard error.
    pub(crate) fn exit_reason(&mut self, symptom: &str) -> String {
        let status = self.ended_within(QUIT_TIMEOUT).map(|status| format!(" ({status})"));
        format!("{symptom}{}{}", status.unwrap_or_default(), self.stderr_tail())
    }

    /// The last lines on standard error, to append to a reason; empty if there are none.
    pub(crate) fn stderr_tail(&self) -> String {
        match self.stderr.text(STDERR_TIMEOUT) {
            text if text.is_empty() => text,
            text => format!("; its last words: {text}"),
        }
    }

    /// Sends a line in one write.
    pub(crate) fn send(&mut self, line: &str) -> io::Result<()> {
        self.input.write(format!("{line}\n").into_bytes())
    }

    pub(crate) fn close_input(&mut self) {
        self.input.lines = None;
    }

    /// Whether its standard input is open.
    pub(crate) fn has_input(&self) -> bool {
        self.input.lines.is_some()
    }

    /// The exit status, if it has exited. Its process group is killed before the leader is reaped, while the group number is its own.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && !group::is_running(&mut self.child) {
            group::kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// The exit status, if it exits in time.
    pub(crate) fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            let status = self.status();
            if status.is_some() || asked.elapsed() >= time {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for EngineChild {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.send("stop\nquit");
        self.close_input();
        if self.ended_within(QUIT_TIMEOUT).is_none() {
            group::kill(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

/// Standard input of the engine, written by a thread of its own.
#[derive(Debug)]
struct Input {
    lines: Option<SyncSender<Vec<u8>>>,
    written: Receiver<io::Result<()>>,
}

impl Input {
    fn new(mut stdin: ChildStdin) -> Input {
        let (lines, to_write) = sync_channel::<Vec<u8>>(1);
        let (answers, written) = sync_channel(1);
        std::thread::spawn(move || {
            for line in to_write {
                let result = stdin.write_all(&line).and_then(|()| stdin.flush());
                if answers.send(result).is_err() {
                    return;
                }
            }
        });
        Input { lines: Some(lines), written }
    }

    fn write(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        let sent = self.lines.as_ref().and_then(|lines| lines.send(bytes).ok());
        sent.ok_or(io::ErrorKind::BrokenPipe)?;
        match self.written.recv_timeout(WRITE_TIMEOUT) {
            Ok(result) => result,
            Err(_) => {
                self.lines = None;
                Err(io::Error::new(io::ErrorKind::TimedOut, "it does not read its input"))
            }
        }
    }
}

/// A process group: a program and its children.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Makes the program the leader of a group of its own.
    pub(super) fn make_leader(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the leader still runs; it is not reaped, so that its number stays its own.
    pub(super) fn is_running(child: &mut Child) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
    }

    pub(super) fn kill(child: &mut Child) {
        // The group may be empty.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Where there are no process groups: the program alone.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn make_leader(_: &mut Command) {}

    pub(super) fn is_running(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(None))
    }

    pub(super) fn kill(child: &mut Child) {
        // It may have exited already.
        let _ = child.kill();
    }
}

/// Words separated by blanks; single or double quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_cut_into_words_and_quotes_keep_blanks() {
        assert_eq!(words("scan hub"), ["scan", "hub"]);
        assert_eq!(words(" './my engine' \"a b\"c  '' "), ["./my engine", "a bc", ""]);
    }

    #[cfg(unix)]
    mod processes {
        use std::io::{BufRead, BufReader};

        use super::*;

        /// Starts a wrapper around a program that does not read, and waits until both run.
        fn wrapped(wrapper: &str) -> (EngineChild, BufReader<ChildStdout>) {
            let (child, stdout) = EngineChild::start(wrapper).expect(wrapper);
            let mut stdout = BufReader::new(stdout);
            assert!(stdout.read_line(&mut String::new()).is_ok_and(|length| length > 0));
            (child, stdout)
        }

        /// Standard output is open as long as a process lives that could write to it.
        fn all_end_soon(mut stdout: BufReader<ChildStdout>) -> bool {
            let asked = Instant::now();
            stdout.read_line(&mut String::new()).expect("the end") == 0
                && asked.elapsed() < Duration::from_secs(30)
        }

        #[test]
        fn what_a_wrapper_has_started_ends_with_it() {
            let (child, stdout) = wrapped("sh -c 'sleep 60 & echo started; wait'");
            drop(child);
            assert!(all_end_soon(stdout), "the engine outlives its wrapper");
        }

        #[test]
        fn what_a_wrapper_leaves_behind_ends_with_it() {
            let (mut child, stdout) = wrapped("sh -c 'sleep 60 & echo started'");
            assert!(child.ended_within(Duration::from_secs(20)).is_some_and(|end| end.success()));
            assert!(all_end_soon(stdout), "the engine outlives its wrapper");
        }

        #[test]
        fn an_engine_that_does_not_read_is_not_waited_for() {
            let (mut child, _) = EngineChild::start("sleep 60").expect("sleep");
            let line = "x".repeat(1 << 20);
            let error = child.send(&line).expect_err("the pipe has no room for that");
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            assert_eq!(child.send("quit").expect_err("closed").kind(), io::ErrorKind::BrokenPipe);
            let asked = Instant::now();
            drop(child);
            assert!(asked.elapsed() < Duration::from_secs(4));
        }
    }
}
