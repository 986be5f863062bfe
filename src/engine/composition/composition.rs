//! A position and what its composer says of it, read from text.

use thiserror::Error;

use crate::board::fen::{self, FenError};
use crate::board::{Move, Position, playable};
use crate::game::{Replay, Replayer, each_game};
use crate::pdn::{Scan, block_of};

/// A position and what its composer says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    /// The position; the side to move is the solver.
    pub position: Position,
    /// The stated solution, solver and opponent in turn; empty if it is not stated. Each move must be legal.
    pub solution: Vec<Move>,
}

/// Why a text is no composition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompositionError {
    /// The position cannot be read.
    #[error("FEN '{text}'")]
    Fen {
        /// The position as written.
        text: String,
        /// What is wrong with it.
        source: FenError,
    },
    /// The game is over already.
    #[error("{0}")]
    Ended(String),
    /// The solution cannot be played.
    #[error(
        "the solution '{text}': {reason}; write its moves one after the other, as in 32-28 23x32 37x28"
    )]
    Solution {
        /// The solution as written.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Composition {
    /// Reads a position as FEN and a solution in PDN, with numbers of moves or without; an empty text is no solution.
    ///
    /// # Errors
    /// The fault of the FEN, a side without pieces, or the first move that is not legal.
    pub fn read(position: &str, solution: &str) -> Result<Composition, CompositionError> {
        let cut = |text: &str| text.trim().chars().take(200).collect();
        let fault = |source| CompositionError::Fen { text: cut(position), source };
        let position = fen::read(position.trim()).map_err(fault)?;
        playable(&position).map_err(CompositionError::Ended)?;
        if solution.trim().is_empty() {
            return Ok(Composition { position, solution: Vec::new() });
        }
        let fault = |reason| CompositionError::Solution { text: cut(solution), reason };
        let text = format!("[FEN \"{}\"]\n{} *", fen::write(&position), solution.trim());
        let block = block_of("the solution", text);
        let mut games = Vec::new();
        each_game(&block, &mut Scan::default(), &mut Replayer::default(), |_, replay| {
            games.push(Composition::of_game(replay));
        });
        match <[_; 1]>::try_from(games) {
            Ok([Ok(read)]) if read.position == position && !read.solution.is_empty() => Ok(read),
            Ok([Err(reason)]) => Err(fault(reason)),
            _ => Err(fault("these are not moves from the position".into())),
        }
    }

    /// The composition of a game of a PDN file: its tag FEN, and its moves as the solution.
    ///
    /// # Errors
    /// In words, why the game cannot be read to its end, or that a side has no pieces.
    pub fn of_game(replay: Replay<'_>) -> Result<Composition, String> {
        let game = replay.whole().map_err(|error| error.fault.to_string())?.main();
        let position = game.positions.first().copied().ok_or("there is no position")?;
        playable(&position)?;
        Ok(Composition { position, solution: game.moves.to_vec() })
    }
}
