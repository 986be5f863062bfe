//! `reproduce tictactoe`: noughts and crosses, beside exact values.

use anyhow::{Context, Result};

use super::repeated::Repeated;
use super::run::{Run, counted};
use crate::commands::ExitStatus;
use crate::commands::run_folder::finish;
use crate::experiments::tictactoe::{TicTacToeSettings, run};

/// Runs the experiment and writes the report.
pub(super) fn reproduce(flags: &Run) -> Result<ExitStatus> {
    let (place, seed) = (&flags.place, flags.place.seed);
    let settings =
        if place.quick { TicTacToeSettings::quick(seed) } else { TicTacToeSettings::paper(seed) };
    let command = Repeated::of("tictactoe").flag("seed", Some(seed)).sized(place);
    let described = serde_json::to_value(&settings).context("settings as JSON")?;
    let folder = place.open("tictactoe", &command, described)?;
    let tables =
        counted(flags.threads(), "simulations", |progress| run(&settings, &folder, progress))?;
    Ok(finish(&folder, &tables))
}
