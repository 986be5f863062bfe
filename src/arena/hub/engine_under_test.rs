//! A test bench for one Hub engine: a child process that is started again when it ends, and every line it writes with its
//! time.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::child::EngineChild;
use super::process::{LINES_AHEAD, LONGEST_LINE};
use crate::board::Position;
use crate::conformance::{CheckFailure, CheckResult, UnderTest, fault, unasked};
use crate::engine::StopFlag;
use crate::error::PlayError;
use crate::lines::read_lines;
use crate::protocol::hub::{Reply, write_position};
use crate::protocol::{Fit, MoveText};
use crate::protocol_log::{MessageDirection, ProtocolLog};

/// The engine under test.
pub struct EngineUnderTest {
    command: String,
    times: Timeouts,
    trace: ProtocolLog,
    /// Ends the checks.
    stop: StopFlag,
    engine: Option<Running>,
    /// Whether it has answered a `ping`, so that one divides what it says to one check from what it says to the next.
    answers_ping: bool,
    /// Why it cannot be asked any more, if so.
    gone: Option<String>,
    /// The lines it has written, as far as they are kept.
    pub(super) heard: Vec<String>,
    /// Their bytes.
    heard_bytes: usize,
    /// The lines between `hub` and `wait`.
    pub(super) introduction: Vec<String>,
    /// The times from `stop` to `done`.
    pub(super) stops: Vec<Duration>,
}

/// How long is waited for what.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For `wait` and `ready`.
    pub startup: Duration,
    /// For an answer that needs no thinking.
    pub answer: Duration,
    /// For a search beyond its limit.
    pub thinking: Duration,
}

struct Running {
    child: EngineChild,
    lines: Receiver<(String, Instant)>,
    is_ready: bool,
    /// Searches that have not been answered.
    searching: u32,
}

/// An answer to a search.
pub(super) struct Answer {
    /// The `done` line.
    pub line: String,
    /// The move in it.
    pub mv: Option<MoveText>,
    /// What was said before.
    pub before: Vec<String>,
    /// From the question to the answer.
    pub took: Duration,
}

/// How long is waited to see that nothing comes.
const QUIET: Duration = Duration::from_millis(250);
/// How often is looked whether the checks are to end.
const LOOK: Duration = Duration::from_millis(50);
/// The most lines, and the most bytes of lines, that are kept or that an answer may have before it. No search of a few
/// seconds needs a tenth of it.
const MAX_LINES: usize = 20_000;
const MAX_BYTES: usize = 2 << 20;
/// The characters of a line that are shown.
const LONGEST_SHOWN: usize = 200;

impl EngineUnderTest {
    /// A bench for the engine started by this command; `stop` ends the checks, and the engine with them.
    #[must_use]
    pub fn new(
        command: &str,
        times: Timeouts,
        trace: ProtocolLog,
        stop: StopFlag,
    ) -> EngineUnderTest {
        EngineUnderTest {
            command: command.into(),
            times,
            trace,
            stop,
            engine: None,
            answers_ping: false,
            gone: None,
            heard: Vec::new(),
            heard_bytes: 0,
            introduction: Vec::new(),
            stops: Vec::new(),
        }
    }

    /// How long is waited for what.
    #[must_use]
    pub fn times(&self) -> Timeouts {
        self.times
    }

