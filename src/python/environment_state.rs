//! An environment as bytes: what pickling keeps of it.

use std::sync::Arc;

use draughts_td::board::{Color, Move, Position};
use draughts_td::protocol::MoveText;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::numbering::{Numbering, Space};
use crate::running_games::{RunningGame, Terms};

/// A position as the arrays have it: the words, and whether White is to move.
type PositionState = ([u64; 4], bool);

#[derive(Serialize, Deserialize)]
pub(crate) struct EnvironmentState {
    pub(crate) has_masks: bool,
    pub(crate) threads: usize,
    starts: Vec<PositionState>,
    opening_plies: u32,
    max_plies: Option<u32>,
    space: String,
    turned: bool,
    games: Vec<GameState>,
}

#[derive(Serialize, Deserialize)]
struct GameState {
    start: PositionState,
    /// With the captured squares.
    moves: Vec<String>,
    plies: u32,
    rng: Xoshiro256PlusPlus,
}

fn state_of(position: &Position) -> PositionState {
    (position.words(), position.turn() == Color::White)
}

/// The position of words, in which the side to move has a move.
fn playable((words, is_white): PositionState) -> Result<Position, String> {
    let turn = if is_white { Color::White } else { Color::Black };
    let position = Position::from_words(words, turn).map_err(|error| error.to_string())?;
    match position.has_moves() {
        true => Ok(position),
        false => Err("a game that is over".into()),
    }
}

impl EnvironmentState {
    pub(crate) fn of(
        terms: &Terms,
        games: &[RunningGame],
        has_masks: bool,
        threads: usize,
    ) -> EnvironmentState {
        let text = |mv: &Move| MoveText::from(*mv).to_string();
        let state = |game: &RunningGame| GameState {
            start: state_of(&game.start),
            moves: game.moves.iter().map(text).collect(),
            plies: game.plies,
            rng: game.rng.clone(),
        };
        EnvironmentState {
            has_masks,
            threads,
            starts: terms.starts.iter().map(state_of).collect(),
            opening_plies: terms.opening_plies,
            max_plies: terms.max_plies,
            space: terms.numbering.space.name().into(),
            turned: terms.numbering.turned,
            games: games.iter().map(state).collect(),
        }
    }

    pub(crate) fn terms(&self) -> Result<Terms, String> {
        let starts =
            self.starts.iter().map(|start| playable(*start)).collect::<Result<Vec<_>, _>>();
        let space = Space::named(&self.space).ok_or("an unknown action space")?;
        Ok(Terms {
            starts: Arc::new(starts?),
            opening_plies: self.opening_plies,
            max_plies: self.max_plies,
            numbering: Numbering { space, turned: self.turned },
        })
    }

    pub(crate) fn games(self, terms: &Terms) -> Result<Vec<RunningGame>, String> {
        let restored = |GameState { start, moves, plies, rng }: GameState| {
            let texts = moves.iter().map(|text| text.parse().map_err(|_| text.clone()));
            let texts = texts.collect::<Result<Vec<MoveText>, String>>()?;
            let game = RunningGame::replayed(playable(start)?, &texts, plies, rng, terms);
            let game = game.map_err(|number| moves[number].clone())?;
            playable(state_of(&game.position)).map(|_| game)
        };
        self.games.into_iter().map(restored).collect()
    }
}
