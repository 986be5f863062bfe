//! Studies: those of `results/`, and the user's own.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use serde_json::json;

use super::repeated::{Repeated, name};
use super::run::{Run, carry_out};
use crate::arena::play::openings::MAX_BALLOT_GAMES;
use crate::arena::tournament::spec::PlayerSpec;
use crate::commands::args::inputs;
use crate::commands::run_folder::{in_quotes, shell_word};
use crate::commands::verbs::suite;
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::lab::{Context, ExperimentSize, PlaySize};
use crate::experiments::published::PublishedData;
use crate::experiments::studies::Study;
use crate::learning::{DeepScores, PdnFiles};
use crate::models::Borders;

/// Flags of the experiments with draughts.
#[derive(Debug, clap::Args)]
pub(super) struct Draughts {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, learned in this order
    #[arg(required_unless_present = "data", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    scale: Scale,
}

/// How large a study is, and how it is carried out.
#[derive(Debug, clap::Args)]
pub(super) struct Scale {
    #[command(flatten)]
    run: Run,
    /// A folder with the files of the stored reports, instead of FILE: those that results/SHA256SUMS names are checked and taken, the suite
    /// of positions too
    #[arg(long, value_name = "DIR", conflicts_with = "files")]
    data: Option<PathBuf>,
    /// Games with the scores of deep searches, as `analyse --scores-only` writes them: the error of every arm against these scores
    #[arg(long, value_name = "FILE")]
    deep_scores: Option<PathBuf>,
    /// Networks of each kind, with seeds from --seed on [default: 5; knightcap, giraffe: 20; techniques, patterns: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    seeds: Option<u64>,
    /// Read at most this many games a pass; games of an arm that plays [default: all; knightcap, giraffe: 1000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Nodes a move in matches between networks, and of an arm that plays while it learns [default: 3000; networks: 5000; techniques: 80000; patterns: 40000; knightcap, giraffe: 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games of each match; two from every opening, colours swapped [default: 158; patterns: 664]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_BALLOT_GAMES)))]
    match_games: Option<u32>,
}

/// Flags of the studies with learning from play.
#[derive(Debug, clap::Args)]
pub(super) struct FromPlay {
    #[command(flatten)]
    draughts: Draughts,
    #[command(flatten)]
    play: Play,
}

/// What only studies with learning from play have.
#[derive(Clone, Debug, Default, clap::Args)]
struct Play {
    /// Judged positions, as `suite` takes them: what the weights of every arm that plays win there
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Nodes a move in matches between arms that play [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: Option<u64>,
}

/// A study of the user's own.
#[derive(Debug, clap::Args)]
pub(super) struct Own {
    /// The study, a file whose name ends in .toml; docs/studies.md shows how to write one
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, learned in this order [default: the `files` of the study]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    scale: Scale,
    #[command(flatten)]
    play: Play,
}

#[derive(Debug, clap::Args)]
pub(super) struct WithProgram {
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

#[derive(Debug, clap::Args)]
pub(super) struct WithBorders {
    #[command(flatten)]
    draughts: Draughts,
    /// Borders of phases of your own, such as 30,20; may be repeated
    #[arg(long, value_name = "N,…", value_parser = borders)]
    phases: Vec<Borders>,
}

/// A time for a move.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
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

pub(super) fn reproduce_networks(flags: &WithProgram) -> Result<ExitStatus> {
    let (study, Draughts { files, scale }) = (Study::built_in("networks"), &flags.draughts);
    let mut size = scale.size(&study);
    let (files, play) = &scale.inputs(files, &Play::default(), &size)?;
    let mut command = scale.command("networks", files, play);
    if let Some(program) = &flags.against {
        scale.run.place.refuse_to_share("matches against a program")?;
        (size.against, size.seconds) = (Some(program.to_string()), flags.time);
        size.against_name.clone_from(&flags.against_name);
        let player = shell_word(&program.to_string());
        command.push_str(&format!(" --against {player} --time {}", flags.time));
        if let Some(name) = &flags.against_name {
            command.push_str(&format!(" --against-name {}", in_quotes(name)));
        }
    }
    scale.carry_out(&study, files, &size, &command, play)
}

pub(super) fn reproduce_phases(flags: &WithBorders) -> Result<ExitStatus> {
    let Draughts { files, scale } = &flags.draughts;
    let borders: Vec<Vec<u32>> =
        flags.phases.iter().map(|borders| borders.as_slice().to_vec()).collect();
    let study = Study::built_in("phases").with_borders(&borders)?;
    let size = scale.size(&study);
    let (files, play) = &scale.inputs(files, &Play::default(), &size)?;
    let mut command = scale.command("phases", files, play);
    for borders in &borders {
        let numbers: Vec<String> = borders.iter().map(u32::to_string).collect();
        command.push_str(&format!(" --phases {}", numbers.join(",")));
    }
    let size = ExperimentSize { borders, ..size };
    scale.carry_out(&study, files, &size, &command, play)
}

/// Runs a study of `results/` that has no flags of its own.
pub(super) fn reproduce(name: &str, flags: &Draughts) -> Result<ExitStatus> {
    reproduce_with(name, flags, &Play::default())
}

/// Runs a study of `results/` whose arms learn from play.
pub(super) fn reproduce_from_play(name: &str, flags: &FromPlay) -> Result<ExitStatus> {
    reproduce_with(name, &flags.draughts, &flags.play)
}

fn reproduce_with(name: &str, flags: &Draughts, play: &Play) -> Result<ExitStatus> {
    let (study, Draughts { files, scale }) = (Study::built_in(name), flags);
    let size = scale.size(&study);
    let (files, play) = &scale.inputs(files, play, &size)?;
    scale.carry_out(&study, files, &size, &scale.command(name, files, play), play)
}

/// Runs a study of the user's own.
pub(super) fn reproduce_own(flags: &Own) -> Result<ExitStatus> {
    let study = Study::read(&flags.study)?;
    let Own { scale, play, .. } = flags;
    let size = scale.size(&study);
    let (named, play) = &scale.inputs(&flags.files, play, &size)?;
    let files = if named.is_empty() { study.files() } else { named.clone() };
    ensure!(
        !files.is_empty(),
        "{} names no games; add files = [\"games.pdn\"] to it, or name PDN files after it",
        flags.study.display()
    );
    let command = scale.command(&name(&flags.study), named, play);
    scale.carry_out(&study, &files, &size, &command, play)
}

/// The positions with a score in a file of games.
fn deep_scores(file: &Path) -> Result<DeepScores> {
    let files = inputs::seekable(&[file.into()])?;
    let (scores, faults) = DeepScores::read(&PdnFiles { files: &files, threads: 1 });
    if let Some(fault) = faults.first() {
        bail!("--deep-scores: {fault}");
    }
    ensure!(
        !scores.is_empty(),
        "--deep-scores: {} has no quiet position with a score; `analyse --scores-only -o FILE` writes scores",
        file.display()
    );
    Ok(scores)
}

impl Play {
    /// The size with these flags, which need arms that play.
    fn size(&self, size: ExperimentSize) -> Result<ExperimentSize> {
        ensure!(
            size.has_play() || self.suite.is_none() && self.match_nodes.is_none(),
            "--suite and --match-nodes are for studies with [play]; leave them out"
        );
        let match_nodes = self.match_nodes.unwrap_or(size.play.match_nodes);
        Ok(ExperimentSize { play: PlaySize { match_nodes, ..size.play }, ..size })
    }
}

impl Scale {
    /// The games and what arms that play need: those of the flags, or of the folder of --data.
    fn inputs(
        &self,
        files: &[PathBuf],
        play: &Play,
        size: &ExperimentSize,
    ) -> Result<(Vec<PathBuf>, Play)> {
        let Some(folder) = &self.data else { return Ok((files.to_vec(), play.clone())) };
        let PublishedData { games, suite } = PublishedData::in_folder(folder)?;
        let suite = play.suite.clone().or(size.has_play().then_some(suite));
        Ok((games, Play { suite, ..play.clone() }))
    }

