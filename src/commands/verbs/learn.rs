//! `learn`: from a database of games to a trained network.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;

use crate::commands::args::overwrite::Overwrite;
use crate::commands::flags::config::Configured;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::census::census_text;
use crate::commands::output::figures::{HeldOut, MetricSet};
use crate::commands::output::layout::hang;
use crate::commands::output::run_screen::RunScreen;
use crate::commands::processes::{Processes, agree};
use crate::commands::{ExitStatus, PROGRAM, signals};
use crate::features::Group;
use crate::run::{LearnResult, LearnRun, LearnSettings};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("model", |model| model.help("The model that is trained: one of the paper's networks, or another kind [default: nn4]")),
    after_help = help()
)]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them, learned in this order; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Resume from the checkpoint of an interrupted run, as the same command does by itself, or from a finished run with more --epochs
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Settings")]
    settings: Configured<LearnSettings>,
}

/// Examples, the settings file, and the groups of inputs.
fn help() -> String {
    let mut text = String::from(EXAMPLES);
    text.push_str("\n\nGroups of inputs for --drop-inputs:");
    for group in Group::ALL {
        let meaning = hang(group.meaning(), 14, 80);
        write!(text, "\n  {group:<11} {meaning}").expect("a string takes all");
    }
    text
}

const EXAMPLES: &str = "Examples:
  draughts-td learn games.pdn
  draughts-td learn pdn/sample.pdn.zst -o small.safetensors --model nn1
  draughts-td learn *.pdn.gz --epochs 5 --seed 7 --metrics run.jsonl
  draughts-td learn games.pdn --paper --model nn5
  draughts-td learn games.pdn --drop-inputs raw,triples
  draughts-td learn masters.pdn --init net.safetensors -o tuned.safetensors
  draughts-td learn games.pdn --model patterns --endgame auto
  draughts-td learn games.pdn --epochs 5 --resume

A file for --config holds the long names of flags:
  model = \"nn4\"
  epochs = 5
  phases = [25, 15]
  mirror = \"off\"
  unique = true
  window = 8";

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let settings = &args.settings.settings;
    settings.check_mpi()?;
    let processes = Processes::join(settings.mpi, settings.silence)?;
    let status = learn(args, &processes)?;
    // Leaving waits for the other processes, which an interrupted run must not.
    if status != ExitStatus::Interrupted {
        processes.leave();
    }
    Ok(status)
}

/// Learns together with other processes, if there are any: all compute the same, the first one writes and prints.
fn learn(args: &Args, processes: &Processes) -> Result<ExitStatus> {
    let communicator = processes.communicator();
    let settings = &args.settings.settings;
    if settings.mpi {
        agree(communicator, || serde_json::Value::Null)?;
    }
    let run = LearnRun {
        files: args.files.clone(),
        settings: settings.clone(),
        resume: args.resume,
        replace: args.overwrite.rule(),
        stop: signals::flag(),
        program: PROGRAM.into(),
        communicator,
    };
    let mut screen = RunScreen::new(args.json);
    let done = run.run(&mut |event| screen.show(&event));
    screen.clear();
    let Some(result) = done? else { return Ok(ExitStatus::Interrupted) };
    if processes.leads() {
        print(&result, args.json);
    }
    let strict = StrictFlag { strict: settings.strict };
    Ok(strict.exit_status(result.has_skipped))
}

fn print(result: &LearnResult, json: bool) {
    if json {
        say!("{}", result.figures());
        return;
    }
    let LearnResult { census, report, labels, .. } = result;
    say!("\n{}", census_text(census, report.games, labels.is_some()));
    let held_out = HeldOut { report, metric_set: MetricSet::Network };
    say!("\n{held_out}");
    if let Some(verdict) = held_out.against_material() {
        say!("{verdict}");
    }
    say!("network written to {}", result.out.display());
}
