//! `--metrics`: the figures of a run, a line of JSON each.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::error::{At, RunError};
use super::inputs;
use super::notice::Notice;
use super::outputs::{Outputs, Start};
use super::replace::{Replace, has_content};
use crate::checksum;
use crate::files;
use crate::truncate;

/// The longest first line in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// Figures of a run; discarded where no file is named.
#[derive(Debug, Default)]
pub(super) struct Metrics(Option<(File, PathBuf)>);

impl Outputs {
    /// Fails if the metrics of a run with these settings would replace another file.
    pub(super) fn check_metrics(
        &self,
        start: Start,
        replace: Replace,
        settings: &Value,
    ) -> Result<(), RunError> {
        let Some(path) = &self.metrics else { return Ok(()) };
        let first = first_line(path);
        let is_own = match start {
            Start::Fresh => first == beginning(settings),
            // Nothing is lost by more lines, also after those of an older program.
            Start::Checkpoint | Start::Weights => {
                serde_json::from_str::<Value>(&first).is_ok_and(|line| line.get("event").is_some())
            }
        };
        replace.check("--metrics", path, || is_own)
    }

    /// The metrics of a run with these settings, from the beginning or after what is there.
    pub(super) fn open_metrics(
        &self,
        start: Start,
        settings: &Value,
        note: &mut dyn FnMut(Notice),
    ) -> Result<Metrics, RunError> {
        let Some(path) = &self.metrics else { return Ok(Metrics::default()) };
        let appends = start != Start::Fresh && has_content(path);
        let mut metrics = Metrics(Some((open(path, appends, note)?, path.clone())));
        if !appends {
            metrics.write(&beginning(settings))?;
        }
        Ok(metrics)
    }
}

impl Metrics {
    /// Adds a line.
    pub(super) fn record(&mut self, value: &Value) -> Result<(), RunError> {
        self.write(&format!("{value}\n"))
    }

    fn write(&mut self, line: &str) -> Result<(), RunError> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        // One line is one write: a killed run leaves no half line but on a full disk.
        file.write_all(line.as_bytes()).at(|| cannot_write(path))
    }
}

/// The first line of metrics, which identifies the run.
fn beginning(settings: &Value) -> String {
    let run = checksum::of_bytes(settings.to_string().as_bytes());
    format!("{}\n", json!({ "event": "begin", "run": run }))
}

/// The first line of a file; empty for bytes that are not text, or beyond [`LONGEST_LINE`].
fn first_line(path: &Path) -> String {
    let mut line = String::new();
    let file = File::open(path).map(|file| BufReader::new(file.take(LONGEST_LINE)));
    let _ = file.and_then(|mut file| file.read_line(&mut line));
    line
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write --metrics {}", path.display())
}

fn open(path: &Path, append: bool, note: &mut dyn FnMut(Notice)) -> Result<File, RunError> {
    let context = || cannot_write(path);
    let mut options = File::options();
    options.create(true).write(true).append(append).truncate(!append);
    let is_read = append && !inputs::is_stream(path);
    let mut file = options.read(is_read).open(path).at(context)?;
    if is_read {
        // A full disk may have left half a line.
        let length = File::open(path).and_then(|mut file| files::whole_lines(&mut file));
        let length = length.at(context)?;
        if let Some(cut) = truncate::truncate(path, &mut file, length).at(context)? {
            note(Notice::Cut(cut));
        }
    }
    Ok(file)
}
