//! `export`: the positions that `learn` would keep, as tables for other tools.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::threads::Threads;
use crate::commands::args::{inputs, tables};
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::census::census_text;
use crate::commands::output::progress::percent;
use crate::commands::{ExitStatus, PROGRAM, signals};
use crate::export::{Content, Event, ExportPlan, Exported, Npz, Sink, Subset, export};
use crate::features::Catalogue;
use crate::learning::{LabelTables, Labelled, PdnFiles, SampleFilter};
use crate::player::{Endgame, StopFlag};
use crate::run::read_catalogue;
use crate::run::{FilterOptions, GameOptions, WRITTEN};

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("format").required(true))]
#[command(
    after_help = "The positions are those that `learn` keeps with the same flags, the held-out games those that it holds out; none is mirrored. A row \
has the board (white_men, white_kings, black_men, black_kings: bit 0 is square 1) or the inputs, white_to_move, ply, result \
(White's: 1, 0, -1), score (White's expected result by a search, -1 to 1, where a comment has it), file, game and line. An .npz file has \
held_out besides, and file counts into files. With --parquet the folder gets train.parquet and held_out.parquet.

Examples:
  draughts-td export games.pdn --npz rows.npz
  draughts-td export pdn/sample.pdn.zst --npz rows.npz --inputs dense
  draughts-td export *.pdn.zst --parquet rows --unique
  draughts-td export *.pdn.zst --parquet rows --inputs sparse --features own"
)]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write NumPy arrays into this file, for as many rows as fit into memory
    #[arg(long, value_name = "FILE", value_hint = WRITTEN, group = "format")]
    npz: Option<PathBuf>,
    /// Write Parquet into this folder, for any number of rows; needs a program built with `--features parquet`
    #[arg(long, value_name = "DIR", group = "format")]
    parquet: Option<PathBuf>,
    /// Write the inputs of the network in place of the board: those that are not zero, or all
    #[arg(long, value_enum, value_name = "WHICH")]
    inputs: Option<Shown>,
    /// Inputs of your own: a folder with an edited copy of the files in features/
    #[arg(long, value_name = "DIR", requires = "inputs")]
    features: Option<PathBuf>,
    /// Read at most this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the held-out games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Share of the games held out
    #[arg(long, value_name = "X", default_value_t = 0.1)]
    holdout: f64,
    /// Endgame tables, a folder or `auto`: games end when they enter the tables, as with `learn --endgame`
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    /// Threads; what is written does not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    strict: StrictFlag,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterOptions,
    #[command(flatten)]
    selection: GameOptions,
}

/// Which inputs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// Those that are not zero, as lists
    Sparse,
    /// Every one, a column each
    Dense,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::listed(&args.files)?;
    inputs::check(&files)?;
    let plan = args.plan()?;
    plan.check()?;
    args.check_apart(&files)?;
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    let endgame = endgame.as_ref().map(Endgame::tables);
    let labels = endgame.map(LabelTables::of);
    let about = args.about(&files, &plan, labels)?;
    args.check_free(&files, &about)?;
    // From here on a signal stops the run between two blocks, and partial output is removed.
    let mut watcher = Watcher::new(&files);
    let sink = args.sink(&plan.content, &about)?;
    let threads = Threads::or_cores(args.threads);
    let source = PdnFiles { files: &files, threads };
    let source = Labelled { source: &source, tables: endgame };
    let done = export(&source, &plan, sink, &mut |event| watcher.handle(&event));
    watcher.bar.finish_and_clear();
    let Some(sum) = done? else {
        note!("Interrupted: nothing is written.");
        return Ok(ExitStatus::Interrupted);
    };
    args.print(&sum, labels.is_some());
    let skipped = watcher.faults > 0 || sum.census.games > sum.census.readable;
    Ok(args.strict.exit_status(skipped))
}

impl Args {
    fn plan(&self) -> Result<ExportPlan> {
        let catalogue = match &self.features {
            Some(folder) => read_catalogue(folder)?,
            None => Catalogue::embedded().clone(),
        };
        let content = match self.inputs {
            None => Content::Boards,
            Some(Shown::Sparse) => Content::Sparse(catalogue),
            Some(Shown::Dense) => Content::Dense(catalogue),
        };
        let filter =
            SampleFilter { filter: self.filter.filter(), selection: self.selection.selection() };
        let Args { seed, holdout, games, .. } = *self;
        let games = games.unwrap_or(0);
        Ok(ExportPlan { samples: filter, seed, holdout, games, content })
    }

