//! What a run of learning writes: the weights, a checkpoint beside them, and metrics if asked for.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, ensure};
use serde_json::Value;

use super::inputs;
use crate::files;
use crate::lock::Lock;
use crate::tail;

/// The files of a run.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// Where the weights go.
    pub out: PathBuf,
    /// Where the metrics go.
    pub metrics: Option<PathBuf>,
}

impl Outputs {
    /// Where the run can be taken up again.
    #[must_use]
    pub fn checkpoint(&self) -> PathBuf {
        self.beside(".checkpoint")
    }

    /// A file or folder named after the weights.
    #[must_use]
    pub fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    /// Fails before the work rather than after it.
    ///
    /// # Errors
    /// An output that is among the files to be read, or that cannot be written.
    pub fn check(&self, read: &[PathBuf]) -> Result<()> {
        let shown = self.out.display();
        inputs::check_zstd(&self.out, "-o")?;
        for out in [self.out.clone(), self.checkpoint()] {
            inputs::check_apart(read, &format!("-o {shown}"), &out)?;
            inputs::check_writable(&out, "-o")?;
        }
        if let Some(metrics) = &self.metrics {
            let flag = format!("--metrics {}", metrics.display());
            for own in [&self.out, &self.checkpoint()] {
                ensure!(metrics != own, "{flag} is the file of the weights too; name another");
            }
            inputs::check_apart(read, &flag, metrics)?;
            files::check_named(metrics).context("--metrics -")?;
            inputs::check_unpacked(metrics, "--metrics")?;
        }
        Ok(())
    }

    /// Keeps other processes from the files that are written, until dropped.
    ///
    /// # Errors
    /// A file that another process writes.
    pub fn lock(&self) -> Result<Vec<Lock>> {
        let metrics = self.metrics.iter().filter(|path| !inputs::is_stream(path)).cloned();
        let outputs = [self.out.clone(), self.checkpoint()].into_iter().chain(metrics);
        outputs.map(|output| Ok(Lock::on(&output)?)).collect()
    }

    /// An error that ends a run, with what is left of it.
    #[must_use]
    pub fn kept(&self, error: Error) -> Error {
        let file = self.checkpoint();
        if !file.exists() {
            return error;
        }
        error.context(format!("{} holds the last good checkpoint", file.display()))
    }

    /// The file that a run goes on from, which is to be resumed or not: its checkpoint, or, since a finished run has none any more,
    /// its weights, which say as much. Says so if there is neither.
    #[must_use]
    pub fn to_resume(&self, resume: bool) -> Option<PathBuf> {
        let places = [self.checkpoint(), self.out.clone()];
        let found = places.iter().find(|path| resume && path.exists());
        if resume && found.is_none() {
            note!("no checkpoint {} yet: the run starts from the beginning", places[0].display());
        }
        found.cloned()
    }

    /// The metrics, from the beginning or behind what is there.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn open_metrics(&self, append: bool) -> Result<Metrics> {
        let open = |path: &PathBuf| Ok((open_metrics(path, append)?, path.clone()));
        self.metrics.as_ref().map(open).transpose().map(Metrics)
    }
}

/// Figures of a run, a line of JSON each; into nothing if nobody asked for them.
#[derive(Debug, Default)]
pub struct Metrics(Option<(File, PathBuf)>);

impl Metrics {
    /// Adds a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn record(&mut self, value: &Value) -> Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        // One line is one write: a killed run leaves no half line but on a full disk.
        let written = file.write_all(format!("{value}\n").as_bytes());
        written.with_context(|| format!("cannot write --metrics {}", path.display()))
    }
}

fn open_metrics(path: &Path, append: bool) -> Result<File> {
    let context = || format!("cannot write --metrics {}", path.display());
    let mut options = File::options();
    options.create(true).write(true).append(append).truncate(!append);
    let is_read = append && !inputs::is_stream(path);
    let mut file = options.read(is_read).open(path).with_context(context)?;
    if is_read {
        // A run that met a full disk may have left half a line.
        let whole = File::open(path).and_then(|mut file| files::whole_lines(&mut file));
        let whole = whole.with_context(context)?;
        if let Some(cut) = tail::cut(path, &mut file, whole).with_context(context)? {
            note!("warning: {cut}");
        }
    }
    Ok(file)
}
