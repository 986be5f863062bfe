//! The outputs of a training run: weights, checkpoint, metrics.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::inputs;
use super::overwrite::{Overwrite, has_content};
use crate::checksum;
use crate::files;
use crate::lock::Lock;
use crate::models::WeightsError;
use crate::truncate;

#[derive(Clone, Debug)]
pub(crate) struct Outputs {
    pub out: PathBuf,
    pub metrics: Option<PathBuf>,
}

impl Outputs {
    pub(crate) fn checkpoint(&self) -> PathBuf {
        self.beside(".checkpoint")
    }

    /// A file or folder named after the weights.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    /// Checks the outputs before any work.
    pub(crate) fn check(&self, read: &[PathBuf]) -> Result<()> {
        let shown = self.out.display();
        inputs::check_zstd(&self.out, "-o")?;
        let name = self.out.to_string_lossy();
        if [".txt", ".pdn", ".json", ".toml", ".db"].iter().any(|ending| name.ends_with(ending)) {
            note!("warning: -o {shown} will hold weights; their names usually end in .safetensors");
        }
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
    pub(crate) fn lock(&self) -> Result<Vec<Lock>> {
        let metrics = self.metrics.iter().filter(|path| !inputs::is_stream(path)).cloned();
        let outputs = [self.out.clone(), self.checkpoint()].into_iter().chain(metrics);
        outputs.map(|output| Ok(Lock::on(&output)?)).collect()
    }

    /// An error that ends a run, with the checkpoint that is left.
    pub(crate) fn with_checkpoint(&self, error: Error) -> Error {
        let file = self.checkpoint();
        if !file.exists() {
            return error;
        }
        error.context(format!("{} holds the last good checkpoint", file.display()))
    }

    /// Where a run begins: at the checkpoint of the same run, or anew. `compare` fails for weights of another run, with the difference,
    /// and returns for weights of the same run whether the run would repeat them.
    pub(crate) fn begin(
        &self,
        resume: bool,
        overwrite: Overwrite,
        compare: &dyn Fn(&Path) -> Result<bool>,
    ) -> Result<Begin> {
        if resume {
            return Ok(self.resume());
        }
        let checkpoint = self.checkpoint();
        if !overwrite.force && has_content(&checkpoint) {
            match compare(&checkpoint) {
                Ok(_) => return Ok(Begin::Checkpoint),
                Err(_) if overwrite.confirms(&checkpoint) => {}
                Err(other) => return Err(other.context(self.is_of_another_run())),
            }
        }
        let is_same = || compare(&self.out).is_ok_and(|is_same| is_same);
        let allowed = overwrite.check("-o", &self.out, is_same);
        allowed.map_err(|refused| with_difference(refused, compare(&self.out)))?;
        Ok(Begin::Anew)
    }

    fn is_of_another_run(&self) -> String {
        format!(
            "{} is the checkpoint of another run; name another -o, or start anew with --force",
            self.checkpoint().display()
        )
    }

    /// Where a run resumes: at its checkpoint, or at its weights, since a finished run has no checkpoint. Prints a note without either.
    fn resume(&self) -> Begin {
        let checkpoint = self.checkpoint();
        if checkpoint.exists() {
            return Begin::Checkpoint;
        }
        if self.out.exists() {
            return Begin::Weights;
        }
        note!("no checkpoint {} yet: the run starts from the beginning", checkpoint.display());
        Begin::Anew
    }

    /// The file with which a run begins.
    pub(crate) fn file(&self, begin: Begin) -> Option<PathBuf> {
        match begin {
            Begin::Anew => None,
            Begin::Checkpoint => Some(self.checkpoint()),
            Begin::Weights => Some(self.out.clone()),
        }
    }

    /// Fails if the metrics of a run with these settings would replace another file.
    pub(crate) fn check_metrics(
        &self,
        begin: Begin,
        overwrite: Overwrite,
        settings: &Value,
    ) -> Result<()> {
        let Some(path) = &self.metrics else { return Ok(()) };
        let first = first_line(path);
        let is_own = match begin {
            Begin::Anew => first == beginning(settings),
            // Nothing is lost by more lines, also behind those of an older program.
            Begin::Checkpoint | Begin::Weights => {
                serde_json::from_str::<Value>(&first).is_ok_and(|line| line.get("event").is_some())
            }
        };
        overwrite.check("--metrics", path, || is_own)
    }

    /// The metrics of a run with these settings, from the beginning or behind what is there.
    pub(crate) fn open_metrics(&self, begin: Begin, settings: &Value) -> Result<Metrics> {
        let Some(path) = &self.metrics else { return Ok(Metrics::default()) };
        let appends = begin != Begin::Anew && has_content(path);
        let mut metrics = Metrics(Some((open_metrics(path, appends)?, path.clone())));
        if !appends {
            metrics.write(&beginning(settings))?;
        }
        Ok(metrics)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Begin {
    Anew,
    Checkpoint,
    /// At the weights of a finished run.
    Weights,
}

/// A refusal to replace weights, with the difference of their run, if the file holds weights.
fn with_difference(refused: Error, compared: Result<bool>) -> Error {
    match compared {
        Ok(_) => anyhow!("{refused}; --resume goes on from it"),
        Err(difference) if difference.is::<WeightsError>() => refused,
        Err(difference) => difference.context(refused),
    }
}

/// The first line of metrics, which identifies the run.
fn beginning(settings: &Value) -> String {
    let run = checksum::of_bytes(settings.to_string().as_bytes());
    format!("{}\n", json!({ "event": "begin", "run": run }))
}

/// The first line of a file; empty for bytes that are no text, or beyond [`LONGEST_LINE`].
fn first_line(path: &Path) -> String {
    let mut line = String::new();
    let file = File::open(path).map(|file| BufReader::new(file.take(LONGEST_LINE)));
    let _ = file.and_then(|mut file| file.read_line(&mut line));
    line
}

/// The longest first line in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// Figures of a run, a line of JSON each; discarded without --metrics.
#[derive(Debug, Default)]
pub(crate) struct Metrics(Option<(File, PathBuf)>);

impl Metrics {
    /// Adds a line.
    pub(crate) fn record(&mut self, value: &Value) -> Result<()> {
        self.write(&format!("{value}\n"))
    }

    fn write(&mut self, line: &str) -> Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        // One line is one write: a killed run leaves no half line but on a full disk.
        let written = file.write_all(line.as_bytes());
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
        // A full disk may have left half a line.
        let length = File::open(path).and_then(|mut file| files::whole_lines(&mut file));
        let length = length.with_context(context)?;
        if let Some(cut) = truncate::truncate(path, &mut file, length).with_context(context)? {
            note!("warning: {cut}");
        }
    }
    Ok(file)
}
