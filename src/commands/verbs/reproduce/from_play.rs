//! `reproduce knightcap` and `reproduce giraffe`: arms that learn from play and from databases, and their matches.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;

use super::repeated::Repeated;
use super::run::{Run, carry_out};
use crate::arena::play::openings::MAX_BALLOT_GAMES;
use crate::commands::args::inputs;
use crate::commands::verbs::suite;
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::lab::{Context, ExperimentSize, PlaySize};
use crate::experiments::studies::Study;

/// Flags of the experiments with learning from play.
#[derive(Debug, clap::Args)]
pub(super) struct FromPlay {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them: the database
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judged positions, as `suite` takes them: what the weights of every arm win there
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
    /// Seeds of every arm, from --seed on [default: 3]
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_BALLOT_GAMES)))]
    match_games: Option<u32>,
}

/// Runs a study of `results/` with play and writes the report.
pub(super) fn reproduce(name: &str, flags: &FromPlay) -> Result<ExitStatus> {
    let study = Study::built_in(name);
    let files = inputs::seekable(&flags.files)?;
    let data = inputs::describe(&files)?;
    let suite = flags.suite.as_deref().map(suite::read).transpose()?;
    let described = inputs::describe(flags.suite.as_slice())?;
    let size = flags.size(&study);
    study.check_size(&size)?;
    let settings = json!({ "data": data, "suite": described, "plan": study.settings(&size) });
    let folder = flags.run.place.open(name, &flags.command(name), settings)?;
    let mut context = Context::new(&files, data, folder.path(), PROGRAM);
    context.suite = suite;
    carry_out(&study, &size, context, &flags.run, &folder)
}

impl FromPlay {
    fn size(&self, study: &Study) -> ExperimentSize {
        let first = self.run.place.seed;
        let base = if self.run.place.quick { study.quick(first) } else { study.full(first) };
        let match_nodes = self.match_nodes.unwrap_or(base.play.match_nodes);
        ExperimentSize {
            seeds: self.seeds.map_or(base.seeds, |seeds| (first..first + seeds).collect()),
            games: self.games.unwrap_or(base.games),
            nodes: self.nodes.unwrap_or(base.nodes),
            play: PlaySize { match_nodes, ..base.play.clone() },
            match_games: self.match_games.map_or(base.match_games, |games| games as usize),
            ..base
        }
    }

    /// The command that repeats the run: what changes no figure is left out, and so are folders.
    fn command(&self, name: &str) -> String {
        Repeated::of(name)
            .files(&self.files)
            .path("suite", self.suite.as_deref())
            .seed(&self.run.place)
            .flag("seeds", self.seeds)
            .flag("games", self.games)
            .flag("nodes", self.nodes)
            .flag("match-nodes", self.match_nodes)
            .flag("match-games", self.match_games)
            .sized(&self.run.place)
    }
}
