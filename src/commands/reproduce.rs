//! `reproduce`: an experiment of the paper, from its settings to a folder with figures, plots and a report.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::inputs::{all_cores, in_pool};
use super::{Answer, PROGRAM};
use crate::experiments::tictactoe;
use crate::results::{Description, Document, RunFolder};

/// Flags of `reproduce`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce tictactoe
  draughts-td reproduce tictactoe --quick --out /tmp/tictactoe
  draughts-td reproduce tictactoe --seed 2 --out results/tictactoe-2")]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Debug, clap::Subcommand)]
enum Experiment {
    /// Noughts and crosses: learning by play and from a database, beside exact values
    Tictactoe(Run),
}

/// Flags that every experiment takes.
#[derive(Debug, clap::Args)]
struct Run {
    /// Folder for settings, raw figures, plots and report [default: results/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// A small size, to see that everything works
    #[arg(long)]
    quick: bool,
    /// Start over instead of going on where an earlier run in the folder stopped
    #[arg(long)]
    fresh: bool,
}

/// Runs `reproduce`.
///
/// # Errors
/// A folder that cannot be used.
pub fn run(args: &Args) -> Result<Answer> {
    match &args.experiment {
        Experiment::Tictactoe(run) => reproduce_tictactoe(run),
    }
}

fn reproduce_tictactoe(run: &Run) -> Result<Answer> {
    let settings = if run.quick {
        tictactoe::Settings::quick(run.seed)
    } else {
        tictactoe::Settings::paper(run.seed)
    };
    let folder = run.open("tictactoe", &settings)?;
    let bar = bar(tictactoe::plan(&settings).len());
    let done = |finished: usize| bar.set_position(finished as u64);
    let rows = run.in_pool(|| tictactoe::run(&settings, &folder, &done))?;
    bar.finish_and_clear();
    let rows = rows?;
    let figures = tictactoe::Figures::new(&settings, &rows);
    let command = folder.description().command.clone();
    write_report(&folder, &tictactoe::report(&figures, &command))?;
    say!("{}", tictactoe::summary(&figures).trim_end());
    let path = folder.path().to_path_buf();
    folder.settle(&rows)?;
    say!("\nfigures, plots and report written to {}", path.display());
    Ok(Answer::Done)
}

impl Run {
    /// The command that repeats the run: what changes no figure is left out.
    fn command(&self, experiment: &str) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        format!("draughts-td reproduce {experiment} --seed {}{quick}", self.seed)
    }

    fn open(&self, experiment: &str, settings: &impl serde::Serialize) -> Result<RunFolder> {
        let description = Description {
            experiment: experiment.into(),
            command: self.command(experiment),
            program: PROGRAM.into(),
            settings: serde_json::to_value(settings).context("settings as JSON")?,
        };
        let default = Path::new("results").join(experiment);
        let out = self.out.as_deref().unwrap_or(&default);
        Ok(RunFolder::open(out, description, self.fresh)?)
    }

    fn in_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T> {
        in_pool(self.threads.map_or_else(all_cores, usize::from), work)
    }
}

/// The report as Markdown and as one HTML file, and its plots.
fn write_report(folder: &RunFolder, document: &Document) -> Result<()> {
    for figure in document.figures() {
        folder.write(&figure.file, &figure.svg)?;
    }
    folder.write("README.md", &document.to_markdown())?;
    folder.write("report.html", &document.to_html())?;
    Ok(())
}

/// A bar on a terminal, nothing elsewhere.
fn bar(total: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} simulations  {eta} left");
    ProgressBar::new(total as u64).with_style(style.expect("the template is valid"))
}
