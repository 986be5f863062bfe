//! The folder with the report of a run of `train`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;

use super::args::overwrite::Overwrite;
use super::command_line;
use super::run_folder::{shell_word, this_program};
use crate::experiments::from_play::write_single;
use crate::files;
use crate::results::Description;
use crate::selfplay::TrainingState;

const SETTINGS: &str = "settings.json";
/// The files of a report, with the first of its plots.
const FILES: [&str; 4] = [SETTINGS, "figures.jsonl", "README.md", "figure-1.svg"];

/// A report that will be written.
#[derive(Debug)]
pub(super) struct TrainReport {
    folder: PathBuf,
    /// The text of the file of settings.
    config: Option<String>,
    notes: Vec<String>,
}

impl TrainReport {
    /// Fails if the report of a run with these settings would replace other files.
    pub(super) fn check(folder: &Path, overwrite: Overwrite, settings: &Value) -> Result<()> {
        let text = std::fs::read_to_string(folder.join(SETTINGS)).unwrap_or_default();
        let is_own = serde_json::from_str::<Value>(&text).is_ok_and(|stored| stored == *settings);
        FILES.iter().try_for_each(|name| overwrite.check("--report", &folder.join(name), || is_own))
    }

    /// Makes the folder; called before the work.
    pub(super) fn prepare(
        folder: &Path,
        config: Option<&str>,
        notes: &[String],
    ) -> Result<TrainReport> {
        let context = || format!("--report {}: cannot write there", folder.display());
        std::fs::create_dir_all(folder).with_context(context)?;
        tempfile::tempfile_in(folder).with_context(context)?;
        Ok(TrainReport {
            folder: folder.into(),
            config: config.map(str::to_owned),
            notes: notes.to_vec(),
        })
    }

    /// Writes report, plots and figures.
    pub(super) fn write(&self, record: &TrainingState) -> Result<()> {
        let command = typed(command_line::words());
        let run = Description { command, program: this_program()?, ..Description::default() };
        write_single(&self.folder, record, &run, self.config.as_deref(), &self.notes)?;
        self.save(SETTINGS, &(serde_json::to_string_pretty(&record.settings)? + "\n"))?;
        self.save("figures.jsonl", &lines(&record.curve)?)
    }

    fn save(&self, name: &str, text: &str) -> Result<()> {
        let path = self.folder.join(name);
        let context = || format!("cannot write {}", path.display());
        files::write_atomically(&path, text.as_bytes()).with_context(context)
    }
}

fn lines(rows: &[impl Serialize]) -> Result<String> {
    let lines: Vec<String> = rows.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// The command as typed, without the notes, which the report has anyway.
fn typed(words: Vec<String>) -> String {
    let mut typed = String::from("draughts-td");
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "--note" {
            words.next();
        } else if !word.starts_with("--note=") {
            typed.push(' ');
            typed.push_str(&shell_word(&word));
        }
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_told_as_a_shell_takes_it_without_notes() {
        let words = ["train", "--note", "time 10", "--note=x", "--config", "my run.toml"];
        let command = typed(words.map(str::to_owned).to_vec());
        assert_eq!(command, "draughts-td train --config 'my run.toml'");
    }
}
