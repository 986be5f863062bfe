//! `reproduce endings`: whether won endings are won.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::draughts::seconds;
use super::repeated::Repeated;
use super::run::{Run, counted};
use crate::commands::ExitStatus;
use crate::commands::args::tables;
use crate::commands::run_folder::finish;
use crate::experiments::endings::{self, EndingsSettings};
use crate::player::{Endgame, Evaluation};
use crate::tablebase::{AUTO, DISTANCE_PIECES, Kind, MaterialKey};

/// Wins of as many plies are found among random positions; few are longer.
const LONGEST: i64 = 31;

#[derive(Debug, clap::Args)]
pub(super) struct Endings {
    #[command(flatten)]
    run: Run,
    /// Endgame tables with distances, a folder or `auto`
    #[arg(long, value_name = "DIR", default_value = AUTO)]
    endgame: PathBuf,
    /// Won positions [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: Option<u32>,
    /// Only positions whose win takes PLIES or more with best play [default: 1]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=LONGEST))]
    least_plies: Option<u32>,
    /// Seconds a move [default: 0.05]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
}

/// Runs the experiment and writes the report.
pub(super) fn reproduce(flags: &Endings) -> Result<ExitStatus> {
    let endgame = tables::open(&flags.endgame)?;
    let (settings, command) = flags.settings(pieces_with_distances(&endgame)?);
    let described = serde_json::to_value(&settings).context("settings as JSON")?;
    let folder = flags.run.place.open("endings", &command, described)?;
    let tables = counted(flags.run.threads(), "endings", |progress| {
        endings::run(&settings, &endgame, &folder, progress)
    })?;
    Ok(finish(&folder, &tables))
}

/// The most pieces up to which the tables tell all distances: the defence must know them.
fn pieces_with_distances(endgame: &Endgame) -> Result<u32> {
    let has_distances =
        |slice: &MaterialKey| endgame.tables().kind(*slice) == Some(Kind::Distances);
    let is_whole = |pieces: &u32| MaterialKey::all(*pieces).iter().all(has_distances);
    (2..=DISTANCE_PIECES).take_while(is_whole).last().context(
        "--endgame: the tables tell no distances; name a new folder, which is filled first",
    )
}

impl Endings {
    /// What the figures depend on, and the command that repeats them.
    fn settings(&self, pieces: u32) -> (EndingsSettings, String) {
        let size =
            if self.run.place.quick { EndingsSettings::quick } else { EndingsSettings::full };
        let mut settings = size(self.run.place.seed, pieces, Evaluation::REFERENCE);
        if let Some(positions) = self.positions {
            settings.positions = positions as usize;
        }
        if let Some(plies) = self.least_plies {
            settings.least_plies = plies;
        }
        if let Some(time) = self.time {
            (settings.seconds, settings.nodes) = (Some(time), None);
        }
        let command = Repeated::of("endings")
            .flag("seed", Some(self.run.place.seed))
            .flag("positions", self.positions)
            .flag("least-plies", self.least_plies)
            .flag("time", self.time);
        (settings, command.sized(&self.run.place))
    }
}
