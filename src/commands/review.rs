//! `analyse --out`: the games of files once more, with values, glyphs at mistakes and better lines.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use super::args::inputs;
use super::args::threads::Threads;
use super::flags::engine::{BudgetFlags, EngineFlags};
use super::output::progress;
use super::rewrite::{Originals, Output};
use super::{ExitStatus, signals};
use crate::arena::datagen::{Analysed, Analysis, analyse};
use crate::commands::verbs::generate::datagen_player;
use crate::player::Budget;

/// The limit of a search where none is given.
pub(super) const BUDGET: Budget = Budget { nodes: Some(50_000), ..Budget::INFINITE };

pub(super) struct Review<'a> {
    pub texts: &'a [OsString],
    pub engine: &'a EngineFlags,
    pub budget: &'a BudgetFlags,
    pub output: Output<'a>,
    pub json: bool,
}

/// Runs `analyse --out`.
pub(super) fn run(review: &Review<'_>) -> Result<ExitStatus> {
    let analysis = review.analysis()?;
    let (stop, started) = (signals::flag(), Instant::now());
    let threads = Threads::or_cores(None);
    let begun = review.output.begin(&analysis.settings(), &analysis.files, threads)?;
    let mut draft = match begun {
        ControlFlow::Continue(draft) => draft,
        ControlFlow::Break(status) => return Ok(status),
    };
    let bar = progress::counter(draft.contents.total(), "games");
    bar.set_position(draft.before);
    let before = draft.before;
    let sum = analyse(&analysis, &mut draft.store, &stop, &mut |sum| {
        bar.set_position(before + sum.games + sum.unreadable);
        bar.set_message(format!("{} mistakes", sum.mistakes));
    });
    bar.finish_and_clear();
    let sum = sum?;
    if review.json {
        let mut object = json!(sum);
        object["out"] = json!(review.output.out);
        object["before"] = before.into();
        object["unreadable"] = draft.contents.unreadable.into();
        say!("{object}");
    } else {
        let Analysed { positions, mistakes, kept_glyphs: kept, .. } = sum;
        let found = format!(
            "{positions} positions searched, {mistakes} mistakes found; {kept} of them keep the glyph that they had"
        );
        draft.print(sum.games, started.elapsed().as_secs_f64(), &found);
    }
    draft.end(sum.games + sum.unreadable)
}

impl Review<'_> {
    fn analysis(&self) -> Result<Analysis> {
        let paths: Vec<PathBuf> = self.texts.iter().map(PathBuf::from).collect();
        inputs::check_unpacked(self.output.out, "--out")?;
        let Originals { files, checksums } = Originals::of(&paths, self.output.out)?;
        Ok(Analysis {
            annotator: datagen_player(self.engine.net(), "--net")?,
            budget: self.budget.budget_or(BUDGET),
            options: self.engine.options()?,
            files,
            checksums,
        })
    }
}
