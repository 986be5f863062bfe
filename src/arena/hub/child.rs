//! An engine as a child process: in a process group of its own, so that its children end with it, and with a writer thread, so that
//! an engine that does not read never blocks us.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::stderr_tail::StderrTail;
use crate::files::io_error_text;
use crate::play::player::Fault;

/// How an engine is started: its command line, and the folder it runs in if that is another one than ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    pub line: String,
    pub dir: Option<PathBuf>,
}

impl From<&str> for EngineCommand {
    fn from(line: &str) -> EngineCommand {
        EngineCommand { line: line.into(), dir: None }
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl EngineCommand {
    /// The process to be started. A relative path of the program is one in the folder.
    fn command(&self) -> Result<Command, Fault> {
        let words = words(&self.line)?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::Unreachable("no command".into()))?;
        let path = Path::new(program);
        let Some(dir) = &self.dir else {
            let mut command = Command::new(program);
            command.args(arguments);
            return Ok(command);
        };
        if !dir.is_dir() {
            return Err(Fault::Unreachable(format!(
                "dir={}: there is no such folder",
                dir.display()
            )));
        }
        let has_folder = path.parent().is_some_and(|folder| !folder.as_os_str().is_empty());
        let there = || std::path::absolute(dir.join(path)).unwrap_or_else(|_| dir.join(path));
        let mut command = Command::new(if has_folder { there() } else { path.into() });
        command.args(arguments).current_dir(dir);
        Ok(command)
    }
}

/// A running engine. When dropped it is asked to quit, then killed with its process group.
#[derive(Debug)]
pub(crate) struct EngineChild {
    child: Box<dyn ChildWrapper>,
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
    pub(crate) fn start(engine: &EngineCommand) -> Result<(EngineChild, ChildStdout), Fault> {
        let mut command = engine.command()?;
        let program = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let spawned = group(command).spawn();
        let mut child = spawned.map_err(|error| {
            Fault::Unreachable(format!("'{program}': {}", io_error_text(&error)))
        })?;
        let stdin = child.stdin().take().expect("standard input is piped");
        let stdout = child.stdout().take().expect("standard output is piped");
        let stderr = child.stderr().take().expect("standard error is piped");
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

    /// The exit status, if it has exited. What it leaves of its process group is killed at once.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            // The group may be empty.
            let _ = self.child.start_kill();
            self.status = Some(status);
        }
        self.status
    }

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
            let _ = self.child.kill();
        }
    }
}

/// A program and all that it starts: a process group on Unix, a job object on Windows.
fn group(command: Command) -> CommandWrap {
    let mut group = CommandWrap::from(command);
    #[cfg(unix)]
    group.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    group.wrap(process_wrap::std::JobObject);
    group
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

/// The words of a command line, as a POSIX shell cuts it. On Windows a backslash is part of a path.
fn words(command: &str) -> Result<Vec<String>, Fault> {
    let command = if cfg!(windows) { command.replace('\\', r"\\") } else { command.to_owned() };
    shell_words::split(&command)
        .map_err(|_| Fault::Unreachable(format!("a quote is left open in {command}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_cut_into_words_and_quotes_keep_blanks() {
        let words = |command| words(command).expect(command);
        assert_eq!(words("scan hub"), ["scan", "hub"]);
        assert_eq!(words(" './my engine' \"a b\"c  '' "), ["./my engine", "a bc", ""]);
    }

    #[test]
    fn quoted_words_are_read_back() {
        let odd = ["it's", "", "a b", "\"", "#1", "$HOME", "Бой"];
        assert_eq!(words(&shell_words::join(odd)).expect("words"), odd);
    }

    #[test]
    fn an_open_quote_is_refused() {
        for open in ["'my engine", "my\" engine"] {
            let refused = EngineChild::start(&open.into()).expect_err(open).to_string();
            assert!(refused.contains("a quote is left open"), "{refused}");
        }
    }

    #[cfg(unix)]
    mod processes {
        use std::io::{BufRead, BufReader};

        use super::*;

        /// Starts a wrapper around a program that does not read, and waits until both run.
        fn wrapped(wrapper: &str) -> (EngineChild, BufReader<ChildStdout>) {
            let (child, stdout) = EngineChild::start(&wrapper.into()).expect(wrapper);
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
        fn an_engine_runs_in_its_folder() {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path().canonicalize().expect("a path");
            std::fs::write(folder.join("engine"), "pwd; echo \"$1\"").expect("written");
            let engine =
                |line: &str| EngineCommand { line: line.into(), dir: Some(folder.clone()) };
            let lines = |line: &str| {
                let (_child, stdout) = EngineChild::start(&engine(line)).expect(line);
                BufReader::new(stdout).lines().map_while(Result::ok).collect::<Vec<_>>()
            };
            let here = folder.display().to_string();
            assert_eq!(lines("sh ./engine hub"), [here, "hub".into()]);
            let missing = EngineChild::start(&engine("./no-engine")).expect_err("none").to_string();
            assert!(missing.contains("/no-engine'"), "{missing}");
            let gone = EngineCommand { line: "sh".into(), dir: Some(folder.join("gone")) };
            let gone = EngineChild::start(&gone).expect_err("no folder").to_string();
            assert!(gone.contains("no such folder"), "{gone}");
        }

        #[test]
        fn what_a_wrapper_has_started_ends_with_it() {
            let (child, stdout) = wrapped("sh -c 'sleep 60 & echo started; wait'");
            drop(child);
            assert!(all_end_soon(stdout), "the engine outlives its wrapper");
        }

        #[test]
        fn what_a_wrapper_started_ends_with_it() {
            let (mut child, stdout) = wrapped("sh -c 'sleep 60 & echo started'");
            assert!(child.ended_within(Duration::from_secs(20)).is_some_and(|end| end.success()));
            assert!(all_end_soon(stdout), "the engine outlives its wrapper");
        }

        #[test]
        fn an_engine_that_does_not_read_is_not_waited_for() {
            let (mut child, _) = EngineChild::start(&"sleep 60".into()).expect("sleep");
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
