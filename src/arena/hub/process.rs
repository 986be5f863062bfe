//! A Hub engine as a child process: lines in, lines out, version 1 or 2, and a clean end whatever it does.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::child::EngineChild;
use crate::board::{Move, Position};
use crate::engine::{Budget, StopFlag};
use crate::lines::read_lines;
use crate::play::player::Fault;
use crate::protocol::hub::{self, GoMode, Info, Level, Param, Pos, v1};
use crate::protocol::{HubError, MoveText};
use crate::protocol_log::{MessageDirection, ProtocolLog};

/// A running engine that has answered `init`.
#[derive(Debug)]
pub struct HubProcess {
    child: EngineChild,
    lines: Receiver<String>,
    version: Version,
    introduction: Introduction,
    partner: Partner,
    /// The last `error` line, to explain what follows from it.
    complaint: Option<String>,
}

/// What an engine says of itself before it is initialised.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Introduction {
    /// Its name; empty if it says none.
    pub name: String,
    /// Its version, if it names one apart.
    pub version: Option<String>,
    /// The parameters that it declares; `None` of version 1, which has no word for them.
    pub params: Option<Vec<Param>>,
}

impl Introduction {
    /// Name and version.
    #[must_use]
    pub fn full_name(&self) -> String {
        let version = self.version.as_deref().unwrap_or_default();
        format!("{} {version}", self.name).trim().into()
    }
}

/// Who an engine is for its user, and where what is said is written.
#[derive(Clone, Debug)]
pub struct Partner {
    /// The player's name.
    pub name: String,
    /// Every line in both directions.
    pub trace: ProtocolLog,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The answer to a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move; none when the engine knows none.
    pub mv: Option<MoveText>,
    /// The last thing it said about the search.
    pub info: Info,
}

/// What an engine says, in either version.
enum EngineReply {
    Id { name: String, version: Option<String> },
    Param(Param),
    Wait,
    Ready,
    Info(Info),
    Done(Option<MoveText>),
    Error(String),
    Other,
}

/// Lines an engine may be ahead of us before it has to wait.
pub(super) const LINES_AHEAD: usize = 128;
/// Longer lines are cut; no sane engine writes them.
pub(super) const LONGEST_LINE: usize = 1 << 16;
/// Parameters beyond these are not looked at.
const MOST_PARAMS: usize = 1000;
/// How often the stop flag is looked at while waiting.
const LOOK: Duration = Duration::from_millis(20);

impl HubProcess {
    /// Starts an engine, gives it its parameters and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, ends, or does not answer in time.
    pub fn start(
        command: &str,
        params: &[(String, String)],
        timeout: Duration,
        partner: Partner,
    ) -> Result<HubProcess, Fault> {
        let mut process = HubProcess::spawn(command, partner)?;
        let deadline = Instant::now() + timeout;
        let started = process
            .introduce(deadline, timeout, &StopFlag::new())
            .and_then(|()| process.initialise(params, deadline, timeout));
        started.map(|()| process).map_err(|fault| unreachable(command, fault))
    }

