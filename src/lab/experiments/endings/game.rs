//! One ending: the engine on the winning side, the tables on the other.

use serde::{Deserialize, Serialize};

use crate::board::{DrawRule, Move, MoveList, Position};
use crate::engine::{Budget, Engine, GameState, StopFlag};
use crate::tablebase::{Tables, Wdl};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Won,
    Lost,
    /// The same position stood on the board three times (6.1).
    Repetition,
    /// A count of moves ran out (6.2 to 6.4).
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndingGame {
    pub ending: Ending,
    pub plies: u32,
}

/// Plays a position out; the engine has the side to move.
pub fn play(engine: &mut Engine, budget: &Budget, tables: &Tables, start: &Position) -> EndingGame {
    let mut state = GameState::new(*start);
    engine.new_game();
    for plies in 0.. {
        let is_own = state.position().turn() == start.turn();
        let mv = if is_own {
            let choice = engine.think(&state, budget, &StopFlag::new(), &mut |_| {});
            choice.map(|choice| choice.mv)
        } else {
            defence(tables, state.position())
        };
        let ending = match mv {
            None if is_own => Some(Ending::Lost),
            None => Some(Ending::Won),
            Some(mv) => {
                state.play(mv);
                drawn(&state)
            }
        };
        if let Some(ending) = ending {
            return EndingGame { ending, plies: plies + u32::from(mv.is_some()) };
        }
    }
    unreachable!("the draw rules end every game")
}

/// How the draw rules end a game, unless the side to move has no move left and has lost.
fn drawn(state: &GameState) -> Option<Ending> {
    let rule = state.position().has_moves().then(|| state.history().draw()).flatten()?;
    Some(if rule == DrawRule::Repetition { Ending::Repetition } else { Ending::Count })
}

/// The move that wins or draws if one does, else the one after which the winner needs longest.
fn defence(tables: &Tables, position: &Position) -> Option<Move> {
    let worth = |mv: &Move| {
        let outcome = tables.outcome(&position.succ(*mv));
        let plies = outcome.and_then(|outcome| outcome.distance).map_or(0, |d| d.plies());
        match outcome.map(|outcome| outcome.verdict) {
            Some(Wdl::Loss) => (2, 0),
            Some(Wdl::Draw) | None => (1, 0),
            Some(Wdl::Win) => (0, plies),
        }
    };
    MoveList::legal(position).into_iter().max_by_key(worth)
}
