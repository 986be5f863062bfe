//! A Hub engine under test: a child process that is started again when it ends, and its lines with their times.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::check::{CheckFailure, CheckResult, Timeouts, fail, skip};
use crate::board::Position;
use crate::error::PlayError;
use crate::hub::session::{HubSession, PeerLog};
use crate::lines::shortened;
use crate::player::StopFlag;
use crate::protocol::hub::{Reply, write_position};
use crate::protocol::{Fit, MoveText};
use crate::protocol_log::ProtocolLog;

pub(crate) struct EngineUnderTest {
    command: String,
    startup: Duration,
    times: Timeouts,
    trace: ProtocolLog,
    stop: StopFlag,
    engine: Option<Running>,
    /// Whether it answers `ping`, which then separates the lines of one check from those of the next.
    answers_ping: bool,
    /// Why no further check can be made, if so.
    pub(super) unavailable: Option<String>,
    /// Its lines, as far as they are kept.
    pub(super) heard: Vec<String>,
    heard_bytes: usize,
    /// The lines from `hub` to `wait`.
    pub(super) introduction: Vec<String>,
    /// The times from `stop` to `done`.
    pub(super) stops: Vec<Duration>,
}

struct Running {
    session: HubSession,
    is_ready: bool,
    /// Searches without an answer so far.
    searching: u32,
}

pub(super) struct Answer {
    pub line: String,
    pub(crate) mv: Option<MoveText>,
    pub before: Vec<String>,
    /// From the question to the answer.
    pub took: Duration,
}

/// The silence that shows that nothing comes.
const SILENCE: Duration = Duration::from_millis(250);
/// How often the stop flag is read while waiting.
const POLL: Duration = Duration::from_millis(50);
/// The most lines, and bytes of lines, that are kept, or that may come before an answer. No search of a few seconds needs a tenth
/// of them.
const MAX_LINES: usize = 20_000;
const MAX_BYTES: usize = 2 << 20;
/// The characters of a line that a report quotes.
const MAX_QUOTED: usize = 200;

impl EngineUnderTest {
    /// The engine that this command starts; `stop` ends the checks, and the engine with them.
    pub(super) fn new(
        command: &str,
        startup: Duration,
        times: Timeouts,
        trace: ProtocolLog,
        stop: StopFlag,
    ) -> EngineUnderTest {
        EngineUnderTest {
            command: command.into(),
            startup,
            times,
            trace,
            stop,
            engine: None,
            answers_ping: false,
            unavailable: None,
            heard: Vec::new(),
            heard_bytes: 0,
            introduction: Vec::new(),
            stops: Vec::new(),
        }
    }

    pub(super) fn startup(&self) -> Duration {
        self.startup
    }

    pub(super) fn times(&self) -> Timeouts {
        self.times
    }

    /// Starts the engine for the first check.
    pub(super) fn reach(&mut self) -> Result<(), PlayError> {
        self.running().map(drop).map_err(|failure| PlayError::EngineUnstartable(failure.reason()))
    }

    fn start(&mut self) -> CheckResult<()> {
        self.check_available()?;
        let log = PeerLog { name: self.command.clone(), trace: self.trace.clone() };
        match HubSession::start(&self.command.as_str().into(), log) {
            Err(error) => self.give_up(error.to_string()),
            Ok(session) => {
                self.engine = Some(Running { session, is_ready: false, searching: 0 });
                Ok(())
            }
        }
    }

    /// Skips a check that cannot be made any more.
    pub(super) fn check_available(&self) -> CheckResult<()> {
        self.unavailable.as_ref().map_or(Ok(()), skip)
    }

    /// No further check can be made.
    pub(super) fn give_up<T>(&mut self, reason: String) -> CheckResult<T> {
        self.unavailable = Some(reason.clone());
        self.engine = None;
        fail(reason)
    }

    fn running(&mut self) -> CheckResult<&mut Running> {
        if self.engine.is_none() {
            self.start()?;
        }
        self.engine.as_mut().ok_or(CheckFailure::Skipped("it does not run".into()))
    }

