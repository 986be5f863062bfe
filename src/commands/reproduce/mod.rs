//! `reproduce`: an experiment, from its settings to a folder with figures, plots and a report.

pub mod backgammon;
mod from_play;
pub mod mover;
mod repeated;
pub mod strength;
pub mod tuning;

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::json;

use self::backgammon::Backgammon;
use self::from_play::FromPlay;
use self::mover::Mover;
use self::repeated::Repeated;
use self::strength::Strength;
use self::tuning::Tuning;
use crate::commands::args::inputs;
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::run_folder::{RunFolderFlags, counter, ended, finish, in_quotes, shell_word};
use crate::commands::{ExitStatus, PROGRAM, signals};
use crate::engine::{Endgame, Evaluation};
use crate::experiments::endings::Knowledge;
use crate::experiments::lab::{ExperimentSize, LabContext, LabResults, ModelConfig, Study};
use crate::experiments::{
    ablation, endings, filters,
    from_play::{GIRAFFE, KNIGHTCAP},
    lab, lambda, networks, patterns, phases, techniques, tictactoe,
};
use crate::models::Borders;
use crate::play::game::openings::MOST_BALLOT_GAMES;
use crate::play::tournament::spec::PlayerSpec;
use crate::tablebase::{AUTO, DISTANCE_PIECES, Kind, MaterialKey};

/// Flags of `reproduce`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce tictactoe
  draughts-td reproduce tictactoe --quick --out /tmp/tictactoe
  draughts-td reproduce networks games.pdn \\
    --against dxp:localhost:27531 --time 0.1
  draughts-td reproduce endings --endgame auto
  draughts-td reproduce phases games.pdn --phases 30,20 --phases 32,24,16
  draughts-td reproduce networks pdn/sample.pdn.zst --seeds 3 --nodes 2000 \\
    --out /tmp/networks

An interrupted experiment goes on where it stopped when the same command is given again. With --folder many workers share one, all but \
`strength`, `mover` and `networks --against`, which measure by the clock.")]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Debug, clap::Subcommand)]
enum Experiment {
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
    /// Learning from play as Giraffe does: a few plies from perturbed roots, losses, optimisers, and whether a suite tells strength
    Giraffe(FromPlay),
    /// A table that ranks moves, as Giraffe's mover: how often it finds the best one, beside history and hash move, and what it gains
    Mover(Mover),
    /// Whether won endings are won with endgame tables against perfect defence
    Endings(Endings),
    /// How strong an evaluation is against programs of your choice
    Strength(Box<Strength>),
    /// What other numbers of the search are worth, by sequential tests at many nodes
    Tuning(Box<Tuning>),
}

/// Flags of the experiments that work on several threads.
#[derive(Debug, clap::Args)]
struct Run {
    #[command(flatten)]
    place: RunFolderFlags,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
}

/// Flags of the experiments with draughts.
#[derive(Debug, clap::Args)]
struct Draughts {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, learned in this order
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    run: Run,
    /// Networks of each kind, with seeds from --seed on [default: 5; techniques, patterns: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    seeds: Option<u64>,
    /// Read at most this many games a pass
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Nodes a move in matches between networks [default: 3000; networks: 5000; techniques: 80000; patterns: 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games of each match; two from every opening, colours swapped [default: 158; patterns: 664]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_BALLOT_GAMES)))]
    match_games: Option<u32>,
}

/// Wins of as many plies are found among random positions; few are longer.
const LONGEST: i64 = 31;

/// Flags of `endings`.
#[derive(Debug, clap::Args)]
struct Endings {
    #[command(flatten)]
    run: Run,
    /// Endgame tables with distances, a folder or `auto`
    #[arg(long, value_name = "DIR", default_value = AUTO)]
    endgame: PathBuf,
    /// Won positions [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: Option<u32>,
    /// Only positions that are won in so many plies at the quickest [default: 1]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=LONGEST))]
    least_plies: Option<u32>,
    /// Seconds a move [default: 0.05]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
}

/// Flags of `networks`.
#[derive(Debug, clap::Args)]
struct WithProgram {
    #[command(flatten)]
    draughts: Draughts,
    /// A program outside that the networks meet at equal time, as a player of `match`
    #[arg(long, value_name = "PLAYER")]
    against: Option<PlayerSpec>,
    /// What it is called in the report [default: the player as given]
    #[arg(long, value_name = "NAME", requires = "against")]
    against_name: Option<String>,
    /// Seconds a move against it
    #[arg(long, value_name = "S", default_value_t = 0.1, requires = "against", value_parser = seconds)]
    time: f64,
}

