//! A Hub engine as a player of a match.

use std::time::Duration;

use super::process::{Answer, HubProcess, Partner};
use crate::board::{Move, Position};
use crate::game::Ending;
use crate::play::move_info::MoveInfo;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};

/// An engine that is started for its first game, and again after a fault.
#[derive(Debug)]
pub struct HubPlayer {
    command: String,
    params: Vec<(String, String)>,
    timeout: Duration,
    partner: Partner,
    process: Option<HubProcess>,
}

impl HubPlayer {
    /// An engine started by this command.
    #[must_use]
    pub fn new(
        command: &str,
        params: Vec<(String, String)>,
        timeout: Duration,
        partner: Partner,
    ) -> HubPlayer {
        HubPlayer { command: command.into(), params, timeout, partner, process: None }
    }

    fn process(&mut self) -> Result<&mut HubProcess, Fault> {
        if self.process.is_none() {
            let partner = self.partner.clone();
            let process = HubProcess::start(&self.command, &self.params, self.timeout, partner);
            self.process = Some(process?);
        }
        self.process.as_mut().ok_or_else(|| Fault::Unreachable(self.command.clone()))
    }
}

impl Player for HubPlayer {
    fn name(&self) -> String {
        let name = self.process.as_ref().map(|process| process.introduction().full_name());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.command.clone())
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
        let answer = process.search(&start, &moves, &turn.budget, turn.patience, turn.stop)?;
        let no_move = || {
            let complaint = process.complaint().map(|c| format!(" after the error '{c}'"));
            Fault::Protocol(format!("answered without a move{}", complaint.unwrap_or_default()))
        };
        let mv = answer.mv.ok_or_else(no_move)?;
        Ok(Decision { act: Act::Move(mv), thought: thought(&answer) })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}

fn thought(answer: &Answer) -> MoveInfo {
    let info = &answer.info;
    MoveInfo { score: info.score, depth: info.depth, nodes: info.nodes, seconds: info.time }
}

/// The last position before which nothing can be repeated, and the king moves since: what Hub's own program sends.
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
