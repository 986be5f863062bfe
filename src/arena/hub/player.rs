//! A Hub engine as a player of a match.

use std::time::Duration;

use super::child::EngineCommand;
use super::process::{Answer, HubProcess};
use super::session::PeerLog;
use crate::board::{Move, Position};
use crate::game::Ending;
use crate::play::move_info::MoveInfo;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::player::StopFlag;
use crate::protocol::MoveText;
use crate::protocol::hub::Info;

/// An engine, started for its first game and again after a fault.
#[derive(Debug)]
pub(crate) struct HubPlayer {
    command: EngineCommand,
    params: Vec<(String, String)>,
    timeout: Duration,
    peer: PeerLog,
    process: Option<HubProcess>,
    /// The reply that the last answer expects.
    expected: Option<MoveText>,
    /// The reply that it ponders on.
    pondering: Option<Move>,
}

impl HubPlayer {
    /// An engine started by this command.
    pub(crate) fn new(
        command: EngineCommand,
        params: Vec<(String, String)>,
        timeout: Duration,
        peer: PeerLog,
    ) -> HubPlayer {
        HubPlayer { command, params, timeout, peer, process: None, expected: None, pondering: None }
    }

    /// The running engine, which is started if there is none.
    pub(crate) fn start(&mut self, stop: &StopFlag) -> Result<&mut HubProcess, Fault> {
        if self.process.is_none() {
            let peer = self.peer.clone();
            let process = HubProcess::start(&self.command, &self.params, self.timeout, peer, stop);
            self.process = Some(process?);
        }
        self.process.as_mut().ok_or_else(|| Fault::Unreachable(self.command.to_string()))
    }

    /// Ends the engine, which is asked to quit first.
    pub(crate) fn stop(&mut self) {
        self.process = None;
    }

    /// Says that a new game begins; an engine that ended after its last game is started again.
    pub(crate) fn new_game(&mut self, stop: &StopFlag) -> Result<(), Fault> {
        if self.start(stop)?.new_game().is_ok() {
            return Ok(());
        }
        self.stop();
        self.start(stop)?.new_game()
    }

    /// The move that the engine answers with, as it writes it, and its report; `report` gets each line of that.
    pub(crate) fn ask(
        &mut self,
        turn: &Turn<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Result<(MoveText, Info), Fault> {
        let answer = self.search(turn, report)?;
        Ok((answer.mv.ok_or_else(|| self.no_move())?, answer.info))
    }

    fn search(&mut self, turn: &Turn<'_>, report: &mut dyn FnMut(&Info)) -> Result<Answer, Fault> {
        let (start, moves) = since_irreversible(turn, None);
        let process = self.start(turn.stop)?;
        process.search(&start, &moves, &turn.budget, turn.timeout, turn.stop, report)
    }

    fn no_move(&self) -> Fault {
        let error = self.process.as_ref().and_then(HubProcess::last_error);
        let error = error.map(|error| format!(" after the error '{error}'")).unwrap_or_default();
        Fault::Protocol(format!("answered without a move{error}"))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        let name = self.process.as_ref().map(|process| process.identity().full_name());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.command.to_string())
    }

    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        (self.expected, self.pondering) = (None, None);
        self.new_game(&StopFlag::new())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let pondering = self.pondering.take();
        let reply = turn.played.last().map(|played| played.mv);
        let ponder_hit = pondering.map(|expected| reply == Some(expected));
        let answer = match ponder_hit {
            Some(true) => {
                let process = self.start(turn.stop)?;
                process.ponder_hit(turn.timeout, turn.stop, &mut |_| {})?
            }
            Some(false) => {
                let timeout = self.timeout;
                self.start(turn.stop)?.stop_pondering(timeout, turn.stop)?;
                self.search(turn, &mut |_| {})?
            }
            None => self.search(turn, &mut |_| {})?,
        };
        let Answer { mv, ponder, info } = answer;
        let mv = mv.ok_or_else(|| self.no_move())?;
        let has_illegal_line = has_illegal_move(turn.game.position(), &info.pv);
        self.expected = ponder;
        let info = MoveInfo { ponder_hit, has_illegal_line, ..reported(&info) };
        Ok(Decision { act: Act::Move(mv), info })
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let expected = self.expected.take();
        let found = expected.and_then(|text| text.find(turn.game.position()).ok());
        let Some((expected, _)) = found.filter(|&(mv, _)| turn.after(mv).is_some()) else {
            return Ok(());
        };
        let (start, moves) = since_irreversible(turn, Some(expected));
        if self.start(turn.stop)?.ponder(&start, &moves, &turn.budget)? {
            self.pondering = Some(expected);
        }
        Ok(())
    }

    fn end(&mut self, turn: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        let timeout = self.timeout;
        match (&mut self.process, self.pondering.take()) {
            (Some(process), Some(_)) => process.stop_pondering(timeout, turn.stop),
            _ => Ok(()),
        }
    }
}

/// Whether a line has a move that is not legal where it comes.
fn has_illegal_move(position: &Position, line: &[MoveText]) -> bool {
    let mut position = *position;
    line.iter().any(|text| match text.find(&position) {
        Ok((mv, _)) => {
            position = position.succ(mv);
            false
        }
        Err(_) => true,
    })
}

fn reported(info: &Info) -> MoveInfo {
    MoveInfo {
        score: info.score,
        depth: info.depth,
        nodes: info.nodes,
        seconds: info.time,
        ..MoveInfo::default()
    }
}

/// The position after the last irreversible move, and the king moves since: the form in which Hub's own program sends a game. The
/// expected reply, if there is one, comes last.
fn since_irreversible(turn: &Turn<'_>, expected: Option<Move>) -> (Position, Vec<Move>) {
    let book = turn.opening.moves().iter().copied();
    let moves = book.chain(turn.played.iter().map(|played| played.mv)).chain(expected);
    let mut start = *turn.opening.start();
    let mut position = start;
    let mut since = Vec::new();
    for mv in moves {
        let is_king = position.kings(position.turn()).contains(mv.from());
        position = position.succ(mv);
        if is_king && !mv.is_capture() {
            since.push(mv);
        } else {
            since.clear();
            start = position;
        }
    }
    (start, since)
}
