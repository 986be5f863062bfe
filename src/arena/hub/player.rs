//! A Hub engine as a player of a match.

use std::time::Duration;

use super::child::EngineCommand;
use super::process::{Answer, HubProcess};
use super::session::PeerLog;
use crate::board::{Move, Position};
use crate::game::Ending;
use crate::play::move_info::MoveInfo;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};

/// An engine, started for its first game and again after a fault.
#[derive(Debug)]
pub(crate) struct HubPlayer {
    command: EngineCommand,
    params: Vec<(String, String)>,
    timeout: Duration,
    peer: PeerLog,
    process: Option<HubProcess>,
}

impl HubPlayer {
    /// An engine started by this command.
    pub(crate) fn new(
        command: EngineCommand,
        params: Vec<(String, String)>,
        timeout: Duration,
        peer: PeerLog,
    ) -> HubPlayer {
        HubPlayer { command, params, timeout, peer, process: None }
    }

    fn process(&mut self) -> Result<&mut HubProcess, Fault> {
        if self.process.is_none() {
            let peer = self.peer.clone();
            let process = HubProcess::start(&self.command, &self.params, self.timeout, peer);
            self.process = Some(process?);
        }
        self.process.as_mut().ok_or_else(|| Fault::Unreachable(self.command.to_string()))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        let name = self.process.as_ref().map(|process| process.identity().full_name());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.command.to_string())
    }

    /// An engine that ended after its last game is started again.
    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        if self.process()?.new_game().is_ok() {
            return Ok(());
        }
        self.process = None;
        self.process()?.new_game()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let (start, moves) = since_irreversible(turn);
        let process = self.process()?;
        let answer = process.search(&start, &moves, &turn.budget, turn.timeout, turn.stop)?;
        let no_move = || {
            let error = process.last_error().map(|error| format!(" after the error '{error}'"));
            Fault::Protocol(format!("answered without a move{}", error.unwrap_or_default()))
        };
        let mv = answer.mv.ok_or_else(no_move)?;
        Ok(Decision { act: Act::Move(mv), info: info(&answer) })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}

fn info(answer: &Answer) -> MoveInfo {
    let info = &answer.info;
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