    /// Starts an engine, asks who it is, and ends it.
    ///
    /// # Errors
    /// As [`HubProcess::start`].
    pub fn identify(
        command: &str,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<Introduction, Fault> {
        let partner = Partner { name: command.into(), trace: ProtocolLog::none() };
        let mut process = HubProcess::spawn(command, partner)?;
        match process.introduce(Instant::now() + timeout, timeout, stop) {
            Ok(()) => {}
            Err(Fault::Interrupted) => return Err(Fault::Interrupted),
            Err(fault) => return Err(unreachable(command, fault)),
        }
        Ok(std::mem::take(&mut process.introduction))
    }

    fn spawn(command: &str, partner: Partner) -> Result<HubProcess, Fault> {
        partner.trace.write(MessageDirection::Note, &partner.name, b"started");
        let (mut child, stdout) = EngineChild::start(command)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        std::thread::spawn(move || {
            read_lines(stdout, LONGEST_LINE, |line| sender.send(line).is_ok())
        });
        if let Some(status) = child.status() {
            let words = child.last_words();
            return Err(Fault::Unreachable(format!("'{command}' ended at once ({status}){words}")));
        }
        let (version, introduction) = (Version::Two, Introduction::default());
        Ok(HubProcess { child, lines, version, introduction, partner, complaint: None })
    }

    fn introduce(
        &mut self,
        deadline: Instant,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<(), Fault> {
        self.send(&hub::Command::Hub)?;
        let mut params = Vec::new();
        loop {
            match self.next(deadline, timeout, stop)? {
                EngineReply::Id { name, version } => {
                    self.introduction = Introduction { name, version, params: None };
                }
                EngineReply::Param(param) if params.len() < MOST_PARAMS => params.push(param),
                EngineReply::Wait => break,
                _ => {}
            }
        }
        self.introduction.params = (self.version == Version::Two).then_some(params);
        Ok(())
    }

    fn initialise(
        &mut self,
        params: &[(String, String)],
        deadline: Instant,
        timeout: Duration,
    ) -> Result<(), Fault> {
        for (name, value) in params {
            let (name, value) = (name.clone(), value.clone());
            match self.version {
                Version::One => self.send(&v1::Command::Set { name, value })?,
                Version::Two => self.send(&hub::Command::SetParam { name, value })?,
            }
        }
        self.send(&hub::Command::Init)?;
        while !matches!(self.next(deadline, timeout, &StopFlag::new())?, EngineReply::Ready) {}
        Ok(())
    }

    /// What the engine said of itself.
    #[must_use]
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Tells the engine that a new game begins.
    ///
    /// # Errors
    /// It has ended.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        match self.version {
            Version::One => self.send(&v1::Command::NewGame),
            Version::Two => self.send(&hub::Command::NewGame),
        }
    }

    /// Searches the position reached by these moves and waits for the answer.
    ///
    /// # Errors
    /// The engine has ended, is silent for too long, says what is no move, or cannot keep this budget.
    pub fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        budget: &Budget,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Answer, Fault> {
        self.complaint = None;
        match self.version {
            Version::One => self.ask_v1(start, moves, budget)?,
            Version::Two => self.ask(start, moves, budget)?,
        }
        let deadline = Instant::now() + patience;
        let mut answer = Answer::default();
        loop {
            match self.next(deadline, patience, stop)? {
                EngineReply::Info(info) => answer.info = merged(&answer.info, info),
                EngineReply::Done(mv) => {
                    answer.mv = mv;
                    return Ok(answer);
                }
                EngineReply::Error(message) => self.complaint = Some(message),
                _ => {}
            }
        }
    }

    /// The engine's last complaint about what it was told.
    #[must_use]
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    fn ask(&mut self, start: &Position, moves: &[Move], budget: &Budget) -> Result<(), Fault> {
        let moves = moves.iter().map(|&mv| mv.into()).collect();
        self.send(&hub::Command::Pos(Pos { start: *start, moves }))?;
        self.send(&hub::Command::Level(level(budget)))?;
        self.send(&hub::Command::Go(GoMode::Think))
    }

    fn ask_v1(&mut self, start: &Position, moves: &[Move], budget: &Budget) -> Result<(), Fault> {
        if budget.nodes.is_some() {
            let reason = "Hub version 1 has no node limit; use --time, --depth or --tc";
            return Err(Fault::Refused(reason.into()));
        }
        self.send(&v1::Command::Pos(*start))?;
        for &mv in moves {
            self.send(&v1::Command::Move(mv.into()))?;
        }
        let level = level(budget);
        if let Some(depth) = level.depth {
            self.send(&v1::Command::Depth(depth))?;
        }
        if let Some(time) = level.move_time {
            self.send(&v1::Command::Time(time))?;
        }
        if let Some(time) = level.time {
            let (moves, increment) =
                (level.moves.unwrap_or(0), level.increment.unwrap_or_default());
            self.send(&v1::Command::Level { moves, time, increment })?;
        }
        self.send(&v1::Command::Go(GoMode::Think))
    }

    fn send(&mut self, command: &impl ToString) -> Result<(), Fault> {
        let line = command.to_string();
        self.partner.trace.write(MessageDirection::Out, &self.partner.name, line.as_bytes());
        let said = self.child.say(&line);
        said.map_err(|error| self.gone(&error.to_string()))
    }

