//! `reproduce`: an experiment, from its settings to a folder with figures, plots and a report.

pub(crate) mod backgammon;
pub(crate) mod departed;
mod draughts;
mod repeated;
mod run;
pub(crate) mod spsa;
pub(crate) mod strength;
mod tictactoe;
pub(crate) mod tuning;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use self::backgammon::Backgammon;
use self::departed::Departed;
use self::draughts::{Draughts, FromPlay, Own, WithBorders, WithProgram};
use self::run::Run;
use self::spsa::Spsa;
use self::strength::Strength;
use self::tuning::Tuning;
use crate::commands::run_folder::ended;
use crate::commands::{ExitStatus, signals};
use crate::experiments::studies::{compare, over_all, rankings, stored_claims, stored_pairs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce tictactoe
  draughts-td reproduce tictactoe --quick --out /tmp/tictactoe
  draughts-td reproduce networks pdn/sample.pdn.zst \\
    --against dxp:localhost:27531 --time 0.1
  draughts-td reproduce phases pdn/sample.pdn.zst \\
    --phases 30,20 --phases 32,24,16
  draughts-td reproduce networks pdn/sample.pdn.zst --seeds 3 --nodes 2000 \\
    --out /tmp/networks
  draughts-td reproduce my-study.toml pdn/sample.pdn.zst

A run goes into a new folder, runs/NAME, unless --out names another. The same command of the same program resumes it after an interruption; \
once finished it stays as it is until --fresh. The stored runs are in results/ of the repository. With --folder many workers share one, all but \
`strength` and `networks --against`, which measure by the clock.")]
pub(crate) struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Debug, clap::Subcommand)]
enum Experiment {
    /// A study of your own, in a file; the word `study` may be left out
    Study(Box<Own>),
    /// The false-discovery rate over the claims of all runs in a folder
    Claims(Stored),
    /// Whether held-out errors and suite points rank the arms of all runs in a folder as their matches do
    Rankings(Stored),
    /// Whether a run and another of the same study, such as the one in results/, have the same figures
    Compare(Compare),
    /// Noughts and crosses: learning by play and from a database, beside exact values
    Tictactoe(Run),
    /// Backgammon: learning by self-play, beside gnubg and pubeval
    Backgammon(Backgammon),
    /// The paper's five networks: held-out games, round robin, matches against others
    Networks(WithProgram),
    /// Why the opening network learns no material, and what repairs it
    Phases(WithBorders),
    /// λ of the return, learning rates, sensitivities that adapt or stay
    Lambda(Draughts),
    /// What each filter of positions buys
    Filters(Draughts),
    /// What each group of inputs is worth, and what the network makes of every input
    Ablation(Draughts),
    /// What each technique of the search is worth, by matches without it
    Techniques(Draughts),
    /// Ways of learning patterns: windows, parts, rates, games and positions, decided by matches
    Patterns(Draughts),
    /// Learning from play as KnightCap does: from material, against a pool and against itself, after a database
    Knightcap(FromPlay),
    /// Learning from play as Giraffe does: a few plies from perturbed roots, losses, optimisers, and whether the points of a suite follow strength
    Giraffe(FromPlay),
    /// A table that ranks moves; no longer in this program
    #[command(hide = true)]
    Mover(Departed),
    /// Won endings against perfect defence; no longer in this program
    #[command(hide = true)]
    Endings(Departed),
    /// How strong an evaluation is against programs of your choice
    Strength(Box<Strength>),
    /// What other numbers of the search are worth, by sequential tests at many nodes
    Tuning(Box<Tuning>),
    /// The numbers of the search by SPSA, all at once; `tuning` tests what it proposes
    Spsa(Box<Spsa>),
}

#[derive(Debug, clap::Args)]
struct Stored {
    /// A folder with the folders of finished runs
    #[arg(value_name = "DIR", default_value = "results")]
    folder: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce results/sample/study.toml
  draughts-td reproduce compare runs/sample results/sample

The same program with the same data and settings has the same figures to the digit, on every machine with the same kind of processor. Rows \
that only one of the runs has are counted: a run with fewer seeds is compared by these. Exit status 1: a figure or a setting differs.")]
struct Compare {
    /// The folder of a run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// The folder of the run to compare it with
    #[arg(value_name = "OTHER")]
    other: PathBuf,
}

fn compare_runs(flags: &Compare) -> Result<ExitStatus> {
    let agreement = compare(&flags.run, &flags.other)?;
    say!("{}", agreement.text());
    Ok(if agreement.is_whole() { ExitStatus::Done } else { ExitStatus::No })
}

fn claims(flags: &Stored) -> Result<ExitStatus> {
    let claims = stored_claims(&flags.folder)?;
    ensure!(!claims.is_empty(), "no finished run with claims in {}", flags.folder.display());
    say!("{}", over_all(&claims));
    Ok(ExitStatus::Done)
}

fn show_rankings(flags: &Stored) -> Result<ExitStatus> {
    let pairs = stored_pairs(&flags.folder)?;
    ensure!(
        !pairs.is_empty(),
        "no finished run with matches of arms in {}",
        flags.folder.display()
    );
    say!("{}", rankings(&pairs));
    Ok(ExitStatus::Done)
}

/// The arguments with the word `study` before the file of one: `reproduce my-study.toml`.
pub(crate) fn with_study(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_verb = arguments.get(1).is_some_and(|verb| verb == "reproduce");
    let is_study =
        arguments.get(2).is_some_and(|file| Path::new(file).extension() == Some("toml".as_ref()));
    if is_verb && is_study {
        arguments.insert(2, "study".into());
    }
    arguments
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    signals::set_last_message("Interrupted; the same command resumes where it stopped.");
    ended(match &args.experiment {
        Experiment::Study(flags) => draughts::reproduce_own(flags),
        Experiment::Claims(flags) => claims(flags),
        Experiment::Rankings(flags) => show_rankings(flags),
        Experiment::Compare(flags) => compare_runs(flags),
        Experiment::Tictactoe(run) => tictactoe::reproduce(run),
        Experiment::Backgammon(flags) => backgammon::reproduce(flags),
        Experiment::Networks(flags) => draughts::reproduce_networks(flags),
        Experiment::Phases(flags) => draughts::reproduce_phases(flags),
        Experiment::Lambda(flags) => draughts::reproduce("lambda", flags),
        Experiment::Filters(flags) => draughts::reproduce("filters", flags),
        Experiment::Ablation(flags) => draughts::reproduce("ablation", flags),
        Experiment::Techniques(flags) => draughts::reproduce("techniques", flags),
        Experiment::Patterns(flags) => draughts::reproduce("patterns", flags),
        Experiment::Giraffe(flags) => draughts::reproduce_from_play("giraffe", flags),
        Experiment::Knightcap(flags) => draughts::reproduce_from_play("knightcap", flags),
        Experiment::Mover(_) => {
            let why = "the engine gains nothing by the learned move ordering";
            departed::reproduce("mover", "c05722efa3", why)
        }
        Experiment::Endings(_) => departed::reproduce(
            "endings",
            "556166976f",
            "every won ending was won, and a test holds that",
        ),
        Experiment::Strength(flags) => strength::reproduce(flags),
        Experiment::Tuning(flags) => tuning::reproduce(flags),
        Experiment::Spsa(flags) => spsa::reproduce(flags),
    })
}
