//! What `annotate` and `analyse --out` share: the input files, the output that an interrupted run resumes, and the summary.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::args::inputs;
use super::args::overwrite::Overwrite;
use super::flags::strict::StrictFlag;
use super::{ExitStatus, signals};
use crate::arena::datagen::{Contents, Store, Target};
use crate::arena::error::PlayError;
use crate::checksum;

#[derive(Clone, Copy)]
pub(super) struct Output<'a> {
    pub out: &'a Path,
    pub strict: StrictFlag,
    pub overwrite: Overwrite,
}

/// The input files, and the checksum of each.
pub(super) struct Originals {
    pub files: Vec<PathBuf>,
    pub checksums: Vec<String>,
}

impl Originals {
    /// The files of the paths; the output must not be one of them.
    pub(super) fn of(paths: &[PathBuf], out: &Path) -> Result<Originals> {
        let files = inputs::listed(paths)?;
        ensure!(
            !files.iter().any(|file| inputs::is_stream(file)),
            "games are read again whenever this resumes, and standard input or a pipe only once; name files"
        );
        inputs::check(&files)?;
        inputs::check_apart(&files, "--out", out)?;
        inputs::check_writable(out, "--out")?;
        let checksum = |file: &PathBuf| {
            checksum::of_file(file).with_context(|| format!("cannot read {}", file.display()))
        };
        let checksums = files.iter().map(checksum).collect::<Result<_>>()?;
        Ok(Originals { files, checksums })
    }
}

/// A file of games that is being written.
pub(super) struct Draft<'a> {
    pub store: Store,
    /// The games that were there before.
    pub before: u64,
    /// The games and faults of the files.
    pub contents: Contents,
    output: Output<'a>,
}

impl<'a> Output<'a> {
    /// Opens the output after all checks; breaks with the exit status where there is nothing to do.
    pub(super) fn begin(
        self,
        settings: &Value,
        files: &[PathBuf],
        threads: usize,
    ) -> Result<ControlFlow<ExitStatus, Draft<'a>>> {
        let target = Target::at(self.out, settings)?;
        self.check(&target)?;
        let stop = signals::flag();
        let contents = Contents::of(files, threads, &stop);
        contents.faults.iter().for_each(|fault| note!("warning: {fault}"));
        contents
            .reasons
            .iter()
            .for_each(|reason| note!("warning: {reason}; the game is written as it is"));
        let unnamed = contents.unreadable - contents.reasons.len() as u64;
        if unnamed > 0 {
            note!(
                "warning: {unnamed} more games cannot be read; `draughts-td inspect` names them all"
            );
        }
        let before = if self.overwrite.force { 0 } else { target.games() };
        if stop.is_stopped() {
            note!(
                "Interrupted while games were counted; {} resumes.",
                self.overwrite.same_command()
            );
            return Ok(ControlFlow::Break(ExitStatus::Interrupted));
        }
        if self.strict.refuses(contents.unreadable, contents.faults.len()) {
            return Ok(ControlFlow::Break(ExitStatus::No));
        }
        ensure!(
            contents.games > 0,
            "no game of the files can be read; `draughts-td inspect` says why"
        );
        let (store, cut) = target.open(self.overwrite.force)?;
        if let Some(cut) = cut {
            note!("warning: {cut}");
        }
        Ok(ControlFlow::Continue(Draft { store, before, contents, output: self }))
    }

    /// Fails if the output exists and belongs to other work.
    fn check(self, target: &Target) -> Result<()> {
        let checked = self.overwrite.check("--out", self.out, || target.refusal().is_none());
        match target.refusal() {
            None | Some(PlayError::Unaccounted { .. }) => checked,
            Some(refusal) => checked.with_context(|| refusal.to_string()),
        }
    }
}

impl Draft<'_> {
    /// The exit status after this number of games of this run; prints how many are missing.
    pub(super) fn end(&self, games: u64) -> Result<ExitStatus> {
        let (written, all) = (self.before + games, self.contents.total());
        let is_whole = written >= all;
        Overwrite::end_replacing(self.output.out, is_whole)?;
        if is_whole {
            return Ok(ExitStatus::Done);
        }
        note!(
            "Interrupted: {written} of {all} games are written to {}, {} are missing; {} resumes.",
            self.output.out.display(),
            all - written,
            self.output.overwrite.same_command()
        );
        Ok(ExitStatus::Interrupted)
    }

    /// Prints how many games were written, and how many are not in the output.
    pub(super) fn print(&self, games: u64, seconds: f64, found: &str) {
        let (out, before) = (self.output.out.display(), self.before);
        say!("{games} games written to {out} in {seconds:.1} s, {before} were there before");
        say!("{found}");
        let unreadable = self.contents.unreadable;
        if unreadable > 0 {
            say!("{unreadable} games that cannot be read are written as they are");
        }
    }
}