    fn next(
        &mut self,
        deadline: Instant,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<EngineReply, Fault> {
        loop {
            if stop.is_stopped() {
                return Err(Fault::Interrupted);
            }
            if Instant::now() >= deadline {
                return Err(Fault::Silent(patience));
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    self.partner.trace.write(
                        MessageDirection::In,
                        &self.partner.name,
                        line.as_bytes(),
                    );
                    return self.understand(&line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone("closed its output")),
            }
        }
    }

    /// The `name` line of version 1 stands where version 2 has `id`.
    fn understand(&mut self, line: &str) -> Result<EngineReply, Fault> {
        let fault = |error: HubError| Fault::Protocol(format!("'{}': {error}", line.trim()));
        if line.starts_with("name ") {
            self.version = Version::One;
        }
        Ok(match self.version {
            Version::One => match v1::Reply::parse(line).map_err(fault)? {
                Some(v1::Reply::Name(name)) => EngineReply::Id { name, version: None },
                Some(v1::Reply::Wait) => EngineReply::Wait,
                Some(v1::Reply::Ready) => EngineReply::Ready,
                Some(v1::Reply::Info(info)) => EngineReply::Info(info),
                Some(v1::Reply::Move { mv, .. }) => EngineReply::Done(mv),
                Some(v1::Reply::Error(message)) => EngineReply::Error(message),
                Some(v1::Reply::Pong) | None => EngineReply::Other,
            },
            Version::Two => match hub::Reply::parse(line) {
                Ok(Some(hub::Reply::Id { name, version, .. })) => EngineReply::Id { name, version },
                Ok(Some(hub::Reply::Param(param))) => EngineReply::Param(param),
                Ok(Some(hub::Reply::Wait)) => EngineReply::Wait,
                Ok(Some(hub::Reply::Ready)) => EngineReply::Ready,
                Ok(Some(hub::Reply::Info(info))) => EngineReply::Info(info),
                Ok(Some(hub::Reply::Done { mv, .. })) => EngineReply::Done(mv),
                Ok(Some(hub::Reply::Error(message))) => EngineReply::Error(message),
                Ok(Some(hub::Reply::Pong) | None) => EngineReply::Other,
                Err(error) if line.trim_start().starts_with("done") => return Err(fault(error)),
                // Free text may stand between the lines.
                Err(_) => EngineReply::Other,
            },
        })
    }

    fn gone(&mut self, what: &str) -> Fault {
        Fault::Vanished(self.child.farewell(what))
    }
}

/// An engine that cannot be started so.
fn unreachable(command: &str, fault: Fault) -> Fault {
    Fault::Unreachable(format!("'{command}': {fault}"))
}

/// The limits as Hub has them; its clock does not hold the increment of the coming move yet, ours does.
fn level(budget: &Budget) -> Level {
    let clock = budget.clock;
    Level {
        depth: budget.depth.map(|depth| u32::from(depth.plies())),
        nodes: budget.nodes,
        move_time: budget.time,
        moves: clock.and_then(|clock| clock.moves_to_go),
        time: clock.map(|clock| clock.remaining.saturating_sub(clock.increment)),
        increment: clock.map(|clock| clock.increment).filter(|increment| !increment.is_zero()),
        infinite: false,
    }
}

/// A line about the search may leave out what an earlier one said.
fn merged(earlier: &Info, later: Info) -> Info {
    Info {
        depth: later.depth.or(earlier.depth),
        mean_depth: later.mean_depth.or(earlier.mean_depth),
        score: later.score.or(earlier.score),
        nodes: later.nodes.or(earlier.nodes),
        time: later.time.or(earlier.time),
        nps: later.nps.or(earlier.nps),
        pv: later.pv,
        endgame: later.endgame.or_else(|| earlier.endgame.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_unreachable() {
        let fault =
            HubProcess::identify("./no-such-engine hub", Duration::from_secs(1), &StopFlag::new());
        assert!(
            matches!(fault, Err(Fault::Unreachable(reason)) if reason.contains("no-such-engine"))
        );
    }

    #[test]
    fn the_increment_is_taken_off_the_clock() {
        let clock = crate::engine::Clock {
            remaining: Duration::from_secs(62),
            increment: Duration::from_secs(2),
            moves_to_go: None,
        };
        let level = level(&Budget::of_clock(clock));
        assert_eq!(
            (level.time, level.increment),
            (Some(Duration::from_secs(60)), Some(Duration::from_secs(2)))
        );
    }
}