    /// Fails if an output is among the files to be read.
    fn check_apart(&self, files: &[PathBuf]) -> Result<()> {
        if let Some(file) = &self.npz {
            inputs::check_apart(files, &format!("--npz {}", file.display()), file)?;
        }
        Ok(())
    }

    /// Fails if another file than one of these rows would be lost. Streams of the same name may hold other games.
    fn check_free(&self, files: &[PathBuf], about: &Value) -> Result<()> {
        let is_known = !files.iter().any(|file| inputs::is_stream(file));
        if let Some(file) = &self.npz {
            self.overwrite.check("--npz", file, || is_known && Npz::holds(file, about))?;
        }
        for file in self.parquet.iter().flat_map(|folder| parquet_files(folder)) {
            self.overwrite.check("--parquet", &file, || is_known && parquet_holds(&file, about))?;
        }
        Ok(())
    }

    /// The metadata of the output.
    fn about(
        &self,
        files: &[PathBuf],
        plan: &ExportPlan,
        labels: Option<LabelTables>,
    ) -> Result<Value> {
        let mut about = plan.describe();
        about["program"] = PROGRAM.into();
        about["data"] = serde_json::to_value(inputs::describe(files)?)?;
        if let Some(labels) = labels {
            about["labels"] = serde_json::to_value(labels)?;
        }
        Ok(about)
    }

    fn sink(&self, content: &Content, about: &Value) -> Result<Box<dyn Sink>> {
        match (&self.npz, &self.parquet) {
            (Some(file), _) => {
                let is_named = file.extension().is_some_and(|ending| ending == "npz");
                ensure!(is_named, "--npz {}: name it .npz", file.display());
                let npz = Npz::new(file, content, about);
                Ok(Box::new(npz.with_context(|| format!("--npz {}", file.display()))?))
            }
            (None, Some(folder)) => parquet(folder, content, about)
                .with_context(|| format!("--parquet {}", folder.display())),
            (None, None) => unreachable!("one of the formats is required"),
        }
    }

    fn print(&self, sum: &Exported, has_labels: bool) {
        let ([train, held_out], [games, held_out_games]) = (sum.rows, sum.games);
        if self.json {
            say!(
                "{}",
                json!({
                    "written": sum.written,
                    "rows": { "train": train, "held_out": held_out },
                    "games": { "train": games, "held_out": held_out_games },
                    "census": sum.census,
                })
            );
            return;
        }
        say!("{}", census_text(&sum.census, held_out_games, has_labels));
        say!("rows     {train} to learn from, {held_out} held out");
        sum.written.iter().for_each(|file| say!("written  {}", file.display()));
    }
}

fn parquet_files(folder: &Path) -> [PathBuf; 2] {
    Subset::ALL.map(|part| folder.join(format!("{}.parquet", part.name())))
}

#[cfg(feature = "parquet")]
fn parquet_holds(file: &Path, about: &Value) -> bool {
    crate::export::Parquet::holds(file, about)
}

#[cfg(not(feature = "parquet"))]
fn parquet_holds(_: &Path, _: &Value) -> bool {
    false
}

#[cfg(feature = "parquet")]
fn parquet(folder: &Path, content: &Content, about: &Value) -> Result<Box<dyn Sink>> {
    Ok(Box::new(crate::export::Parquet::new(folder, content, about)?))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Path, _: &Content, _: &Value) -> Result<Box<dyn Sink>> {
    anyhow::bail!(
        "this program is built without Parquet; `cargo build --release --features parquet` builds it in, or take --npz"
    )
}

/// Shows progress, and stops on a signal.
struct Watcher {
    bar: ProgressBar,
    stop: StopFlag,
    faults: u64,
}

impl Watcher {
    fn new(files: &[PathBuf]) -> Watcher {
        let bar = percent(inputs::total_bytes(files), 15);
        Watcher { bar, stop: signals::flag(), faults: 0 }
    }

    fn handle(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Fault(fault) => {
                self.faults += 1;
                self.bar.suspend(|| note!("warning: {fault}"));
            }
            Event::Progress { bytes, rows } => {
                self.bar.set_position(*bytes);
                self.bar.set_message(format!("{rows} rows"));
            }
        }
        let stopped = self.stop.is_stopped();
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
