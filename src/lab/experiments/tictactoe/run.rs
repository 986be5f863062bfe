//! A run: its simulations on all cores, those that are known left out.

use super::plan::{Unit, plan};
use super::settings::TicTacToeSettings;
use super::simulation::{SimulationRow, simulate};
use crate::results::{Ledger, ResultsError, RunFolder};

/// Runs what the folder has not got yet, and returns all rows in the order of the plan. `done` hears how many are finished.
pub fn run(
    settings: &TicTacToeSettings,
    folder: &RunFolder,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<SimulationRow>, ResultsError> {
    let units = plan(settings);
    let ledger = Ledger::open(folder, units.iter().map(Unit::piece), done)?;
    ledger.rows(&units, Unit::piece, |unit| Ok(simulate(settings, unit)))
}
