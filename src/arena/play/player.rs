//! One who plays games: our engine, chance, or another program.

use std::time::Duration;

use thiserror::Error;

use super::move_info::MoveInfo;
use super::openings::Opening;
use super::record::PlayedMove;
use super::time_control::MoveLimits;
use crate::board::Color;
use crate::engine::{Budget, GameState, StopFlag};
use crate::game::Ending;
use crate::protocol::{MoveError, MoveText};

/// Somebody who plays one game after another.
pub trait Player: Send {
    /// The name for tables and files.
    fn name(&self) -> String;

    /// Prepares for a game.
    ///
    /// # Errors
    /// The player cannot play it.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault>;

    /// Chooses what to do, being on turn.
    ///
    /// # Errors
    /// The player failed; the game is lost for it, and it is started again for the next one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// Learns that the game is over. What goes wrong here is forgotten with the player.
    ///
    /// # Errors
    /// The player has to be started again.
    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault>;

    /// The time for all its moves in this game, if the player was given one of its own and the pace does not hold for it.
    fn time_of_its_own(&self) -> Option<Duration> {
        None
    }
}

/// A game about to begin.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// Where it starts.
    pub opening: &'a Opening,
    /// The side of the player.
    pub color: Color,
    /// What moves may cost.
    pub pace: &'a MoveLimits,
    /// A number for players that need chance: the same game of the same match has the same.
    pub seed: u64,
}

impl GameStart<'_> {
    /// What draws the moves of chance of this player: another number for each side.
    #[must_use]
    pub fn seed_of_side(&self) -> u64 {
        self.seed.wrapping_mul(2).wrapping_add(u64::from(self.color == Color::Black))
    }
}

/// A game in progress, as the player on turn (or, at the end, either player) sees it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Where it started.
    pub opening: &'a Opening,
    /// The moves since then.
    pub played: &'a [PlayedMove],
    /// The position and its history.
    pub game: &'a GameState,
    /// What the move may cost.
    pub budget: Budget,
    /// How long the player may be silent before it is given up, beyond a time of its own.
    pub patience: Duration,
    /// Ends thinking when the match is interrupted.
    pub stop: &'a StopFlag,
}

/// What a player does, and what it thought of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it does.
    pub act: Act,
    /// What it thought.
    pub thought: MoveInfo,
}

/// What a player on turn can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays this move; the referee looks whether it is legal.
    Move(MoveText),
    /// Gives up.
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
    /// It said nothing for too long.
    #[error("silent for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// What it said is no move.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// What it said makes no sense here.
    #[error("protocol: {0}")]
    Protocol(String),
    /// It does not want to play this game.
    #[error("refuses the game: {0}")]
    Refused(String),
    /// The match was interrupted; nobody's fault.
    #[error("interrupted")]
    Interrupted,
}
