//! One who plays games: our engine, chance, or another program.

use std::time::Duration;

use thiserror::Error;

use super::openings::Opening;
use super::pace::Pace;
use super::record::{Ending, PlayedMove};
use crate::board::Color;
use crate::engine::{Budget, GameState, Outlook, Score, StopFlag};
use crate::protocol::{MoveError, MoveText};

/// Somebody who plays one game after another.
pub trait Player: Send {
    /// The name for tables and files.
    fn name(&self) -> String;

    /// Prepares for a game.
    ///
    /// # Errors
    /// The player cannot play it.
    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault>;

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
pub struct Beginning<'a> {
    /// Where it starts.
    pub opening: &'a Opening,
    /// The side of the player.
    pub color: Color,
    /// What moves may cost.
    pub pace: &'a Pace,
    /// A number for players that need chance: the same game of the same match has the same.
    pub seed: u64,
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
    pub thought: Thought,
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

/// What a player said about the position it moved in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// The score for the player in men, on the scale of Hub: beyond ±90 decided.
    pub score: Option<f64>,
    /// The depth reached in plies.
    pub depth: Option<u32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The time the player says it took, where it does.
    pub seconds: Option<f64>,
}

impl Thought {
    /// Whether the player thinks itself so far behind that it has nothing to say against a loss.
    #[must_use]
    pub fn is_conceding(&self) -> bool {
        self.score.is_some_and(|score| score <= -CONCEDED)
    }
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

/// Men behind which a game is as good as lost: Scan ends games by the same difference.
const CONCEDED: f64 = 3.0;
/// The plies of one hundredth on Hub's scale of decided games.
const PLY: f64 = 0.01;
/// A game decided on the spot, on Hub's scale.
const DECIDED: f64 = 100.0;

/// A score in men on Hub's scale, where a game won in n plies is worth 100 − n/100.
#[must_use]
pub fn men(score: Score) -> f64 {
    match score.outlook() {
        Outlook::Win(ply) => DECIDED - PLY * f64::from(ply.count()),
        Outlook::Loss(ply) => PLY * f64::from(ply.count()) - DECIDED,
        Outlook::Open(points) => f64::from(points) / 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ply;

    #[test]
    fn decided_games_are_near_100_men() {
        assert_eq!(men(Score::win_at(Ply::new(1))), 99.99);
        assert_eq!(men(Score::loss_at(Ply::new(20))), -99.80);
        assert_eq!(men(Score::from_points(-35)), -0.35);
    }
}
