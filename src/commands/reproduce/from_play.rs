//! `reproduce knightcap` and `reproduce giraffe`: arms that learn from play and from databases, and their matches.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;

use super::repeated::Repeated;
use crate::commands::args::inputs;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::commands::{ExitStatus, PROGRAM, suite};
use crate::experiments::from_play::{
    Figures, FromPlayContext, FromPlaySize, Study, report, run,
};
use crate::play::game::openings::MOST_BALLOT_GAMES;

/// Flags of the experiments with learning from play.
#[derive(Debug, clap::Args)]
pub struct FromPlay {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them: the database
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judged positions, as `suite` takes them: what the weights of every arm win there
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    place: RunFolderFlags,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Every arm is taught with so many seeds, from --seed on [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    seeds: Option<u64>,
    /// Games of an arm that plays [default: 3000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(16..=1_000_000))]
    games: Option<u64>,
    /// Nodes a move while learning [default: 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Nodes a move in matches between arms [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: Option<u64>,
    /// Games of each match; two from every opening, colours swapped [default: 158]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_BALLOT_GAMES)))]
    match_games: Option<u32>,
}

/// Seeds by default.
const SEEDS: u64 = 3;

/// Runs an experiment and writes the report.
///
/// # Errors
/// A database or a folder that cannot be used; what was finished is saved.
pub fn reproduce(study: &Study, flags: &FromPlay) -> Result<ExitStatus> {
    let files = inputs::seekable(&flags.files)?;
    let plan = (study.plan)(&flags.scale());
    let data = inputs::describe(&files)?;
    let command = flags.command(study.name);
    let suite = flags.suite.as_deref().map(suite::read).transpose()?;
    let judged = flags.suite.iter().cloned().collect::<Vec<_>>();
    let settings = json!({ "data": data, "suite": inputs::describe(&judged)?, "plan": plan });
    let folder = flags.place.open(study.name, &command, settings)?;
    let bench = FromPlayContext::new(&files, data, folder.path(), PROGRAM, suite);
    flags.place.prepare(&bench.nets, &[])?;
    let bar = counter(plan.len(), "arms and matches");
    let done = |finished: usize| bar.set_position(finished as u64);
    let rows = in_pool(Threads::or_cores(flags.threads), || run(&plan, &bench, &folder, &done))?;
    bar.finish_and_clear();
    let rows = rows?;
    let figures = Figures { plan: &plan, rows: &rows, command: &command };
    finish(folder, &rows, &report(study, &figures), &["claims"])
}

impl FromPlay {
    fn scale(&self) -> FromPlaySize {
        let first = self.place.seed;
        let base = match self.place.quick {
            true => FromPlaySize::quick(first),
            false => FromPlaySize::full(first, SEEDS),
        };
        FromPlaySize {
            seeds: self.seeds.map_or(base.seeds, |seeds| (first..first + seeds).collect()),
            games: self.games.unwrap_or(base.games),
            nodes: self.nodes.unwrap_or(base.nodes),
            match_nodes: self.match_nodes.unwrap_or(base.match_nodes),
            match_games: self.match_games.map_or(base.match_games, |games| games as usize),
            ..base
        }
    }

    /// The command that repeats the run: what changes no figure is left out, and so are folders.
    fn command(&self, name: &str) -> String {
        Repeated::of(name)
            .files(&self.files)
            .path("suite", self.suite.as_deref())
            .seed(&self.place)
            .flag("seeds", self.seeds)
            .flag("games", self.games)
            .flag("nodes", self.nodes)
            .flag("match-nodes", self.match_nodes)
            .flag("match-games", self.match_games)
            .sized(&self.place)
    }
}