    /// Starts it for the first check.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn reach(&mut self) -> Result<(), PlayError> {
        self.running().map(drop).map_err(|trouble| PlayError::Unstarted(trouble.reason()))
    }

    /// Starts it, before `hub`.
    fn start(&mut self) -> CheckResult<()> {
        self.is_there()?;
        self.trace.write(MessageDirection::Note, &self.command, b"started");
        match EngineChild::start(&self.command) {
            Err(error) => self.give_up(error.to_string()),
            Ok((child, stdout)) => {
                let (sender, lines) = sync_channel(LINES_AHEAD);
                std::thread::spawn(move || {
                    read_lines(stdout, LONGEST_LINE, |line| {
                        sender.send((line, Instant::now())).is_ok()
                    });
                });
                self.engine = Some(Running { child, lines, is_ready: false, searching: 0 });
                Ok(())
            }
        }
    }

    /// Whether anything can be asked.
    pub(super) fn is_there(&self) -> CheckResult<()> {
        self.gone.as_ref().map_or(Ok(()), |reason| unasked(reason.clone()))
    }

    /// Nothing more can be asked.
    pub(super) fn give_up<T>(&mut self, reason: String) -> CheckResult<T> {
        self.gone = Some(reason.clone());
        self.engine = None;
        fault(reason)
    }

    fn running(&mut self) -> CheckResult<&mut Running> {
        if self.engine.is_none() {
            self.start()?;
        }
        self.engine.as_mut().ok_or(CheckFailure::Unasked("it does not run".into()))
    }

    /// Makes sure that it is past `init` and does not search.
    pub(super) fn ready(&mut self) -> CheckResult<()> {
        self.calm();
        self.drain()?;
        if self.running()?.is_ready {
            return Ok(());
        }
        self.say("hub")?;
        self.introduction = self.until("wait", self.times.startup)?;
        self.say("init")?;
        self.until("ready", self.times.startup)?;
        self.now_ready();
        Ok(())
    }

    /// What an earlier check left unread, or what comes late, is no answer to this one; an engine that never pauses is
    /// started anew.
    fn drain(&mut self) -> CheckResult<()> {
        for _ in 0..MAX_LINES {
            if self.engine.is_none() || self.next(Duration::ZERO)?.is_none() {
                return self.divide();
            }
        }
        self.engine = None;
        Ok(())
    }

    /// Hears everything up to the answer to a `ping`, if it is an engine that answers; one that fails to is started anew.
    fn divide(&mut self) -> CheckResult<()> {
        let asked = self.answers_ping && self.engine.as_ref().is_some_and(|engine| engine.is_ready);
        if asked && self.say("ping").and_then(|()| self.until("pong", self.times.answer)).is_err() {
            self.engine = None;
        }
        self.is_there()
    }

    /// Notes that it answers `ping`.
    pub(super) fn now_answers_ping(&mut self) {
        self.answers_ping = true;
    }

    /// Notes that it has answered `init`.
    pub(super) fn now_ready(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.is_ready = true;
        }
    }

    /// Ends searches left over from an earlier check; an engine that cannot be stopped is started anew.
    fn calm(&mut self) {
        let Some(Running { searching: 1.., .. }) = self.engine else { return };
        let _ = self.say("stop");
        while self.engine.as_ref().is_some_and(|engine| engine.searching > 0) {
            if self.done(self.times.answer).is_err() {
                self.engine = None;
            }
        }
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) -> CheckResult<()> {
        self.trace.write(MessageDirection::Out, &self.command, line.as_bytes());
        let engine = self.running()?;
        if line.starts_with("go") {
            engine.searching += 1;
        }
        if !engine.child.has_input() {
            return unasked("its input was closed");
        }
        let said = engine.child.say(line);
        said.or_else(|error| self.lost(&error.to_string()))
    }

    fn lost<T>(&mut self, what: &str) -> CheckResult<T> {
        let Some(mut engine) = self.engine.take() else { return unasked("it does not run") };
        let farewell = engine.child.farewell(what);
        match engine.child.status() {
            Some(_) => fault(format!("it ended: {farewell}")),
            None => fault(format!("it is out of reach: {farewell}")),
        }
    }

    /// The next line, or `None` if there is none for so long.
    pub(super) fn next(&mut self, patience: Duration) -> CheckResult<Option<(String, Instant)>> {
        let deadline = Instant::now() + patience;
        loop {
            if self.stop.is_stopped() {
                self.engine = None;
                self.gone = Some("the checks were interrupted".into());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.running()?.lines.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.lost("its output was closed"),
                Ok((line, at)) => {
                    self.note(&line);
                    return Ok(Some((line, at)));
                }
            }
        }
    }

    /// Keeps a line as one that was heard.
    fn note(&mut self, line: &str) {
        self.trace.write(MessageDirection::In, &self.command, line.as_bytes());
        if self.heard.len() < MAX_LINES && self.heard_bytes + line.len() <= MAX_BYTES {
            self.heard_bytes += line.len();
            self.heard.push(line.trim_end_matches('\r').into());
        }
        if is_command(line, "done")
            && let Some(engine) = &mut self.engine
        {
            engine.searching = engine.searching.saturating_sub(1);
        }
    }

    /// All lines up to the one with this command.
    pub(super) fn until(&mut self, command: &str, patience: Duration) -> CheckResult<Vec<String>> {
        self.until_at(command, patience).map(|(lines, _)| lines)
    }

    /// The same, and when the last one came.
    fn until_at(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> CheckResult<(Vec<String>, Instant)> {
        let deadline = Instant::now() + patience;
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some((line, at)) = self.next(left)? else { break };
            let found = is_command(&line, command);
            bytes += line.len();
            lines.push(line);
            if found {
                return Ok((lines, at));
            }
            if lines.len() >= MAX_LINES || bytes >= MAX_BYTES {
                self.engine = None;
                return fault(format!("{} lines ({bytes} bytes) and no '{command}'", lines.len()));
            }
        }
        let last = lines.last().map(|line| format!("; the last line was '{}'", shown(line)));
        let seconds = patience.as_secs_f64();
        fault(format!("no '{command}' within {seconds} s{}", last.unwrap_or_default()))
    }

    /// Nothing but lines that answer nothing may come now, up to the answer to a `ping`.
    pub(super) fn nothing_but_pong(&mut self) -> CheckResult<Vec<String>> {
        self.say("ping")?;
        let mut lines = self.until("pong", self.times.answer)?;
        lines.pop();
        match lines.iter().find(|line| is_command(line, "done") || is_command(line, "pong")) {
            Some(line) => fault(format!("said '{}' unasked", line.trim())),
            None => Ok(lines),
        }
    }

    /// The answer to the search that is on.
    pub(super) fn done(&mut self, patience: Duration) -> CheckResult<Answer> {
        let asked = Instant::now();
        let (mut before, at) = self.until_at("done", patience)?;
        let line = before.pop().unwrap_or_default().trim().to_owned();
        let mv = match Reply::parse(&line) {
            Ok(Some(Reply::Done { mv, .. })) => mv,
            Ok(_) => None,
            Err(error) => return fault(format!("'{line}': {error}")),
        };
        Ok(Answer { line, mv, before, took: at.saturating_duration_since(asked) })
    }

    /// Asks for a search of this position, which the moves lead to, and for its answer.
    pub(super) fn search(
        &mut self,
        start: &Position,
        moves: &str,
        level: &str,
        limit: Duration,
    ) -> CheckResult<Answer> {
        self.ready()?;
        self.set(start, moves, level)?;
        self.say("go think")?;
        self.done(limit + self.times.thinking)
    }

    /// Sends position and level.
    pub(super) fn set(&mut self, start: &Position, moves: &str, level: &str) -> CheckResult<()> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves=\"{moves}\"") };
        self.say(&format!("pos pos={}{moves}", write_position(start)))?;
        self.say(&format!("level {level}"))
    }

    /// Stops the search that is on, and notes how long that takes.
    pub(super) fn stop(&mut self) -> CheckResult<Answer> {
        self.say("stop")?;
        let answer = self.done(self.times.answer)?;
        self.stops.push(answer.took);
        Ok(answer)
    }

    /// Whether the search that is on goes on for this long.
    pub(super) fn searches_for(&mut self, time: Duration) -> CheckResult<bool> {
        let deadline = Instant::now() + time;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            match self.next(left)? {
                Some((line, _)) if is_command(&line, "done") => return Ok(false),
                Some(_) => {}
                None => return Ok(true),
            }
        }
        Ok(true)
    }

    /// Nothing may be said for a moment.
    pub(super) fn expect_no_done(&mut self, when: &str) -> CheckResult<()> {
        if self.searches_for(QUIET)? { Ok(()) } else { fault(format!("a second 'done' {when}")) }
    }

    /// Closes its input and waits for its end.
    pub(super) fn ends_at_end_of_input(&mut self) -> CheckResult {
        self.running()?.child.close_input();
        self.ends("after the end of its input")
    }

    /// Waits for its end.
    pub(super) fn ends(&mut self, when: &str) -> CheckResult {
        let patience = self.times.answer;
        let Some(mut engine) = self.engine.take() else { return unasked("it does not run") };
        let asked = Instant::now();
        // What it still says must not keep it from ending.
        let lines = std::mem::replace(&mut engine.lines, sync_channel(1).1);
        std::thread::spawn(move || lines.iter().for_each(drop));
        match engine.child.ended_within(patience) {
            None => fault(format!("still runs {} s {when}", patience.as_secs_f64())),
            Some(status) if !status.success() => {
                let words = engine.child.last_words();
                fault(format!("ended with {status} {when}{words}"))
            }
            Some(_) => Ok(format!("after {} ms", asked.elapsed().as_millis())),
        }
    }
}

impl UnderTest for EngineUnderTest {
    fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }
}

impl Answer {
    /// The move, written exactly, in this position.
    pub(super) fn exact(&self, position: &Position) -> CheckResult<MoveText> {
        let Some(mv) = self.mv else {
            let complaint = self.before.iter().find(|line| is_command(line, "error"));
            let complaint = complaint.map(|line| format!(" after {}", line.trim()));
            return fault(format!(
                "'{}' holds no move{}",
                self.line,
                complaint.unwrap_or_default()
            ));
        };
        match mv.find(position) {
            Ok((_, Fit::Exact)) => Ok(mv),
            Ok((found, Fit::TwoSquares)) => fault(format!(
                "'{}': all captured squares are due, {}",
                self.line,
                MoveText::from(found)
            )),
            Err(error) => fault(format!("'{}': {error}", self.line)),
        }
    }
}

/// The beginning of a line, for a report.
fn shown(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into(),
    }
}

/// Whether a line begins with this word.
pub(super) fn is_command(line: &str, command: &str) -> bool {
    line.split_whitespace().next() == Some(command)
}
