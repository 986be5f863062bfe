//! A Hub engine as a child process: lines in, lines out, version 1 or 2, and a clean end whatever it does.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::child::EngineCommand;
use super::session::{HubSession, PeerLog};
use crate::board::{Move, Position};
use crate::lines::shortened;
use crate::play::player::Fault;
use crate::player::{Budget, StopFlag};
use crate::protocol::hub::{self, GoMode, Info, Level, Param, Pos, v1};
use crate::protocol::{HubError, MoveText};
use crate::protocol_log::ProtocolLog;

/// A running engine that has answered `init`.
#[derive(Debug)]
pub(crate) struct HubProcess {
    session: HubSession,
    version: Version,
    identity: EngineIdentity,
    /// The last `error` line since the search began.
    last_error: Option<String>,
    output: Output,
}

/// What an engine has written since it was last asked for something.
#[derive(Debug, Default)]
struct Output {
    lines: u64,
    /// The bytes up to the last line.
    bytes: u64,
}

/// How an engine identifies itself before `init`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EngineIdentity {
    pub name: String,
    /// Its version, if given apart from the name.
    pub version: Option<String>,
    /// The parameters that it declares; `None` in version 1, which has no parameters.
    pub(crate) params: Option<Vec<Param>>,
}

impl EngineIdentity {
    pub(crate) fn full_name(&self) -> String {
        let version = self.version.as_deref().unwrap_or_default();
        format!("{} {version}", self.name).trim().into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    /// The move, if there is one.
    pub(crate) mv: Option<MoveText>,
    /// The reply that the engine expects.
    pub(crate) ponder: Option<MoveText>,
    /// The `info` lines of the search, merged.
    pub info: Info,
}

/// A line of an engine, in either version.
enum EngineReply {
    Id { name: String, version: Option<String> },
    Param(Param),
    Wait,
    Ready,
    Info(Info),
    Done { mv: Option<MoveText>, ponder: Option<MoveText> },
    Error(String),
    Other,
}

/// The parameter that says that the driver ponders.
pub(crate) const PONDER: &str = "ponder";
const MAX_PARAMS: usize = 1000;
/// Lines, and bytes of a line, that no answer follows any more.
const FLOOD_LINES: u64 = 1_000_000;
const FLOOD_BYTES: u64 = 64 << 20;
/// The characters of a line that a reason quotes.
const MAX_QUOTED: usize = 400;
/// How often the stop flag is read while waiting.
const POLL: Duration = Duration::from_millis(20);

impl HubProcess {
    /// Starts an engine, gives it its parameters and waits until it is ready.
    pub(crate) fn start(
        command: &EngineCommand,
        params: &[(String, String)],
        timeout: Duration,
        peer: PeerLog,
        stop: &StopFlag,
    ) -> Result<HubProcess, Fault> {
        let mut process = HubProcess::spawn(command, peer)?;
        let deadline = Instant::now() + timeout;
        let started = process
            .handshake(deadline, timeout, stop)
            .and_then(|()| process.initialise(params, deadline, timeout, stop));
        started.map(|()| process).map_err(|fault| unreachable(command, fault))
    }

