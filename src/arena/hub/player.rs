//! A Hub engine as a player of a match.

use std::time::Duration;

use super::process::HubProcess;
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
    command: String,
    params: Vec<(String, String)>,
    timeout: Duration,
    peer: PeerLog,
    process: Option<HubProcess>,
}

impl HubPlayer {
    /// An engine started by this command.
    pub(crate) fn new(
        command: &str,
        params: Vec<(String, String)>,
        timeout: Duration,
        peer: PeerLog,
    ) -> HubPlayer {
        HubPlayer { command: command.into(), params, timeout, peer, process: None }
    }

    /// The running engine, which is started if there is none.
    pub(crate) fn start(&mut self, stop: &StopFlag) -> Result<&mut HubProcess, Fault> {
        if self.process.is_none() {
            let peer = self.peer.clone();
            let process = HubProcess::start(&self.command, &self.params, self.timeout, peer, stop);
            self.process = Some(process?);
        }
        self.process.as_mut().ok_or_else(|| Fault::Unreachable(self.command.clone()))
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
        let (start, moves) = since_irreversible(turn);
        let process = self.start(turn.stop)?;
        let answer =
            process.search(&start, &moves, &turn.budget, turn.timeout, turn.stop, report)?;
        let no_move = || {
            let error = process.last_error().map(|error| format!(" after the error '{error}'"));
            Fault::Protocol(format!("answered without a move{}", error.unwrap_or_default()))
        };
        Ok((answer.mv.ok_or_else(no_move)?, answer.info))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        let name = self.process.as_ref().map(|process| process.identity().full_name());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.command.clone())
    }

    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        self.new_game(&StopFlag::new())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let (mv, info) = self.ask(turn, &mut |_| {})?;
        Ok(Decision { act: Act::Move(mv), info: reported(&info) })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}

fn reported(info: &Info) -> MoveInfo {
    MoveInfo { score: info.score, depth: info.depth, nodes: info.nodes, seconds: info.time }
}

/// The position after the last irreversible move, and the king moves since: the form in which Hub's own program sends a game.
fn since_irreversible(turn: &Turn<'_>) -> (Position, Vec<Move>) {
    let book = turn.opening.moves().iter().copied();
    let moves = book.chain(turn.played.iter().map(|played| played.mv));
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
