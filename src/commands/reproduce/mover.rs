//! `reproduce mover`: what a table that ranks moves is worth, beside history and the hash move.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;

use super::repeated::Repeated;
use super::run::counted;
use crate::arena::play::openings::MAX_BALLOT_GAMES;
use crate::commands::ExitStatus;
use crate::commands::args::inputs;
use crate::commands::args::threads::Threads;
use crate::commands::run_folder::{RunFolderFlags, finish};
use crate::experiments::mover::{MoverSettings, run};

const NAME: &str = "mover";

#[derive(Debug, clap::Args)]
pub(crate) struct Mover {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, from whose games the positions are drawn
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: RunFolderFlags,
    /// Threads; only the measured speeds depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Positions to learn from [default: 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: Option<u32>,
    /// Held-out positions [default: 4000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    held_out: Option<u32>,
    /// Nodes of the search that tells the best move [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Nodes a move in matches [default: 5000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: Option<u64>,
    /// Games of each match; two from every opening, colours swapped [default: 332]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_BALLOT_GAMES)))]
    match_games: Option<u32>,
}

/// Runs the experiment and writes the report.
pub(crate) fn reproduce(flags: &Mover) -> Result<ExitStatus> {
    flags.place.refuse_to_share("speeds that are measured")?;
    let files = inputs::seekable(&flags.files)?;
    let (settings, command) = (flags.settings(), flags.command());
    let data = inputs::describe(&files)?;
    let described = json!({ "data": data, "mover": settings });
    let folder = flags.place.open(NAME, &command, described)?;
    let what = "blocks of positions and pairs of games";
    let threads = Threads::or_cores(flags.threads);
    let tables =
        counted(threads, what, |progress| run(&settings, &files, threads, &folder, progress))?;
    Ok(finish(&folder, &tables))
}

impl Mover {
    fn settings(&self) -> MoverSettings {
        let size = if self.place.quick { MoverSettings::quick } else { MoverSettings::full };
        let mut settings = size(self.place.seed);
        let count = |given: Option<u32>, base: usize| given.map_or(base, |count| count as usize);
        settings.learning = count(self.positions, settings.learning);
        settings.held_out = count(self.held_out, settings.held_out);
        settings.nodes = self.nodes.unwrap_or(settings.nodes);
        settings.match_nodes = self.match_nodes.unwrap_or(settings.match_nodes);
        settings.match_games = count(self.match_games, settings.match_games);
        settings
    }

    /// The command that repeats the run: what changes no figure is left out, and so are folders.
    fn command(&self) -> String {
        Repeated::of(NAME)
            .files(&self.files)
            .seed(&self.place)
            .flag("positions", self.positions)
            .flag("held-out", self.held_out)
            .flag("nodes", self.nodes)
            .flag("match-nodes", self.match_nodes)
            .flag("match-games", self.match_games)
            .sized(&self.place)
    }
}