    /// Brings the engine past `init`, and to the end of its searches.
    pub(super) fn ready(&mut self) -> CheckResult<()> {
        self.end_searches();
        self.drain()?;
        if self.running()?.is_ready {
            return Ok(());
        }
        self.send("hub")?;
        self.introduction = self.until("wait", self.startup)?;
        self.send("init")?;
        self.until("ready", self.startup)?;
        self.set_ready();
        Ok(())
    }

    /// Drops lines of earlier checks; an engine that never pauses is started anew.
    fn drain(&mut self) -> CheckResult<()> {
        for _ in 0..MAX_LINES {
            if self.engine.is_none() || self.next(Duration::ZERO)?.is_none() {
                return self.drain_to_pong();
            }
        }
        self.engine = None;
        Ok(())
    }

    /// Drops lines up to the answer to a `ping`, if the engine answers `ping`; if it fails to, it is started anew.
    fn drain_to_pong(&mut self) -> CheckResult<()> {
        let asked = self.answers_ping && self.engine.as_ref().is_some_and(|engine| engine.is_ready);
        if asked && self.send("ping").and_then(|()| self.until("pong", self.times.answer)).is_err()
        {
            self.engine = None;
        }
        self.check_available()
    }

    pub(super) fn set_answers_ping(&mut self) {
        self.answers_ping = true;
    }