/// Flags of `phases`.
#[derive(Debug, clap::Args)]
struct WithBorders {
    #[command(flatten)]
    draughts: Draughts,
    /// Borders of phases of your own, such as 30,20; may be repeated
    #[arg(long, value_name = "N,…", value_parser = borders)]
    phases: Vec<Borders>,
}

/// A time for a move.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.ok_or_else(|| format!("'{text}' is no number of seconds from 0.001 to 3600"))
}

/// Borders of phases as a flag gives them.
fn borders(text: &str) -> Result<Borders, String> {
    let numbers =
        text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<Vec<u32>>>();
    let borders = numbers.and_then(Borders::new).filter(|borders| borders.phases() > 1);
    borders.ok_or_else(|| {
        format!(
            "'{text}' are no borders; write falling numbers of pieces from 39 to 1, such as 30,20"
        )
    })
}

/// Runs `reproduce`.
///
/// # Errors
/// A folder or a database that cannot be used.
pub fn run(args: &Args) -> Result<ExitStatus> {
    signals::set_last_message("Interrupted; the same command goes on where it stopped.");
    ended(match &args.experiment {
        Experiment::Tictactoe(run) => reproduce_tictactoe(run),
        Experiment::Backgammon(flags) => backgammon::reproduce(flags),
        Experiment::Networks(flags) => reproduce_networks(flags),
        Experiment::Phases(flags) => reproduce_phases(flags),
        Experiment::Lambda(flags) => reproduce_plain(&lambda::STUDY, flags),
        Experiment::Filters(flags) => reproduce_plain(&filters::STUDY, flags),
        Experiment::Ablation(flags) => reproduce_plain(&ablation::STUDY, flags),
        Experiment::Techniques(flags) => reproduce_plain(&techniques::STUDY, flags),
        Experiment::Patterns(flags) => reproduce_plain(&patterns::STUDY, flags),
        Experiment::Giraffe(flags) => from_play::reproduce(&GIRAFFE, flags),
        Experiment::Knightcap(flags) => from_play::reproduce(&KNIGHTCAP, flags),
        Experiment::Mover(flags) => mover::reproduce(flags),
        Experiment::Endings(flags) => reproduce_endings(flags),
        Experiment::Strength(flags) => strength::reproduce(flags),
        Experiment::Tuning(flags) => tuning::reproduce(flags),
    })
}

fn reproduce_tictactoe(run: &Run) -> Result<ExitStatus> {
    let settings = if run.place.quick {
        tictactoe::TicTacToeSettings::quick(run.place.seed)
    } else {
        tictactoe::TicTacToeSettings::paper(run.place.seed)
    };
    let seed = Some(run.place.seed);
    let command = Repeated::of("tictactoe").flag("seed", seed).sized(&run.place);
    let settings_json = serde_json::to_value(&settings).context("settings as JSON")?;
    let folder = run.place.open("tictactoe", &command, settings_json)?;
    let bar = counter(tictactoe::plan(&settings).len(), "simulations");
    let done = |finished: usize| bar.set_position(finished as u64);
    let rows = in_pool(run.threads(), || tictactoe::run(&settings, &folder, &done))?;
    bar.finish_and_clear();
    let rows = rows?;
    let figures = tictactoe::Figures::new(&settings, &rows);
    let report = tictactoe::report(&figures, &command);
    finish(folder, &rows, &report, &tictactoe::summary(&figures))
}

