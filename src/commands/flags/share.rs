//! The flags of verbs whose work can be shared through a folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;

use super::parsed::read_seconds;
use crate::arena::jobs::folder::{Share, WorkSummary, Worker};
use crate::commands::verbs::bench;
use crate::commands::{ExitStatus, build, command_line};

/// Where work is shared, and which part of it is this worker's.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ShareFlags {
    /// Work in blocks in this folder, which other workers may share; `merge` joins them
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Do share i of N, from 0, instead of taking blocks as they come free
    #[arg(long, value_name = "i/N")]
    shard: Option<Share>,
    /// Seconds of silence after which the work of another worker is done again [default: 60]
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    silence: Option<Duration>,
}

/// The default silence after which a worker is given up.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);

impl ShareFlags {
    /// The worker of a folder, if one is named.
    pub(crate) fn worker(&self) -> Result<Option<Worker>> {
        let Some(folder) = &self.folder else {
            without_folder(self.shard, self.silence)?;
            return Ok(None);
        };
        worker(folder, self.shard.unwrap_or_default(), self.silence()).map(Some)
    }

    /// The folder, if one is named.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// How long another worker may be silent.
    pub(crate) fn silence(&self) -> Duration {
        self.silence.unwrap_or(SILENCE)
    }
}

/// Fails if a flag is about other workers without a folder to share with them.
pub(crate) fn without_folder(shard: Option<Share>, silence: Option<Duration>) -> Result<()> {
    ensure!(silence.is_none(), "--silence is about other workers; add --folder");
    ensure!(shard.is_none(), "--shard is a part of work in a folder; add --folder");
    Ok(())
}

/// This process as a worker in a folder.
pub(crate) fn worker(folder: &Path, share: Share, silence: Duration) -> Result<Worker> {
    Ok(Worker {
        folder: folder.into(),
        share,
        silence,
        program: build::program(),
        signature: bench::signature()?,
        command: command_line::words(),
    })
}

/// Prints what a worker did; the exit status of its verb.
pub(crate) fn report(summary: &WorkSummary, folder: &Path, as_json: bool) -> ExitStatus {
    let WorkSummary { others, made, is_done } = *summary;
    if as_json {
        say!("{}", json!({ "folder": folder, "made": made, "others": others, "done": is_done }));
    } else {
        let folder = folder.display();
        say!("{made} blocks made in {folder}, {others} were there or were made by others");
    }
    if is_done {
        return ExitStatus::Done;
    }
    note!("Interrupted; start it again to resume.");
    ExitStatus::Interrupted
}
