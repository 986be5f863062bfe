//! `validate`: the figures of `learn`, on other games.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::commands::ExitStatus;
use crate::commands::args::model::of_known_kind;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::args::{inputs, tables};
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::census::skipped_text;
use crate::commands::output::figures::{HeldOut, MetricSet};
use crate::learning::{
    Baseline, DataFile, EvalSet, Hyperparams, Labelled, Material, Metrics, PdnFiles, Report,
    Training, Validation, held_out_games, report, validate,
};
use crate::models::network::{NetworkModel, NetworkSettings};
use crate::models::{Model, Visitor, WeightsFile};
use crate::player::{Endgame, Evaluation};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td validate --net net.safetensors other-games.pdn
  draughts-td validate --net net.safetensors masters.pdn.gz --json | \\
    jq .held_out.all.mse")]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Network file, `reference` for the built-in one, or `material` for the plain man count
    #[arg(long, value_name = "FILE")]
    pub net: PathBuf,
    /// Endgame tables, a folder or `auto`: games end in the tables, with exact values, as with `learn --endgame`
    #[arg(long, value_name = "DIR")]
    pub endgame: Option<PathBuf>,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    #[command(flatten)]
    pub encoding: EncodingFlag,
    #[command(flatten)]
    pub strict: StrictFlag,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::listed(&args.files)?;
    inputs::check(&files)?;
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    let games = Games { files: &files, endgame: endgame.as_ref() };
    let (done, metric_set) = if args.net.as_os_str() == Evaluation::MATERIAL {
        (of_material(args, games)?, MetricSet::Material)
    } else {
        of_file(args, games)?
    };
    for fault in &done.faults {
        note!("warning: {fault}");
    }
    if !done.census.skipped.is_empty() {
        note!("skipped  {}", skipped_text(&done.census));
    }
    print(args, HeldOut { report: &done.report, metric_set })?;
    let skipped = !done.faults.is_empty() || done.census.games > done.census.readable;
    Ok(args.strict.exit_status(skipped))
}

impl Args {
    fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }

    fn source<'a>(&self, files: &'a [PathBuf]) -> PdnFiles<'a> {
        PdnFiles { files, threads: self.threads() }
    }
}

/// The games of the figures.
#[derive(Clone, Copy)]
struct Games<'a> {
    files: &'a [PathBuf],
    endgame: Option<&'a Endgame>,
}

impl<'a> Games<'a> {
    fn labelled(&self, source: &'a PdnFiles<'a>) -> Labelled<'a, PdnFiles<'a>> {
        Labelled { source, tables: self.endgame.map(Endgame::tables) }
    }
}

fn of_file(args: &Args, games: Games<'_>) -> Result<(Validation, MetricSet)> {
    let file = WeightsFile::read(&args.net)?;
    let kind = file.card().kind.clone();
    of_known_kind(&args.net, &kind, Validate { args, games, file })?
}

/// The man count as a predictor: the mean result for each balance of material, fitted on the same games.
fn of_material(args: &Args, games: Games<'_>) -> Result<Validation> {
    note!(
        "the man count predicts the mean result of each balance of material, fitted on these same games"
    );
    let checked = Hyperparams::of(NetworkSettings::default()).check()?;
    in_pool(args.threads(), || {
        let files = args.source(games.files);
        let games =
            held_out_games::<NetworkModel, _>(&games.labelled(&files), &checked, EvalSet::ALL);
        let mut baseline = Baseline::default();
        for (positions, outcome) in (0..games.held_out.len()).map(|game| games.held_out.game(game))
        {
            positions.iter().for_each(|position| baseline.add(Material::of(position), outcome));
        }
        // The figures of the network beside the man count are not used.
        let encoder = NetworkModel::encoder(&checked.model);
        let model = NetworkModel::first(&checked.model, checked.seed);
        let mut report = report(&model, &encoder, &games.held_out, &baseline);
        report.calibration.clear();
        report.phases.iter_mut().chain([&mut report.all]).for_each(as_of_material);
        Validation { report, census: games.census, faults: games.faults }
    })
}

fn as_of_material(figures: &mut Metrics) {
    figures.mse = figures.material_mse;
    figures.sign_accuracy = figures.material_sign_accuracy;
}

/// The verb for a file, whose card names the kind of model.
struct Validate<'a> {
    args: &'a Args,
    games: Games<'a>,
    file: WeightsFile,
}

impl Visitor for Validate<'_> {
    type Out = Result<(Validation, MetricSet)>;

    fn visit<F: Model>(self) -> Result<(Validation, MetricSet)> {
        let Validate { args, games, file } = self;
        let model: F = file.model()?;
        let shown = args.net.display();
        let training = Training::of(file.card(), &model)
            .with_context(|| format!("{shown} does not say how it was trained"))?;
        let checked =
            training.hyperparams.clone().check().with_context(|| format!("in {shown}"))?;
        warn_of_known_files(&training.data, games.files)?;
        let baseline = training.baseline.unwrap_or_default();
        let metric_set = match baseline.positions() {
            0 => MetricSet::Checkpoint,
            _ => MetricSet::Network,
        };
        if metric_set == MetricSet::Checkpoint {
            note!(
                "warning: {shown} is a checkpoint: the baselines are fitted when a run ends, and are missing here"
            );
        }
        let source = args.source(games.files);
        let done = in_pool(args.threads(), || {
            validate(&games.labelled(&source), &model, &checked, &baseline, EvalSet::ALL)
        })?;
        Ok((done, metric_set))
    }
}

fn warn_of_known_files(known: &[DataFile], files: &[PathBuf]) -> Result<()> {
    for file in inputs::describe(files)? {
        if known.iter().any(|known| known.sha256 == file.sha256 && !file.sha256.is_empty()) {
            note!(
                "warning: the network learned from {}: these figures are not of new games",
                file.name
            );
        }
    }
    Ok(())
}

fn print(args: &Args, held_out: HeldOut) -> Result<()> {
    let report: &Report = held_out.report;
    ensure!(
        report.all.positions > 0,
        "no position to judge: no readable game with a result; `draughts-td inspect` says why"
    );
    if let Some(warning) = held_out.warning() {
        note!("{warning}");
    }
    if args.json {
        say!("{}", json!({ "net": args.net, "held_out": held_out.json() }));
        return Ok(());
    }
    say!("{} games\n\n{held_out}", report.games);
    if held_out.metric_set == MetricSet::Material {
        return Ok(());
    }
    say!("calibration: value of the network, mean result, positions");
    for bin in report.calibration.iter().filter(|bin| bin.positions > 0) {
        say!("{:>8.3} {:>8.3} {:>10}", bin.value, bin.result, bin.positions);
    }
    Ok(())
}
