//! `train`: learning by playing.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::Value;

use crate::commands::args::overwrite::Overwrite;
use crate::commands::flags::config::Configured;
use crate::commands::output::run_screen::RunScreen;
use crate::commands::train_report::TrainReport;
use crate::commands::{ExitStatus, PROGRAM, signals};
use crate::run::{RunEvent, TrainRun, TrainSettings, measured};
use crate::selfplay::TrainingState;

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("model", |model| model.help("The model that is trained, if no file says it [default: patterns]")),
    after_help = "A search chooses the moves. Each game teaches along the values of the positions at which the learner was to move; with \
TDLeaf, of the last positions of its principal variations. With fixed nodes or depth, and opponents of this program, the weights \
depend only on these settings and not on the threads. An interrupted run ends with the weights of one that was not.

Examples:
  draughts-td train --init material --against self --games 3000 --nodes 500
  draughts-td train --model nn4 --against self --against past -o own.safetensors
  draughts-td train --init reference --against 'hub:./scan hub' --lr 0.001
  draughts-td train --positions games.pdn.gz --max-plies 12 \\
    --metrics run.jsonl
  draughts-td train --against dxp:localhost:27531 --against self \\
    --report taught --note 'Moby Dam at 10 ms'
  draughts-td train --config run.toml --games 5000 --resume

A file for --config holds the long names of flags:
  algorithm = \"tdleaf\"
  init = \"material\"
  against = [\"self\", \"past\", \"material\"]
  games = 3000
  nodes = 500"
)]
pub(crate) struct Args {
    /// Resume from the checkpoint of an interrupted run, as the same command does by itself, or from a finished run with more --games
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    /// Write a report with plots of the strength and of the games against each opponent into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// A condition in your words for the report, such as how an opponent was set up; may be repeated
    #[arg(long = "note", value_name = "TEXT", requires = "report")]
    notes: Vec<String>,
    #[command(flatten, next_help_heading = "Settings")]
    settings: Configured<TrainSettings>,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    let run = TrainRun {
        settings: args.settings.settings.clone(),
        resume: args.resume,
        replace: args.overwrite.rule(),
        stop: signals::flag(),
        program: PROGRAM.into(),
    };
    let mut screen = RunScreen::new(args.json);
    let mut report = Ok(None);
    let done = run.run(&mut |event| {
        if let RunEvent::Started(plan) = &event {
            report = report_of(args, &plan.settings);
            if report.is_err() {
                return ControlFlow::Break(());
            }
        }
        screen.show(&event)
    });
    screen.clear();
    let (done, report) = (done?, report?);
    let Some(result) = done else { return Ok(ExitStatus::Interrupted) };
    report.map(|report| report.write(&result.state)).transpose()?;
    if args.json {
        say!("{}", result.figures());
        return Ok(ExitStatus::Done);
    }
    print_record(&result.state);
    say!("network written to {}", result.out.display());
    if let Some(folder) = &args.report {
        say!("report written to {}", folder.display());
    }
    Ok(ExitStatus::Done)
}

/// The report that is asked for, checked before the work.
fn report_of(args: &Args, settings: &Value) -> Result<Option<TrainReport>> {
    let Some(folder) = &args.report else { return Ok(None) };
    TrainReport::check(folder, args.overwrite, settings)?;
    TrainReport::prepare(folder, args.settings.config.as_deref(), &args.notes).map(Some)
}

/// The figures at the end.
fn print_record(record: &TrainingState) {
    let totals = &record.totals;
    let [white, draws, black] = totals.results;
    let search = &totals.search;
    say!(
        "games    {} taught, {} spoilt; White won {white}, drawn {draws}, Black won {black}; {:.1} plies a game",
        totals.learned,
        totals.failed,
        totals.plies as f64 / totals.learned.max(1) as f64
    );
    say!(
        "searches {} positions, {:.0} nodes each; {} forced, {} known, {} of an earlier iteration, {} without a leaf, {} with a capture to make",
        search.searched,
        search.nodes as f64 / search.searched.max(1) as f64,
        search.forced,
        totals.trajectories.known,
        search.completed,
        search.unknown,
        search.unquiet
    );
    if let Some(measurement) = record.curve.last() {
        say!("{}", measured(measurement));
    }
}