    pub(super) fn set_ready(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.is_ready = true;
        }
    }

    /// Stops searches of an earlier check; an engine that cannot be stopped is started anew.
    fn end_searches(&mut self) {
        let Some(Running { searching: 1.., .. }) = self.engine else { return };
        let _ = self.send("stop");
        while self.engine.as_ref().is_some_and(|engine| engine.searching > 0) {
            if self.expect_done(self.times.answer).is_err() {
                self.engine = None;
            }
        }
    }

    pub(super) fn send(&mut self, line: &str) -> CheckResult<()> {
        let engine = self.running()?;
        if line.starts_with("go") {
            engine.searching += 1;
        }
        if !engine.session.child.has_input() {
            return skip("its input was closed");
        }
        let sent = engine.session.send(line);
        sent.or_else(|error| self.lost(&error.to_string()))
    }

    fn lost<T>(&mut self, what: &str) -> CheckResult<T> {
        let Some(mut engine) = self.engine.take() else { return skip("it does not run") };
        let reason = engine.session.child.exit_reason(what);
        match engine.session.child.status() {
            Some(_) => fail(format!("it ended: {reason}")),
            None => fail(format!("it is out of reach: {reason}")),
        }
    }

    /// The next line, or `None` if there is none within the timeout.
    pub(super) fn next(&mut self, timeout: Duration) -> CheckResult<Option<(String, Instant)>> {
        let deadline = Instant::now() + timeout;
        loop {
            if self.stop.is_stopped() {
                self.engine = None;
                self.unavailable = Some("the checks were interrupted".into());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.running()?.session.receive(left.min(POLL)) {
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.lost("its output was closed"),
                Ok((line, at)) => {
                    self.keep(&line);
                    return Ok(Some((line, at)));
                }
            }
        }
    }

    fn keep(&mut self, line: &str) {
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
    pub(super) fn until(&mut self, command: &str, timeout: Duration) -> CheckResult<Vec<String>> {
        self.until_at(command, timeout).map(|(lines, _)| lines)
    }

    /// The same, with the time of the last one.
    fn until_at(
        &mut self,
        command: &str,
        timeout: Duration,
    ) -> CheckResult<(Vec<String>, Instant)> {
        let deadline = Instant::now() + timeout;
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
                return fail(format!("{} lines ({bytes} bytes) and no '{command}'", lines.len()));
            }
        }
        let last = lines.last().map(|line| format!("; the last line was '{}'", quoted(line)));
        let seconds = timeout.as_secs_f64();
        fail(format!("no '{command}' within {seconds} s{}", last.unwrap_or_default()))
    }

    /// The lines up to the answer to a `ping`, none of which may answer anything else.
    pub(super) fn expect_pong(&mut self) -> CheckResult<Vec<String>> {
        self.send("ping")?;
        let mut lines = self.until("pong", self.times.answer)?;
        lines.pop();
        match lines.iter().find(|line| is_command(line, "done") || is_command(line, "pong")) {
            Some(line) => fail(format!("said '{}' unasked", quoted(line))),
            None => Ok(lines),
        }
    }

    /// The answer to the running search.
    pub(super) fn expect_done(&mut self, timeout: Duration) -> CheckResult<Answer> {
        let asked = Instant::now();
        let (mut before, at) = self.until_at("done", timeout)?;
        let line = before.pop().unwrap_or_default().trim().to_owned();
        let mv = match Reply::parse(&line) {
            Ok(Some(Reply::Done { mv, .. })) => mv,
            Ok(_) => None,
            Err(error) => return fail(format!("'{}': {error}", quoted(&line))),
        };
        Ok(Answer { line, mv, before, took: at.saturating_duration_since(asked) })
    }

    /// The answer to a search of the position after these moves.
    pub(super) fn search(
        &mut self,
        start: &Position,
        moves: &str,
        level: &str,
        limit: Duration,
    ) -> CheckResult<Answer> {
        self.ready()?;
        self.set(start, moves, level)?;
        self.send("go think")?;
        self.expect_done(limit + self.times.thinking)
    }

    pub(super) fn set(&mut self, start: &Position, moves: &str, level: &str) -> CheckResult<()> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves=\"{moves}\"") };
        self.send(&format!("pos pos={}{moves}", write_position(start)))?;
        self.send(&format!("level {level}"))
    }

    /// Stops the running search, and keeps the time that takes.
    pub(super) fn stop(&mut self) -> CheckResult<Answer> {
        self.send("stop")?;
        let answer = self.expect_done(self.times.answer)?;
        self.stops.push(answer.took);
        Ok(answer)
    }

    /// Whether the running search continues for this long.
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

    pub(super) fn expect_no_done(&mut self, when: &str) -> CheckResult<()> {
        if self.searches_for(SILENCE)? { Ok(()) } else { fail(format!("a second 'done' {when}")) }
    }

    /// Closes the engine's input and waits for its exit.
    pub(super) fn exits_at_end_of_input(&mut self) -> CheckResult {
        self.running()?.session.child.close_input();
        self.exits("after the end of its input")
    }

    pub(super) fn exits(&mut self, when: &str) -> CheckResult {
        let timeout = self.times.answer;
        let Some(mut engine) = self.engine.take() else { return skip("it does not run") };
        let asked = Instant::now();
        engine.session.discard_lines();
        match engine.session.child.ended_within(timeout) {
            None => fail(format!("still runs {} s {when}", timeout.as_secs_f64())),
            Some(status) if !status.success() => {
                let tail = engine.session.child.stderr_tail();
                fail(format!("ended with {status} {when}{tail}"))
            }
            Some(_) => Ok(format!("after {} ms", asked.elapsed().as_millis())),
        }
    }
}

impl Answer {
    /// The move, written exactly, in this position.
    pub(super) fn exact(&self, position: &Position) -> CheckResult<MoveText> {
        let Some(mv) = self.mv else {
            let rejection = self.before.iter().find(|line| is_command(line, "error"));
            let rejection = rejection.map(|line| format!(" after {}", quoted(line)));
            return fail(format!(
                "'{}' holds no move{}",
                quoted(&self.line),
                rejection.unwrap_or_default()
            ));
        };
        match mv.find(position) {
            Ok((_, Fit::Exact)) => Ok(mv),
            Ok((found, Fit::TwoSquares)) => fail(format!(
                "'{}': all captured squares are due, {}",
                quoted(&self.line),
                MoveText::from(found)
            )),
            Err(error) => fail(format!("'{}': {error}", quoted(&self.line))),
        }
    }
}

/// A line as a report quotes it.
pub(super) fn quoted(line: &str) -> String {
    shortened(line.trim(), MAX_QUOTED)
}

/// Whether a line begins with this word.
pub(super) fn is_command(line: &str, command: &str) -> bool {
    line.split_whitespace().next() == Some(command)
}
