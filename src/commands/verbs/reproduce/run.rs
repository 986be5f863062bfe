//! How the experiments work on several threads, with a bar that counts what is done.

use anyhow::{Error, Result};

use crate::commands::ExitStatus;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::experiments::lab::{Context, ExperimentSize};
use crate::experiments::studies::Study;
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
    pub(super) fn threads(&self) -> usize {
        Threads::or_cores(self.threads)
    }
}

/// Works on these threads, and counts the pieces that are done.
pub(super) fn counted<T: Send, E: Into<Error> + Send>(
    threads: usize,
    what: &str,
    work: impl FnOnce(&(dyn Fn(usize, usize) + Sync)) -> Result<T, E> + Send,
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

/// Carries out a study in its folder, and shows its main tables.
pub(super) fn carry_out(
    study: &Study,
    size: &ExperimentSize,
    mut context: Context,
    run: &Run,
    folder: &RunFolder,
) -> Result<ExitStatus> {
    context.threads = run.threads();
    context.warn = |warning| note!("warning: {warning}");
    run.place.prepare(&context.records, &[&context.nets])?;
    let tables = counted(run.threads(), "networks and matches", |progress| {
        study.run(size, &context, folder, progress)
    })?;
    Ok(finish(folder, &tables))
}
