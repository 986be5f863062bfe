//! The outputs of a training run: weights and checkpoint; where the run begins.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{At, RunError, ensure};
use super::inputs;
use super::notice::Notice;
use super::replace::{Replace, has_content};
use crate::files;
use crate::lock::Lock;

/// The files that a run writes.
#[derive(Clone, Debug)]
pub(super) struct Outputs {
    pub out: PathBuf,
    pub metrics: Option<PathBuf>,
}

/// Where a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Start {
    Fresh,
    Checkpoint,
    /// At the weights of a finished run.
    Weights,
}

impl Outputs {
    pub(super) fn checkpoint(&self) -> PathBuf {
        self.beside(".checkpoint")
    }

    /// A file or folder named after the weights.
    pub(super) fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    /// Checks the outputs before any work.
    pub(super) fn check(
        &self,
        read: &[PathBuf],
        note: &mut dyn FnMut(Notice),
    ) -> Result<(), RunError> {
        let shown = self.out.display();
        inputs::check_zstd(&self.out, "-o")?;
        let name = self.out.to_string_lossy();
        if [".txt", ".pdn", ".json", ".toml", ".db"].iter().any(|ending| name.ends_with(ending)) {
            note(Notice::UnusualName(self.out.clone()));
        }
        for out in [self.out.clone(), self.checkpoint()] {
            inputs::check_apart(read, &format!("-o {shown}"), &out)?;
            inputs::check_writable(&out, "-o")?;
        }
        self.metrics.as_deref().map_or(Ok(()), |metrics| self.check_metrics_file(metrics, read))
    }

    fn check_metrics_file(&self, metrics: &Path, read: &[PathBuf]) -> Result<(), RunError> {
        let flag = format!("--metrics {}", metrics.display());
        for own in [&self.out, &self.checkpoint()] {
            let is_apart = files::real(metrics) != files::real(own);
            ensure!(is_apart, "{flag} is the file of the weights too; name another");
        }
        inputs::check_apart(read, &flag, metrics)?;
        files::check_named(metrics).at(|| "--metrics -".into())?;
        inputs::check_unpacked(metrics, "--metrics")
    }

    /// Keeps other processes from the files that are written, until dropped.
    pub(super) fn lock(&self) -> Result<Vec<Lock>, RunError> {
        let metrics = self.metrics.iter().filter(|path| !inputs::is_stream(path)).cloned();
        let outputs = [self.out.clone(), self.checkpoint()].into_iter().chain(metrics);
        outputs.map(|output| Ok(Lock::on(&output)?)).collect()
    }

    /// An error that ends a run, with the checkpoint that is left.
    pub(super) fn with_checkpoint(&self, error: RunError) -> RunError {
        let file = self.checkpoint();
        if !file.exists() {
            return error;
        }
        error.at(format!("{} holds the last good checkpoint", file.display()))
    }

    /// Where a run begins: at the checkpoint of the same run, or from the start. `compare` fails for weights of another run, with the
    /// difference, and returns for weights of the same run whether the run would repeat them.
    pub(super) fn begin(
        &self,
        replace: Replace,
        compare: &dyn Fn(&Path) -> Result<bool, RunError>,
    ) -> Result<Start, RunError> {
        let checkpoint = self.checkpoint();
        if !replace.force && has_content(&checkpoint) {
            match compare(&checkpoint) {
                Ok(_) => return Ok(Start::Checkpoint),
                Err(_) if (replace.confirm)(&checkpoint) => {}
                Err(other) => return Err(other.at(self.is_of_another_run())),
            }
        }
        let is_same = || compare(&self.out).is_ok_and(|is_same| is_same);
        let allowed = replace.check("-o", &self.out, is_same);
        allowed.map_err(|refused| with_difference(refused, compare(&self.out)))?;
        Ok(Start::Fresh)
    }

    fn is_of_another_run(&self) -> String {
        format!(
            "{} is the checkpoint of another run; name another -o, or start anew with --force",
            self.checkpoint().display()
        )
    }

    /// Where a run resumes: at its checkpoint, or at its weights, since a finished run has no checkpoint.
    pub(super) fn resume(&self, note: &mut dyn FnMut(Notice)) -> Start {
        let checkpoint = self.checkpoint();
        if checkpoint.exists() {
            return Start::Checkpoint;
        }
        if self.out.exists() {
            return Start::Weights;
        }
        note(Notice::NoCheckpoint(checkpoint));
        Start::Fresh
    }

    /// The file with which a run begins.
    pub(super) fn file(&self, start: Start) -> Option<PathBuf> {
        match start {
            Start::Fresh => None,
            Start::Checkpoint => Some(self.checkpoint()),
            Start::Weights => Some(self.out.clone()),
        }
    }
}

/// A refusal to replace weights, with the difference of their run, if the file holds weights.
fn with_difference(refused: RunError, compared: Result<bool, RunError>) -> RunError {
    match compared {
        Ok(_) => format!("{refused}; --resume continues it").into(),
        Err(RunError::Weights(_)) => refused,
        Err(difference) => difference.at(refused.to_string()),
    }
}
