//! The interface of players: our engine, random moves, or another program.

use std::time::Duration;

use thiserror::Error;

use super::move_info::MoveInfo;
use super::openings::Opening;
use super::record::PlayedMove;
use super::time_control::MoveLimits;
use crate::board::{Color, Move, MoveList};
use crate::game::Ending;
use crate::player::{Budget, GameState, StopFlag};
use crate::protocol::{MoveError, MoveText};

/// A player of one game after another.
pub trait Player: Send {
    /// The name for tables and files.
    fn name(&self) -> String;

    /// Prepares for a game.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault>;

    /// Chooses an action, being on turn.
    ///
    /// # Errors
    /// The player failed; it loses the game, and is started again for the next one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// Thinks while the other side chooses, where the match lets players ponder. The last move was the player's own, and the budget is
    /// that of its next move.
    fn ponder(&mut self, _: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// The game is over. A fault here has no effect on the game.
    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault>;

    /// The time for all its moves in this game, if it has one of its own in place of the clock of the match.
    fn own_time(&self) -> Option<Duration> {
        None
    }
}

#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    pub opening: &'a Opening,
    pub color: Color,
    pub limits: &'a MoveLimits,
    /// The seed of random players: the same for the same game of the same match.
    pub seed: u64,
}

impl GameStart<'_> {
    /// The seed of this player, which differs for each side.
    pub fn side_seed(&self) -> u64 {
        self.seed.wrapping_mul(2).wrapping_add(u64::from(self.color == Color::Black))
    }
}

/// A game in progress, as the player on turn (or, at the end, either player) sees it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    pub opening: &'a Opening,
    pub played: &'a [PlayedMove],
    pub game: &'a GameState,
    pub budget: Budget,
    /// How long the player may be silent before it loses, beyond a time of its own.
    pub timeout: Duration,
    /// Stops the search when the match is interrupted.
    pub stop: &'a StopFlag,
}

impl Turn<'_> {
    /// The game after this move, to be pondered on; `None` if the move is not legal or ends the game.
    pub(crate) fn after(&self, mv: Move) -> Option<GameState> {
        if !MoveList::legal(self.game.position()).contains(&mv) {
            return None;
        }
        let mut game = self.game.clone();
        game.play(mv);
        let is_over = !game.position().has_moves() || game.history().draw().is_some();
        (!is_over).then_some(game)
    }
}

/// The action of a player, and what it reports on its search.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub act: Act,
    pub info: MoveInfo,
}

/// An action of a player on turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays this move; the referee checks it.
    Move(MoveText),
    Resign,
    /// Ends the game and calls it a draw.
    ClaimDraw,
    /// Ends the game and calls it won.
    ClaimWin,
    /// Ends the game because the number of moves agreed on was played.
    MoveLimit,
    /// Ends the game and does not say how.
    Leave,
}

/// How a player failed in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It cannot be started or reached.
    #[error("cannot be started: {0}")]
    Unreachable(String),
    /// It ended or closed the connection.
    #[error("vanished: {0}")]
    Vanished(String),
    /// It was silent for too long.
    #[error("silent for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It wrote much, but not what was asked for.
    #[error("{0}")]
    Unanswered(String),
    /// Its answer is no legal move.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// Its message has no meaning here.
    #[error("protocol: {0}")]
    Protocol(String),
    #[error("refuses the game: {0}")]
    Refused(String),
    /// The match was interrupted; no player's fault.
    #[error("interrupted")]
    Interrupted,
}