fn reproduce_endings(flags: &Endings) -> Result<ExitStatus> {
    let run = &flags.run;
    let endgame = tables::open(&flags.endgame)?;
    let (settings, command) = flags.settings(pieces_with_distances(&endgame)?);
    let settings_json = serde_json::to_value(&settings).context("settings as JSON")?;
    let folder = run.place.open("endings", &command, settings_json)?;
    let bar = counter(Knowledge::ALL.len() * settings.positions, "endings");
    let done = |finished: usize| bar.set_position(finished as u64);
    let rows = in_pool(run.threads(), || endings::run(&settings, &endgame, &folder, &done))?;
    bar.finish_and_clear();
    let rows = rows?;
    finish(folder, &rows, &endings::report(&settings, &rows, &command), &endings::summary(&rows))
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
    fn settings(&self, pieces: u32) -> (endings::EndingsSettings, String) {
        let size = if self.run.place.quick {
            endings::EndingsSettings::quick
        } else {
            endings::EndingsSettings::full
        };
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

fn reproduce_networks(flags: &WithProgram) -> Result<ExitStatus> {
    let (study, draughts) = (&networks::STUDY, &flags.draughts);
    let mut scale = draughts.scale(study);
    let mut command = draughts.command(study);
    if let Some(program) = &flags.against {
        draughts.run.place.refuse_to_share("matches against a program")?;
        (scale.against, scale.seconds) = (Some(program.to_string()), flags.time);
        scale.against_name.clone_from(&flags.against_name);
        let player = shell_word(&program.to_string());
        command.push_str(&format!(" --against {player} --time {}", flags.time));
        if let Some(name) = &flags.against_name {
            command.push_str(&format!(" --against-name {}", in_quotes(name)));
        }
    }
    reproduce_draughts(study, draughts, &scale, &command)
}

fn reproduce_phases(flags: &WithBorders) -> Result<ExitStatus> {
    let (study, draughts) = (&phases::STUDY, &flags.draughts);
    let mut scale = draughts.scale(study);
    let mut command = draughts.command(study);
    for borders in &flags.phases {
        let numbers: Vec<String> = borders.as_slice().iter().map(u32::to_string).collect();
        command.push_str(&format!(" --phases {}", numbers.join(",")));
        scale.borders.push(borders.as_slice().to_vec());
    }
    reproduce_draughts(study, draughts, &scale, &command)
}

fn reproduce_plain<S: ModelConfig>(study: &Study<S>, flags: &Draughts) -> Result<ExitStatus> {
    reproduce_draughts(study, flags, &flags.scale(study), &flags.command(study))
}

fn reproduce_draughts<S: ModelConfig>(
    study: &Study<S>,
    flags: &Draughts,
    scale: &ExperimentSize,
    command: &str,
) -> Result<ExitStatus> {
    let files = inputs::seekable(&flags.files)?;
    let plan = (study.plan)(scale);
    let data = inputs::describe(&files)?;
    let settings = json!({ "data": data, "plan": plan });
    let folder = flags.run.place.open(study.name, command, settings)?;
    let threads = flags.run.threads();
    let bench = LabContext::new(&files, data, folder.path(), PROGRAM, threads, |warning| {
        note!("warning: {warning}");
    });
    flags.run.place.prepare(&bench.records, &[&bench.nets])?;
    let bar = counter(plan.len(), "networks and matches");
    let done = |finished: usize| bar.set_position(finished as u64);
    let rows = in_pool(threads, || lab::run(&plan, &bench, &folder, &done))?;
    bar.finish_and_clear();
    let rows = rows?;
    let findings = LabResults { plan: &plan, rows: &rows, command };
    finish(folder, &rows.lines(), &(study.report)(&findings), &(study.summary)(&findings))
}

impl Run {
    fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }
}

impl Draughts {
    fn scale<S: ModelConfig>(&self, study: &Study<S>) -> ExperimentSize {
        let first = self.run.place.seed;
        let base = if self.run.place.quick {
            ExperimentSize::quick(first)
        } else {
            let full = ExperimentSize::full(first, study.seeds, study.nodes);
            ExperimentSize { match_games: study.match_games, ..full }
        };
        ExperimentSize {
            games: self.games.unwrap_or(base.games),
            nodes: self.nodes.unwrap_or(base.nodes),
            match_games: self.match_games.map_or(base.match_games, |games| games as usize),
            seeds: self.seeds.map_or(base.seeds, |seeds| (first..first + seeds).collect()),
            ..base
        }
    }

    /// The command that repeats the run: what changes no figure is left out, and so are folders.
    fn command<S: ModelConfig>(&self, study: &Study<S>) -> String {
        Repeated::of(study.name)
            .files(&self.files)
            .seed(&self.run.place)
            .flag("seeds", self.seeds)
            .flag("games", self.games)
            .flag("nodes", self.nodes)
            .flag("match-games", self.match_games)
            .sized(&self.run.place)
    }
}
