//! `reproduce spsa`: the numbers of the search by SPSA.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::repeated::Repeated;
use super::run::{Run, counted};
use crate::arena::play::openings::MAX_BALLOT_GAMES;
use crate::arena::tournament::spec::PlayerSpec;
use crate::commands::args::tables;
use crate::commands::flags::parsed::read_hash;
use crate::commands::run_folder::finish;
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::spsa::{SpsaNumber, SpsaSettings, run};
use crate::player::Evaluation;
use crate::run::identity;

const NAME: &str = "spsa";

/// Steps, games of a match and nodes a move, and what the small size has.
const STEPS: u32 = 2500;
const GAMES: u32 = 8;
const NODES: u64 = 25_000;
const QUICK_STEPS: u32 = 4;
const QUICK_GAMES: u32 = 2;
const QUICK_NODES: u64 = 100;

const RATE: f64 = 0.002;
const TABLE: usize = 16;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce spsa --endgame tables
  draughts-td reproduce spsa --number reduction-base --number aspiration:3 \\
    --steps 1000 --nodes 10000 --rate 0.01")]
pub(crate) struct Spsa {
    /// A number of the search that moves, with how far the last match tries it: NAME or NAME:STEP; may be repeated [default: all]
    #[arg(long = "number", value_name = "NAME[:STEP]")]
    numbers: Vec<SpsaNumber>,
    /// Network file of both sides, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Steps, each a match [default: 2500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: Option<u32>,
    /// Games of a match; two from every opening, colours swapped [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_BALLOT_GAMES)))]
    games: Option<u32>,
    /// Nodes a move [default: 25000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The share of a squared step by which a lead of one game moves a number at the end. Fewer games need a larger one
    #[arg(long, value_name = "X", default_value_t = RATE, value_parser = rate)]
    rate: f64,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Transposition table of each side in MiB
    #[arg(long, value_name = "MIB", default_value_t = TABLE, value_parser = read_hash)]
    hash: usize,
    #[command(flatten)]
    run: Run,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| (1e-6..=1.0).contains(rate));
    rate.ok_or_else(|| "it is a number from 0.000001 to 1".into())
}

/// Makes the steps and writes the report.
pub(crate) fn reproduce(flags: &Spsa) -> Result<ExitStatus> {
    flags.run.place.refuse_to_share("steps that follow each other")?;
    let settings = flags.settings()?;
    let folder = flags.run.place.open(NAME, &flags.command(), settings.to_json())?;
    let tables = counted(settings.threads, "steps", |progress| run(&settings, &folder, progress))?;
    Ok(finish(&folder, &tables))
}

impl Spsa {
    fn settings(&self) -> Result<SpsaSettings> {
        for (place, one) in self.numbers.iter().enumerate() {
            let is_new = self.numbers[..place].iter().all(|other| other.name != one.name);
            ensure!(is_new, "--number {}: it is there twice", one.name);
        }
        let net = self.net.as_deref().unwrap_or(Evaluation::REFERENCE);
        let is_quick = self.run.place.quick;
        let (steps, games, nodes) =
            if is_quick { (QUICK_STEPS, QUICK_GAMES, QUICK_NODES) } else { (STEPS, GAMES, NODES) };
        Ok(SpsaSettings {
            program: PROGRAM.into(),
            net: (net.into(), identity(&PlayerSpec::own(net))?),
            numbers: match self.numbers.as_slice() {
                [] => SpsaNumber::usual(),
                own => own.to_vec(),
            },
            steps: self.steps.unwrap_or(steps).into(),
            games: self.games.unwrap_or(games) as usize,
            rate: self.rate,
            nodes: self.nodes.unwrap_or(nodes),
            table: self.hash,
            endgame: self.endgame.as_deref().map(tables::open).transpose()?,
            threads: self.run.threads(),
            seed: self.run.place.seed,
        })
    }

    /// The command that repeats the run; folders are left out.
    fn command(&self) -> String {
        let mut command = Repeated::of(NAME);
        for SpsaNumber { name, step } in &self.numbers {
            command = command.flag("number", Some(format!("{name}:{step}")));
        }
        command
            .flag("net", self.net.as_ref())
            .flag("steps", self.steps)
            .flag("games", self.games)
            .flag("nodes", self.nodes)
            .flag("rate", (self.rate != RATE).then_some(self.rate))
            .path("endgame", self.endgame.as_deref())
            .flag("hash", (self.hash != TABLE).then_some(self.hash))
            .seed(&self.run.place)
            .sized(&self.run.place)
    }
}
