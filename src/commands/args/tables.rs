//! The tables of `--endgame`: those of a folder, which are made first if missing.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::ProgressBar;

use super::threads::Threads;
use crate::commands::output::progress;
use crate::player::Endgame;
use crate::tablebase::{AUTO, Event, SolverProgress, folder};

/// What `--endgame` takes, for the help of the verbs that have it.
pub(crate) const HELP: &str = "Folder of endgame tables; if it is missing or empty, those of up to 4 pieces are made there first, in seconds. `auto`: a folder in your cache";

/// Opens the tables of a folder or of `auto`, with notes on tables that are made or missing.
pub(crate) fn open(name: &Path) -> Result<Endgame> {
    let bar = progress::percent(1, 30);
    let threads = Threads::or_cores(None);
    let opened = Endgame::open_or_make(name, threads, &mut |event| show(event, &bar), &|| false);
    bar.finish_and_clear();
    let (endgame, notes) = opened.with_context(|| format!("--endgame {}", name.display()))?;
    notes.iter().for_each(|note| note!("note: {note}"));
    Ok(endgame)
}

/// Opens the tables of a folder or of `auto` that are there; none are made.
pub(crate) fn open_made(name: &Path) -> Result<Endgame> {
    let opened = folder(name).and_then(|folder| Endgame::open(&folder));
    opened.map(|(endgame, _)| endgame).with_context(|| format!("--endgame {}", name.display()))
}

/// The folder of a name other than `auto`.
pub(crate) fn folder_named(name: &Path) -> Option<PathBuf> {
    (name.as_os_str() != AUTO).then(|| name.into())
}

/// Shows the progress of making tables.
pub(crate) fn show(event: &Event<'_>, bar: &ProgressBar) {
    if let Some(message) = event.message() {
        bar.suspend(|| note!("{message}"));
    }
    if let Event::Working { key: slice, work, done, total } = event {
        bar.set_length(*total);
        bar.set_position(*done);
        bar.set_message(format!("{slice} {}", work_text(*work)));
    }
}

fn work_text(work: SolverProgress) -> String {
    match work {
        SolverProgress::Moves(share) => format!("counting moves {:.0} %", 100.0 * share),
        SolverProgress::Level(plies) => format!("decided in {plies} plies"),
        SolverProgress::Storing => "packing".into(),
    }
}
