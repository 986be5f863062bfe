//! How the experiments work on several threads, with a bar that counts what is done.

use anyhow::{Error, Result};

use crate::commands::ExitStatus;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::experiments::lab::{self, Context, Experiment, Plan, Results};
use crate::results::{Progress, RunFolder};

/// Flags of the experiments that work on several threads.
#[derive(Debug, clap::Args)]
pub(super) struct Run {
    #[command(flatten)]
    pub place: RunFolderFlags,
    /// Threads; the figures do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
}

impl Run {
    pub(super) fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }
}

/// Works on so many threads, and counts the pieces that are done.
pub(super) fn counted<T: Send, E: Into<Error> + Send>(
    threads: usize,
    what: &str,
    work: impl FnOnce(&Progress<'_>) -> Result<T, E> + Send,
) -> Result<T> {
    let bar = counter(0_usize, what);
    let progress = |finished: usize, pieces: usize| {
        bar.set_length(pieces as u64);
        bar.set_position(finished as u64);
    };
    let result = in_pool(threads, || work(&progress))?;
    bar.finish_and_clear();
    result.map_err(Into::into)
}

/// Carries out a plan in its folder, and writes the report.
pub(super) fn carry_out<P: Plan>(
    experiment: &Experiment<P>,
    plan: &P,
    mut context: Context,
    run: &Run,
    folder: RunFolder,
) -> Result<ExitStatus> {
    context.threads = run.threads();
    context.warn = |warning| note!("warning: {warning}");
    run.place.prepare(&context.records, &[&context.nets])?;
    let work = |progress: &Progress<'_>| lab::run(plan, &context, &folder, progress);
    let rows = counted(run.threads(), "networks and matches", work)?;
    let command = &folder.description().command;
    let report = experiment.report(&Results { plan, rows: &rows, command });
    finish(folder, &rows.lines::<P::Line>(), &report, experiment.summary)
}
