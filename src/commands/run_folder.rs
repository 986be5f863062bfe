//! The folder of an experiment: the flags that name it, and what is written there at the end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, ensure};

use super::args::overwrite::has_content;
use super::flags::parsed::read_seconds;
use super::flags::share::{SILENCE, without_folder, worker};
pub(crate) use super::output::progress::counter;
use super::{ExitStatus, PROGRAM, build};
use crate::arena::jobs::folder::Share;
use crate::commands::verbs::bench;
use crate::results::{Description, FinishedRun, Left, Program, RunFolder};

/// Flags that every experiment takes.
#[derive(Debug, clap::Args)]
pub(crate) struct RunFolderFlags {
    /// Folder for settings, raw figures, plots and report [default: runs/ and the experiment's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A small size, to see that everything works; its report gives no verdict
    #[arg(long)]
    pub quick: bool,
    /// Start over instead of resuming the run in the folder, also if it is finished
    #[arg(long)]
    pub fresh: bool,
    /// Share this folder with other workers of the same command, on any machine that has the folder; all end when everything is done, with
    /// the report there. Measurements by the clock need the machine for themselves and are refused
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "fresh"])]
    folder: Option<PathBuf>,
    /// Make share i of N of the figures, from 0, instead of taking them as they become free, and end without those of other workers. The
    /// same command resumes once they are there, and the last one writes the report
    #[arg(long, value_name = "i/N")]
    shard: Option<Share>,
    /// Seconds of silence after which the work of another worker is done again [default: 60]
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    silence: Option<Duration>,
}

impl RunFolderFlags {
    /// The folder, which no other process writes meanwhile.
    pub(crate) fn open(
        &self,
        experiment: &str,
        command: &str,
        settings: serde_json::Value,
    ) -> Result<RunFolder> {
        self.open_growing(experiment, command, settings, Vec::new())
    }

    /// The folder of a run to which more pieces than these may be added later.
    pub(crate) fn open_growing(
        &self,
        experiment: &str,
        command: &str,
        settings: serde_json::Value,
        pieces: Vec<String>,
    ) -> Result<RunFolder> {
        let description = Description {
            experiment: experiment.into(),
            command: command.into(),
            program: this_program()?,
            is_trial: self.quick,
            pieces,
            finished: None,
            settings,
        };
        if let Some(folder) = &self.folder {
            let silence = self.silence.unwrap_or(SILENCE);
            let worker = worker(folder, self.shard.unwrap_or_default(), silence)?;
            return Ok(RunFolder::share(folder, description, worker)?);
        }
        without_folder(self.shard, self.silence)?;
        let default = Path::new("runs").join(experiment);
        let out = self.out.as_deref().unwrap_or(&default);
        if !self.fresh {
            refuse_others(out)?;
        }
        let folder = RunFolder::open(out, description, self.fresh)?;
        if let Some(cut) = folder.cut() {
            note!("warning: {cut}");
        }
        Ok(folder)
    }

    /// Fails in a shared folder: matches by the clock need the machine for themselves.
    pub(crate) fn refuse_to_share(&self, matches: &str) -> Result<()> {
        ensure!(
            self.folder.is_none(),
            "--folder: {matches} want the machine for themselves; name the folder with --out"
        );
        Ok(())
    }

    /// Makes the folders in which a run keeps games and evaluations. The games of an earlier run would count as played, and go
    /// when it is started over.
    pub(crate) fn prepare(&self, games: &Path, others: &[&Path]) -> Result<()> {
        if self.fresh && games.exists() {
            let context = || format!("cannot clear {}", games.display());
            std::fs::remove_dir_all(games).with_context(context)?;
        }
        for place in others.iter().chain([&games]) {
            let context = || format!("cannot make {}", place.display());
            std::fs::create_dir_all(place).with_context(context)?;
        }
        Ok(())
    }
}

/// This program, by whose figures a run is known.
pub(crate) fn this_program() -> Result<Program> {
    let (commit, signature) = (build::commit(), bench::signature()?);
    Ok(Program { name: PROGRAM.into(), commit, commit_from: None, signature: Some(signature) })
}

/// Fails in a folder where a run would replace files of something else.
fn refuse_others(folder: &Path) -> Result<()> {
    if has_content(&folder.join("settings.json")) {
        return Ok(());
    }
    for name in ["figures.jsonl", "README.md"] {
        let file = folder.join(name);
        let shown = file.display();
        ensure!(
            !has_content(&file),
            "{shown} exists; name another folder with --out, or replace it with --fresh"
        );
    }
    Ok(())
}

/// The exit status of an experiment: a finished run stays as it is, and a worker whose share is done leaves the rest to others.
pub(crate) fn ended(status: Result<ExitStatus>) -> Result<ExitStatus> {
    status.or_else(|error| match reason_to_end(&error) {
        Some(reason) => {
            say!("{reason}");
            Ok(ExitStatus::Done)
        }
        None => Err(error),
    })
}

fn reason_to_end(error: &Error) -> Option<String> {
    error.chain().find_map(|cause| {
        let finished = cause.downcast_ref::<FinishedRun>().map(ToString::to_string);
        finished.or_else(|| cause.downcast_ref::<Left>().map(ToString::to_string))
    })
}

/// Shows the main tables of an experiment that is done, and where the rest is.
pub(crate) fn finish(folder: &RunFolder, tables: &str) -> ExitStatus {
    say!("{tables}\n\nfigures, plots and report written to {}", folder.path().display());
    ExitStatus::Done
}

/// A word as a shell takes it, in quotes if it must be. Control characters, which would break the line, are escaped.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-+/:=@%,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.into() } else { in_quotes(word) }
}

/// Words in quotes for a shell.
pub(crate) fn in_quotes(word: &str) -> String {
    let plain =
        |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let word: String = word.chars().map(plain).collect();
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_if_a_shell_would_take_it_apart() {
        for plain in ["games-1999.pdn.gz", "dxp:localhost:27531", "Бой.pdn"] {
            assert_eq!(shell_word(plain), plain);
        }
        assert_eq!(shell_word("my `games`.pdn"), "'my `games`.pdn'");
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word("a\nb"), "'a\\nb'");
    }

    #[test]
    fn a_quoted_word_is_read_back_as_it_was() {
        for word in ["", "it's", "a b", "$HOME", "{a,b}", "!x", "#1", "\"", "a\\b", "Бой"] {
            assert_eq!(
                shell_words::split(&shell_word(word)).as_deref(),
                Ok(&[word.to_owned()][..])
            );
        }
    }
}