    /// Starts an engine, reads its identity, and ends it.
    pub(crate) fn identify(
        command: &EngineCommand,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<EngineIdentity, Fault> {
        let peer = PeerLog { name: command.to_string(), trace: ProtocolLog::default() };
        let mut process = HubProcess::spawn(command, peer)?;
        let answered = process.handshake(Instant::now() + timeout, timeout, stop);
        answered.map_err(|fault| unreachable(command, fault))?;
        Ok(std::mem::take(&mut process.identity))
    }

    fn spawn(command: &EngineCommand, log: PeerLog) -> Result<HubProcess, Fault> {
        let mut session = HubSession::start(command, log)?;
        if let Some(status) = session.child.status() {
            let tail = session.child.stderr_tail();
            return Err(Fault::Unreachable(format!("'{command}' ended at once ({status}){tail}")));
        }
        let (version, identity) = (Version::Two, EngineIdentity::default());
        Ok(HubProcess { session, version, identity, last_error: None, output: Output::default() })
    }

    fn handshake(
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
                    self.identity = EngineIdentity { name, version, params: None };
                }
                EngineReply::Param(param) if params.len() < MAX_PARAMS => params.push(param),
                EngineReply::Wait => break,
                _ => {}
            }
        }
        self.identity.params = (self.version == Version::Two).then_some(params);
        Ok(())
    }

    /// Whether the engine declares a parameter.
    fn has_param(&self, name: &str) -> bool {
        self.identity.params.iter().flatten().any(|param| param.name == name)
    }

    fn initialise(
        &mut self,
        params: &[(String, String)],
        deadline: Instant,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<(), Fault> {
        // An engine without this parameter need not know that it may ponder.
        let is_idle = |(name, _): &&(String, String)| name == PONDER && !self.has_param(PONDER);
        let params: Vec<_> = params.iter().filter(|param| !is_idle(param)).collect();
        for (name, value) in params {
            let (name, value) = (name.clone(), value.clone());
            match self.version {
                Version::One => self.send(&v1::Command::Set { name, value })?,
                Version::Two => self.send(&hub::Command::SetParam { name, value })?,
            }
        }
        self.send(&hub::Command::Init)?;
        while !matches!(self.next(deadline, timeout, stop)?, EngineReply::Ready) {}
        Ok(())
    }

    pub(crate) fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// Says to the engine that a new game begins.
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        match self.version {
            Version::One => self.send(&v1::Command::NewGame),
            Version::Two => self.send(&hub::Command::NewGame),
        }
    }

    /// Searches the position reached by these moves and waits for the answer; `report` gets what is known at each `info` line.
    ///
    /// # Errors
    /// The engine has ended, is silent for too long, answers without a move, or has no such limit.
    pub(crate) fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        budget: &Budget,
        timeout: Duration,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Answer, Fault> {
        self.last_error = None;
        match self.version {
            Version::One => self.start_search_v1(start, moves, budget)?,
            Version::Two => self.start_search(start, moves, budget, GoMode::Think)?,
        }
        self.answer(timeout, stop, report)
    }

    /// Begins to think in the time of the opponent, in the position that these moves reach if the opponent replies as expected.
    /// Version 1 does not ponder; returns whether the engine does.
    pub(crate) fn ponder(
        &mut self,
        start: &Position,
        moves: &[Move],
        budget: &Budget,
    ) -> Result<bool, Fault> {
        if self.version == Version::Two {
            self.start_search(start, moves, budget, GoMode::Ponder)?;
        }
        Ok(self.version == Version::Two)
    }

    /// Waits for the answer of an engine that pondered, after the expected reply.
    pub(crate) fn ponder_hit(
        &mut self,
        timeout: Duration,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Answer, Fault> {
        self.last_error = None;
        self.send(&hub::Command::PonderHit)?;
        self.answer(timeout, stop, report)
    }

    /// Ends the search of an engine that pondered on another reply, or in a game that is over.
    pub(crate) fn stop_pondering(
        &mut self,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<(), Fault> {
        self.send(&hub::Command::Stop)?;
        self.answer(timeout, stop, &mut |_| {}).map(drop)
    }

    fn answer(
        &mut self,
        timeout: Duration,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + timeout;
        let mut answer = Answer::default();
        loop {
            match self.next(deadline, timeout, stop)? {
                EngineReply::Info(info) => {
                    answer.info = merged(&answer.info, info);
                    report(&answer.info);
                }
                EngineReply::Done { mv, ponder } => return Ok(Answer { mv, ponder, ..answer }),
                EngineReply::Error(message) => {
                    self.last_error = Some(shortened(&message, MAX_QUOTED));
                }
                _ => {}
            }
        }
    }

    /// The last `error` line since the search began.
    pub(crate) fn last_error(&self) -> Option<&str> {
        self.last_error.as_deref()
    }

    fn start_search(
        &mut self,
        start: &Position,
        moves: &[Move],
        budget: &Budget,
        mode: GoMode,
    ) -> Result<(), Fault> {
        let moves = moves.iter().map(|&mv| mv.into()).collect();
        self.send(&hub::Command::Pos(Pos { start: *start, moves }))?;
        self.send(&hub::Command::Level(level(budget)))?;
        self.send(&hub::Command::Go(mode))
    }

    fn start_search_v1(
        &mut self,
        start: &Position,
        moves: &[Move],
        budget: &Budget,
    ) -> Result<(), Fault> {
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
        self.output = Output { lines: 0, bytes: self.session.bytes() };
        let sent = self.session.send(&command.to_string());
        sent.map_err(|error| self.vanished(&error.to_string()))
    }

    fn next(
        &mut self,
        deadline: Instant,
        timeout: Duration,
        stop: &StopFlag,
    ) -> Result<EngineReply, Fault> {
        loop {
            if stop.is_stopped() {
                return Err(Fault::Interrupted);
            }
            if Instant::now() >= deadline || self.output.lines >= FLOOD_LINES {
                return Err(self.unanswered(timeout));
            }
            match self.session.receive(POLL) {
                Ok((line, _)) => {
                    self.output.lines += 1;
                    self.output.bytes = self.session.bytes();
                    return self.parse(&line);
                }
                Err(RecvTimeoutError::Timeout) if self.open_line() > FLOOD_BYTES => {
                    return Err(self.unanswered(timeout));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.vanished("closed its output"));
                }
            }
        }
    }

    /// The bytes after the last line.
    fn open_line(&self) -> u64 {
        self.session.bytes().saturating_sub(self.output.bytes)
    }

    fn unanswered(&self, timeout: Duration) -> Fault {
        let (lines, bytes) = (self.output.lines, self.open_line());
        let seconds = timeout.as_secs_f64();
        match lines {
            0 if bytes == 0 => Fault::Silent(timeout),
            0 => Fault::Unanswered(format!("floods: {bytes} bytes without the end of a line")),
            FLOOD_LINES.. => Fault::Unanswered(format!("floods: {lines} lines and no answer")),
            _ => Fault::Unanswered(format!("{lines} lines and no answer within {seconds} s")),
        }
    }

    /// The `name` line of version 1 is where version 2 has `id`.
    fn parse(&mut self, line: &str) -> Result<EngineReply, Fault> {
        let fault = |error: HubError| {
            Fault::Protocol(shortened(&format!("'{}': {error}", line.trim()), MAX_QUOTED))
        };
        if line.starts_with("name ") {
            self.version = Version::One;
        }
        Ok(match self.version {
            Version::One => match v1::Reply::parse(line).map_err(fault)? {
                Some(v1::Reply::Name(name)) => EngineReply::Id { name, version: None },
                Some(v1::Reply::Wait) => EngineReply::Wait,
                Some(v1::Reply::Ready) => EngineReply::Ready,
                Some(v1::Reply::Info(info)) => EngineReply::Info(info),
                Some(v1::Reply::Move { mv, ponder }) => EngineReply::Done { mv, ponder },
                Some(v1::Reply::Error(message)) => EngineReply::Error(message),
                Some(v1::Reply::Pong) | None => EngineReply::Other,
            },
            Version::Two => match hub::Reply::parse(line) {
                Ok(Some(hub::Reply::Id { name, version, .. })) => EngineReply::Id { name, version },
                Ok(Some(hub::Reply::Param(param))) => EngineReply::Param(param),
                Ok(Some(hub::Reply::Wait)) => EngineReply::Wait,
                Ok(Some(hub::Reply::Ready)) => EngineReply::Ready,
                Ok(Some(hub::Reply::Info(info))) => EngineReply::Info(info),
                Ok(Some(hub::Reply::Done { mv, ponder })) => EngineReply::Done { mv, ponder },
                Ok(Some(hub::Reply::Error(message))) => EngineReply::Error(message),
                Ok(Some(hub::Reply::Pong) | None) => EngineReply::Other,
                Err(error) if line.trim_start().starts_with("done") => return Err(fault(error)),
                // Free text may come between the lines.
                Err(_) => EngineReply::Other,
            },
        })
    }

    fn vanished(&mut self, symptom: &str) -> Fault {
        Fault::Vanished(self.session.child.exit_reason(symptom))
    }
}

fn unreachable(command: &EngineCommand, fault: Fault) -> Fault {
    if fault == Fault::Interrupted {
        return fault;
    }
    let is_slow = matches!(fault, Fault::Silent(_) | Fault::Unanswered(_));
    let remedy = if is_slow { "; --startup gives it more time" } else { "" };
    Fault::Unreachable(format!("'{command}': {fault}{remedy}"))
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

/// Values of an earlier `info` line hold where a later one leaves them out.
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
        let command = "./no-such-engine hub".into();
        let fault = HubProcess::identify(&command, Duration::from_secs(1), &StopFlag::new());
        assert!(
            matches!(fault, Err(Fault::Unreachable(reason)) if reason.contains("no-such-engine"))
        );
    }

    #[test]
    fn the_increment_is_taken_off_the_clock() {
        let clock = crate::player::Clock {
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
