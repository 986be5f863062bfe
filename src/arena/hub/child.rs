//! An engine as a child process: in a group of its own, so that whatever it starts ends with it, and never waited for when
//! it does not read.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::last_words::LastWords;
use crate::play::player::Fault;

/// A running engine; asked to quit, then killed with all that it has started, when it is dropped.
#[derive(Debug)]
pub(super) struct EngineChild {
    child: Child,
    input: Input,
    errors: LastWords,
    /// How it ended, once that is known.
    status: Option<ExitStatus>,
}

/// How long an engine may take to quit before it is killed.
const QUIT: Duration = Duration::from_millis(500);
/// How long an engine may leave a line unread that its pipe has no room for.
const UNREAD: Duration = Duration::from_secs(5);
/// How long the end of an error stream is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl EngineChild {
    /// Starts an engine; quotes in the command keep blanks. Of its error stream the last lines are kept.
    pub(super) fn start(command: &str) -> Result<(EngineChild, ChildStdout), Fault> {
        let words = words(command);
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::Unreachable("no command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::lead(&mut command);
        let spawned = command.spawn();
        let mut child =
            spawned.map_err(|error| Fault::Unreachable(format!("'{program}': {error}")))?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take().expect("standard error is piped");
        let (input, errors) = (Input::new(stdin), LastWords::of(stderr));
        Ok((EngineChild { child, input, errors, status: None }, stdout))
    }

    /// Why it is out of reach: what was noticed, how it ended, and what it wrote last to its error stream.
    pub(super) fn farewell(&mut self, what: &str) -> String {
        let status = self.ended_within(QUIT).map(|status| format!(" ({status})"));
        format!("{what}{}{}", status.unwrap_or_default(), self.last_words())
    }

    /// What it wrote last to its error stream, behind what is said of its end; nothing if it wrote nothing.
    pub(super) fn last_words(&self) -> String {
        match self.errors.text(LAST_WORDS) {
            words if words.is_empty() => words,
            words => format!("; its last words: {words}"),
        }
    }

    /// Says a line, in one write, so that it arrives whole.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        self.input.write(format!("{line}\n").into_bytes())
    }

    /// Ends its input.
    pub(super) fn close_input(&mut self) {
        self.input.lines = None;
    }

    /// Whether anything can be said.
    pub(super) fn has_input(&self) -> bool {
        self.input.lines.is_some()
    }

    /// How it ended, if it has. What it leaves behind is ended first, as long as the number of its group is its own.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && !group::is_led(&mut self.child) {
            group::end(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// How it ended, if it does so in time.
    pub(super) fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
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
        // One that has ended already hears nothing.
        let _ = self.say("stop\nquit");
        self.close_input();
        if self.ended_within(QUIT).is_none() {
            group::end(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

/// The engine's input. A thread of its own writes, so that an engine that does not read is noticed and not waited for.
#[derive(Debug)]
struct Input {
    /// Taken away to end the input.
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
        match self.written.recv_timeout(UNREAD) {
            Ok(result) => result,
            Err(_) => {
                self.lines = None;
                Err(io::Error::new(io::ErrorKind::TimedOut, "it does not read its input"))
            }
        }
    }
}

/// A program and all that it starts, as the system keeps them together.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Makes the program the leader of a group of its own.
    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the leader still runs. One that has ended is not buried yet: until then nobody else gets its number.
    pub(super) fn is_led(child: &mut Child) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
    }

    /// Kills the whole group.
    pub(super) fn end(child: &mut Child) {
        // There may be nobody left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Where there are no groups, the program stands for itself.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn is_led(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(None))
    }

    pub(super) fn end(child: &mut Child) {
        // It may have ended already.
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

        /// Starts a wrapper around a program that hears nothing, and waits until both run.
        fn wrapped(wrapper: &str) -> (EngineChild, BufReader<ChildStdout>) {
            let (child, stdout) = EngineChild::start(wrapper).expect(wrapper);
            let mut stdout = BufReader::new(stdout);
            assert!(stdout.read_line(&mut String::new()).is_ok_and(|length| length > 0));
            (child, stdout)
        }

        /// Output is open as long as anybody lives who could write there.
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
            let told = child.say(&line).expect_err("the pipe has no room for that");
            assert_eq!(told.kind(), io::ErrorKind::TimedOut);
            assert_eq!(child.say("quit").expect_err("closed").kind(), io::ErrorKind::BrokenPipe);
            let asked = Instant::now();
            drop(child);
            assert!(asked.elapsed() < Duration::from_secs(4));
        }
    }
}
