//! A run: its endings on all cores, the engine on the winning side, the tables on the other.

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::settings::{EndingsSettings, Knowledge, won_positions};
use crate::arena::PlayError;
use crate::board::{DrawRule, Move, MoveList, Position, fen};
use crate::engine::{Budget, Endgame, Engine, Evaluation, GameState, Options, StopFlag};
use crate::results::{FigureRow, Ledger, RunFolder};
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

const TABLE: usize = 8;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingRow {
    pub number: usize,
    pub knowledge: Knowledge,
    pub fen: String,
    pub distance: u32,
    #[serde(flatten)]
    pub game: EndingGame,
}

impl FigureRow for EndingRow {
    fn piece(&self) -> String {
        piece(self.number, self.knowledge)
    }
}

fn piece(number: usize, knowledge: Knowledge) -> String {
    format!("position {number} with {}", knowledge.name())
}

/// Plays what the folder has not got yet, and returns all rows in order. `done` hears how many are finished.
///
/// # Errors
/// When the folder cannot be read or written, there are too few such positions, or no engine can be had.
pub fn run(
    settings: &EndingsSettings,
    endgame: &Endgame,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<EndingRow>, LabError> {
    let positions = won_positions(settings, endgame.tables());
    let (asked, found) = (settings.positions, positions.len());
    if found < asked {
        return Err(LabError::Rare { asked, found, least_plies: settings.least_plies });
    }
    let units: Vec<(Knowledge, usize, &Position)> = Knowledge::ALL
        .into_iter()
        .flat_map(|knowledge| {
            positions.iter().enumerate().map(move |(number, p)| (knowledge, number, p))
        })
        .collect();
    let pieces = units.iter().map(|(knowledge, number, _)| piece(*number, *knowledge));
    let ledger = Ledger::open(folder, pieces, done)?;
    let evaluation = Evaluation::open(&settings.net).map_err(PlayError::from)?;
    let make = |&(knowledge, number, position): &(Knowledge, usize, &Position)| {
        let engine = Engine::new(&evaluation, &options(knowledge, endgame));
        let mut engine = engine.map_err(PlayError::from)?;
        let game = play(&mut engine, &settings.budget(), endgame.tables(), position);
        let distance = endgame.tables().distance(position).map_or(0, |d| d.plies());
        Ok(EndingRow { number, knowledge, fen: fen::write(position), distance, game })
    };
    ledger.rows(&units, |(knowledge, number, _)| piece(*number, *knowledge), make)
}

fn options(knowledge: Knowledge, endgame: &Endgame) -> Options {
    let endgame = match knowledge {
        Knowledge::Distances => endgame.clone(),
        Knowledge::Verdicts => endgame.without_distances(),
    };
    Options { table: TABLE, endgame: Some(endgame), ..Options::default() }
}
