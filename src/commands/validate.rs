//! `validate`: the figures of `learn`, on other games.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::{Answer, inputs};
use crate::engine::Evaluation;
use crate::features::Catalogue;
use crate::learning::{Report, Scope, Training, validate};
use crate::network::weights;

/// Flags of `validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td validate --net net.safetensors other-games.pdn
  draughts-td validate --net net.safetensors masters.pdn.gz --json | jq .mse")]
pub struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The network
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Exit with status 1 if a game or a part of a file was skipped
    #[arg(long)]
    strict: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs `validate`.
///
/// # Errors
/// A network or files that cannot be read.
pub fn run(args: &Args) -> Result<Answer> {
    ensure!(
        args.net.as_os_str() != Evaluation::MATERIAL,
        "the man count stands as the baseline beside every network's figures: name a network file"
    );
    let (model, card) = weights::read(&args.net, Catalogue::embedded().fingerprint())?;
    let shown = args.net.display();
    let training = Training::of(&card, &model)
        .with_context(|| format!("{shown} does not say how it was trained"))?;
    let checked = training.hyperparams.clone().check().with_context(|| format!("in {shown}"))?;
    let files = inputs::listed(&args.files)?;
    inputs::check(&files)?;
    warn_of_known_files(&training, &files)?;
    let threads = args.threads.map_or_else(inputs::all_cores, usize::from);
    if training.baseline.is_none() {
        note!(
            "warning: {shown} is a checkpoint: the baselines are fitted when a run ends, and are missing here"
        );
    }
    let baseline = training.baseline.unwrap_or_default();
    let done = inputs::in_pool(threads, || {
        validate(&files, &model, &checked, &baseline, Scope::ALL, threads)
    })?;
    for fault in &done.faults {
        note!("warning: {fault}");
    }
    print(args, &done.report, baseline.positions() > 0)?;
    let skipped = !done.faults.is_empty() || done.census.games > done.census.readable;
    Ok(if args.strict && skipped { Answer::No } else { Answer::Done })
}

fn warn_of_known_files(training: &Training, files: &[PathBuf]) -> Result<()> {
    for file in inputs::describe(files)? {
        if training.data.iter().any(|known| known.sha256 == file.sha256 && !file.sha256.is_empty())
        {
            note!(
                "warning: the network learned from {}: these figures are not of new games",
                file.name
            );
        }
    }
    Ok(())
}

fn print(args: &Args, report: &Report, has_baseline: bool) -> Result<()> {
    if report.all.positions == 0 {
        anyhow::bail!(
            "no position to judge: no readable game with a result; `draughts-td inspect` says why"
        );
    }
    if args.json {
        let all = &report.all;
        let object = json!({
            "mse": all.mse,
            "sign_accuracy": all.sign_accuracy,
            "baseline_mse": has_baseline.then_some(all.material_mse),
            "constant_mse": has_baseline.then_some(all.constant_mse),
            "positions": all.positions,
            "games": report.games,
            "phases": report.phases,
            "calibration": report.calibration,
        });
        say!("{object}");
        return Ok(());
    }
    say!("{} games\n\n{report}", report.games);
    say!("calibration: value of the network, mean result, positions");
    for bin in report.calibration.iter().filter(|bin| bin.positions > 0) {
        say!("{:>8.3} {:>8.3} {:>10}", bin.value, bin.result, bin.positions);
    }
    Ok(())
}
