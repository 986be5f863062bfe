//! A run: its endings on all cores, those that are known left out.

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::game::{EndingGame, play};
use super::positions::won_positions;
use super::settings::{EndingsSettings, Knowledge};
use crate::arena::PlayError;
use crate::board::{Position, fen};
use crate::engine::{Endgame, Engine, Evaluation, Options};
use crate::results::{FigureRow, Ledger, RunFolder};

const TABLE: usize = 8;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingRow {
    pub number: usize,
    pub knowledge: Knowledge,
    pub fen: String,
    /// The plies of the shortest win.
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
    let numbered: Vec<(usize, &Position)> = positions.iter().enumerate().collect();
    let units: Vec<(Knowledge, usize, &Position)> = Knowledge::ALL
        .into_iter()
        .flat_map(|knowledge| numbered.iter().map(move |&(number, p)| (knowledge, number, p)))
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
