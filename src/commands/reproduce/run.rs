//! How the experiments work on several threads, with a bar that counts what is done.

use anyhow::{Error, Result};

use crate::commands::ExitStatus;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::experiments::lab::{self, Context, Experiment, Plan, Results};
use crate::results::RunFolder;

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
    pub fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }
}

/// Works on so many threads, and counts the pieces that are done.
pub(super) fn counted<T: Send, E: Into<Error> + Send>(
    threads: usize,
    (pieces, what): (usize, &str),
    work: impl FnOnce(&(dyn Fn(usize) + Sync)) -> Result<T, E> + Send,
) -> Result<T> {
    let bar = counter(pieces, what);
    let done = |finished: usize| bar.set_position(finished as u64);
    let result = in_pool(threads, || work(&done))?;
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
    let pieces = (plan.pieces(), "networks and matches");
    let rows = counted(run.threads(), pieces, |done| lab::run(plan, &context, &folder, done))?;
    let command = &folder.description().command;
    let report = experiment.report(&Results { plan, rows: &rows, command });
    finish(folder, &rows.lines::<P::Line>(), &report, experiment.summary)
}