    fn carry_out(
        &self,
        study: &Study,
        files: &[PathBuf],
        size: &ExperimentSize,
        command: &str,
        play: &Play,
    ) -> Result<ExitStatus> {
        let size = &play.size(size.clone())?;
        study.check_size(size)?;
        let files = inputs::seekable(files)?;
        let data = inputs::describe(&files)?;
        let mut settings = json!({ "data": data, "plan": study.settings(size) });
        if size.has_play() {
            settings["suite"] = json!(inputs::describe(play.suite.as_slice())?);
        }
        if let Some(file) = &self.deep_scores {
            settings["deep_scores"] = json!(inputs::describe(std::slice::from_ref(file))?);
        }
        let suite = play.suite.as_deref().map(suite::read).transpose()?;
        let deep_scores = self.deep_scores.as_deref().map(deep_scores).transpose()?;
        let folder = self.run.place.open(study.name(), command, settings)?;
        study.keep(folder.path())?;
        let mut context = Context::new(&files, data, folder.path(), PROGRAM);
        (context.suite, context.study) = (suite, study.folder().clone());
        context.deep_scores = deep_scores;
        carry_out(study, size, context, &self.run, &folder)
    }

    fn size(&self, study: &Study) -> ExperimentSize {
        let first = self.run.place.seed;
        let base = if self.run.place.quick { study.quick(first) } else { study.full(first) };
        ExperimentSize {
            games: self.games.unwrap_or(base.games),
            nodes: self.nodes.unwrap_or(base.nodes),
            match_games: self.match_games.map_or(base.match_games, |games| games as usize),
            seeds: self.seeds.map_or(base.seeds, |seeds| (first..first + seeds).collect()),
            ..base
        }
    }

    /// The command that repeats the run: what changes no figure is left out, and so are folders.
    fn command(&self, name: &str, files: &[PathBuf], play: &Play) -> String {
        Repeated::of(name)
            .files(files)
            .path("suite", play.suite.as_deref())
            .path("deep-scores", self.deep_scores.as_deref())
            .seed(&self.run.place)
            .flag("seeds", self.seeds)
            .flag("games", self.games)
            .flag("nodes", self.nodes)
            .flag("match-nodes", play.match_nodes)
            .flag("match-games", self.match_games)
            .sized(&self.run.place)
    }
}
