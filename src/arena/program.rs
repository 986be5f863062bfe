//! A Hub engine or a DXP program that is asked for the move of one position after another, outside a match.

use std::time::Duration;

use crate::board::Move;
use crate::dxp::player::{DxpPlayer, DxpTerms};
use crate::game::{Ending, GameResult, Termination};
use crate::hub::player::HubPlayer;
use crate::hub::session::PeerLog;
use crate::play::openings::Opening;
use crate::play::player::{Act, Fault, GameStart, Player, Turn};
use crate::play::time_control::{MoveLimits, TimeControl};
use crate::player::{Budget, GameState, StopFlag};
use crate::protocol::MoveText;
use crate::protocol::hub::Info;

/// A program of others. A Hub engine is started when it is opened, and again after a fault; when this is dropped it is asked to quit,
/// and killed if it does not. A DXP program plays a game of one move for each question.
#[derive(Debug)]
pub struct Program {
    peer: Peer,
    /// How long the program may be silent beyond its time.
    silence: Duration,
}

#[derive(Debug)]
enum Peer {
    Hub(HubPlayer),
    Dxp(DxpPlayer),
}

/// The answer of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramAnswer {
    /// A legal move.
    pub mv: Move,
    /// What the program reports on its search; of a DXP program only the time.
    pub info: Info,
}

/// How long a program may take: until it has started, and beyond the time of a search.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub startup: Duration,
    pub silence: Duration,
}

impl Program {
    /// Starts a Hub engine by its command, with parameters as `name`, `value`.
    ///
    /// # Errors
    /// An engine that does not start, or does not answer in time.
    pub fn hub(
        command: &str,
        params: &[(String, String)],
        patience: Patience,
        stop: &StopFlag,
    ) -> Result<Program, Fault> {
        let peer = PeerLog { name: command.into(), trace: Default::default() };
        let mut player = HubPlayer::new(command.into(), params.to_vec(), patience.startup, peer);
        player.start(stop)?;
        Ok(Program { peer: Peer::Hub(player), silence: patience.silence })
    }

    /// A DXP program that listens at `HOST:PORT`; it is reached at the first question.
    pub fn dxp(address: &str, terms: DxpTerms, patience: Patience) -> Program {
        let player = DxpPlayer::new(address, terms, patience.startup);
        Program { peer: Peer::Dxp(player), silence: patience.silence }
    }

    /// The name that the program gives itself; its command or its address before that.
    pub fn name(&self) -> String {
        match &self.peer {
            Peer::Hub(player) => player.name(),
            Peer::Dxp(player) => player.name(),
        }
    }

    /// Says that the next position is of another game.
    ///
    /// # Errors
    /// An engine that has ended and cannot be started again.
    pub fn new_game(&mut self, stop: &StopFlag) -> Result<(), Fault> {
        match &mut self.peer {
            Peer::Hub(player) => player.new_game(stop),
            Peer::Dxp(_) => Ok(()),
        }
    }

    /// Asks for a move; `report` gets what a Hub engine says meanwhile. After a fault the process, or the connection, is ended.
    ///
    /// # Errors
    /// A program that has ended, is silent for too long, or answers with no legal move; a game without a legal move; a raised flag.
    pub fn search(
        &mut self,
        game: &GameState,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Info),
    ) -> Result<ProgramAnswer, Fault> {
        if !game.position().has_moves() {
            return Err(Fault::Refused("there is no legal move".into()));
        }
        let opening = Opening::at(*game.start()).with(game.moves());
        let time = budget.time.or(budget.clock.map(|clock| clock.remaining));
        let timeout = time.unwrap_or_default().saturating_add(self.silence);
        let turn = Turn { opening: &opening, played: &[], game, budget: *budget, timeout, stop };
        let answer = match &mut self.peer {
            Peer::Hub(player) => player.ask(&turn, report).and_then(|answer| legal(&turn, answer)),
            Peer::Dxp(player) => one_move(player, &turn),
        };
        if answer.is_err() {
            self.end();
        }
        answer
    }

    /// Ends the process or the connection; the next question begins another.
    pub fn end(&mut self) {
        match &mut self.peer {
            Peer::Hub(player) => player.stop(),
            Peer::Dxp(player) => player.hang_up(),
        }
    }
}

/// A move as it is written, and the report on it.
type Written = (MoveText, Info);

fn legal(turn: &Turn<'_>, (mv, info): Written) -> Result<ProgramAnswer, Fault> {
    let (mv, _) = mv.find(turn.game.position())?;
    Ok(ProgramAnswer { mv, info })
}

/// A game that is over after the move of the program.
fn one_move(player: &mut DxpPlayer, turn: &Turn<'_>) -> Result<ProgramAnswer, Fault> {
    let control = turn.budget.clock.map(|clock| TimeControl {
        moves: None,
        time: clock.remaining,
        increment: clock.increment,
        node_rate: None,
    });
    let limits = MoveLimits { move_time: turn.budget.time, control, ..MoveLimits::default() };
    let color = turn.game.position().turn();
    player.begin(&GameStart { opening: turn.opening, color, limits: &limits, seed: 0 })?;
    let decision = player.choose(turn)?;
    let over = "the game was asked for this move";
    let ending = Ending::new(GameResult::Void, Termination::Unterminated, over.into());
    // The move is there; an end that is not acknowledged costs nothing but the connection.
    let _ = player.end(turn, &ending);
    match decision.act {
        Act::Move(mv) => legal(turn, (mv, Info { time: decision.info.seconds, ..Info::default() })),
        _ => Err(Fault::Protocol("ended the game without a move".into())),
    }
}
