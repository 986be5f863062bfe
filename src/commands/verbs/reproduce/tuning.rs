//! `reproduce tuning`: sequential tests of changes of the search.

use std::path::PathBuf;

use anyhow::Result;

use super::repeated::Repeated;
use crate::arena::play::openings::MAX_BALLOT_GAMES;
use crate::arena::tournament::Event;
use crate::arena::tournament::spec::PlayerSpec;
use crate::arena::tournament::sprt::{EloModel, Sprt};
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::flags::parsed::read_hash;
use crate::commands::output::progress::follow;
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::tuning::{Change, TuningSettings, run};
use crate::player::Evaluation;
use crate::run::identity;

const NAME: &str = "tuning";

/// Games of a test and nodes a move, and what the small size has.
const GAMES: u32 = MAX_BALLOT_GAMES;
const NODES: u64 = 80_000;
const QUICK_GAMES: u32 = 4;
const QUICK_NODES: u64 = 100;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce tuning --endgame tables
  draughts-td reproduce tuning --try 'where prob-cut-margin=7' \\
    --try 'without aspiration' --nodes 40000")]
pub(crate) struct Tuning {
    /// A change to try, as after the name of a player: 'where NAME=VALUE …', 'without TECHNIQUE …'; may be repeated [default: both sides of
    /// every number]
    #[arg(long = "try", value_name = "CHANGE")]
    changes: Vec<Change>,
    /// Network file of both sides, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Nodes a move [default: 80000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The most games of a test; two from every opening, colours swapped: there are no more than 664 [default: 664]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_BALLOT_GAMES)))]
    games: Option<u32>,
    /// The gain in Elo that a test accepts against 0. A larger one needs fewer games: 15 are often not decided in 664
    #[arg(long, value_name = "ELO", default_value_t = 15.0, value_parser = gain)]
    gain: f64,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Transposition table of each side in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = 16, value_parser = read_hash)]
    hash: usize,
    /// Games at the same time; the results do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Something tried elsewhere, in your words for the report; may be repeated
    #[arg(long = "note", value_name = "TEXT")]
    notes: Vec<String>,
    #[command(flatten)]
    place: RunFolderFlags,
}

/// Plays the tests and writes the report.
pub(crate) fn reproduce(flags: &Tuning) -> Result<ExitStatus> {
    let (settings, command) = (flags.settings()?, flags.command());
    let pieces = settings.changes.iter().map(ToString::to_string).collect();
    let folder = flags.place.open_growing(NAME, &command, settings.to_json(), pieces)?;
    let games = folder.path().join("games");
    flags.place.prepare(&games, &[])?;
    let bar = counter(settings.games * settings.changes.len(), "games");
    let watch = |place, event: Event<'_>| follow(&bar, place * settings.games, event);
    let tables = in_pool(settings.threads, || run(&settings, &folder, &games, &watch))?;
    bar.finish_and_clear();
    Ok(finish(&folder, &tables?))
}

fn gain(text: &str) -> Result<f64, String> {
    let gain = text.parse().ok().filter(|gain: &f64| (1.0..=1000.0).contains(gain));
    gain.ok_or_else(|| "it is a number from 1 to 1000".into())
}

impl Tuning {
    fn settings(&self) -> Result<TuningSettings> {
        let net = self.net.as_deref().unwrap_or(Evaluation::REFERENCE);
        let (games, nodes) =
            if self.place.quick { (QUICK_GAMES, QUICK_NODES) } else { (GAMES, NODES) };
        let mut changes = self.changes.clone();
        if changes.is_empty() {
            changes = Change::usual();
        }
        Ok(TuningSettings {
            program: PROGRAM.into(),
            net: (net.into(), identity(&PlayerSpec::own(net))?),
            changes,
            nodes: self.nodes.unwrap_or(nodes),
            games: self.games.unwrap_or(games) as usize,
            sprt: Sprt {
                elo0: 0.0,
                elo1: self.gain,
                alpha: 0.05,
                beta: 0.05,
                scale: EloModel::Logistic,
            },
            table: self.hash,
            endgame: self.endgame.as_deref().map(tables::open).transpose()?,
            threads: Threads::or_cores(self.threads),
            notes: self.notes.clone(),
            seed: self.place.seed,
        })
    }

    /// The command that repeats the run; folders and notes are left out.
    fn command(&self) -> String {
        let mut command = Repeated::of(NAME);
        for change in &self.changes {
            command = command.flag("try", Some(change));
        }
        command
            .flag("net", self.net.as_ref())
            .flag("nodes", self.nodes)
            .flag("games", self.games)
            .flag("gain", (self.gain != 15.0).then_some(self.gain))
            .path("endgame", self.endgame.as_deref())
            .flag("hash", (self.hash != 16).then_some(self.hash))
            .seed(&self.place)
            .sized(&self.place)
    }
}
