//! `analyse --out`: the games of files once more, with values, glyphs at mistakes and better lines.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::flags::engine::{BudgetFlags, EngineFlags};
use super::given::inputs;
use super::shown::progress;
use super::{Answer, interruption};
use crate::engine::{Budget, Engine, StopFlag};
use crate::files;
use crate::game::{Reading, Replay, fold_games, glyphs, variations};
use crate::pdn::{GameSheet, GameText, Terminator};
use crate::play::game::copied::{copied, remarks};
use crate::review::{annotated, mistakes, views};

/// The nodes of a search where no limit is given.
const NODES: u64 = 50_000;

/// What was done.
#[derive(Debug, Default)]
struct Done {
    text: String,
    games: u64,
    positions: usize,
    mistakes: usize,
    /// Games that cannot be read, or were set up more than once.
    left_out: u64,
}

/// Runs `analyse --out`.
///
/// # Errors
/// A file or an engine that cannot be used.
pub fn run(
    given: &[String],
    engine: &EngineFlags,
    budget: &BudgetFlags,
    out: &Path,
    json: bool,
) -> Result<Answer> {
    let paths: Vec<PathBuf> = given.iter().map(PathBuf::from).collect();
    let paths = inputs::listed(&paths)?;
    inputs::check(&paths)?;
    inputs::check_apart(&paths, "--out", out)?;
    inputs::check_unpacked(out, "--out")?;
    inputs::check_writable(out, "--out")?;
    let (mut engine, stop) = (engine.engine()?, interruption::flag());
    let budget = budget.budget_or(Budget::of_nodes(NODES));
    let bar = progress::bar(0, "{msg}");
    let mut done = Done::default();
    let work = |games: &mut Vec<Option<GameSheet>>, text: &GameText<'_>, replay: Replay<'_>| {
        games.push(replay.whole().ok().and_then(|game| {
            let comments = remarks(text, game);
            let (glyphs, variations) = (glyphs(text, game), variations(text, game));
            copied(text, game).map(|sheet| GameSheet { comments, glyphs, variations, ..sheet })
        }));
    };
    fold_games(&paths, 1, Vec::new, work, |reading| match reading {
        Reading::Fault(fault) => {
            bar.suspend(|| note!("warning: {fault}"));
            ControlFlow::Continue(())
        }
        Reading::Batch(batch) => batch.value.into_iter().try_for_each(|sheet| {
            let flow = done.add(sheet, &mut engine, &budget, &stop);
            bar.set_message(format!("{} games, {} mistakes", done.games, done.mistakes));
            flow
        }),
    });
    bar.finish_and_clear();
    let left = stop.is_stopped() && out.exists();
    if left {
        note!(
            "{} is left as it was: {} games were searched before the end",
            out.display(),
            done.games
        );
        return Ok(Answer::Interrupted);
    }
    ensure!(
        done.games > 0 || stop.is_stopped(),
        "no game can be read, and {} is left as it was; `draughts-td inspect` says why",
        out.display()
    );
    let written = files::write_atomically(out, done.text.as_bytes());
    written.with_context(|| format!("cannot write --out {}", out.display()))?;
    done.tell(out, json);
    Ok(if stop.is_stopped() { Answer::Interrupted } else { Answer::Done })
}

impl Done {
    /// Searches a game and adds it; one that was interrupted is left out.
    fn add(
        &mut self,
        sheet: Option<GameSheet>,
        engine: &mut Engine,
        budget: &Budget,
        stop: &StopFlag,
    ) -> ControlFlow<()> {
        let Some(sheet) = sheet else {
            self.left_out += 1;
            return ControlFlow::Continue(());
        };
        let seen = views(engine, &sheet.start, &sheet.moves, budget, stop, &mut |_, _| {});
        let Some(views) = seen else { return ControlFlow::Break(()) };
        self.games += 1;
        self.positions += views.len();
        let found = mistakes(&sheet.start, &sheet.moves, &views);
        self.mistakes += found.len();
        self.text += &annotated(sheet, &views, &found).to_pdn(Terminator::Result);
        ControlFlow::Continue(())
    }

    fn tell(&self, out: &Path, json: bool) {
        let Done { games, positions, mistakes, left_out, .. } = *self;
        if json {
            say!(
                "{}",
                json!({
                    "out": out, "games": games, "positions": positions,
                    "mistakes": mistakes, "left_out": left_out,
                })
            );
            return;
        }
        say!("{games} games written to {}", out.display());
        say!("{positions} positions searched, {mistakes} mistakes marked");
        if left_out > 0 {
            say!("{}", left_out_text(left_out));
        }
    }
}

/// How many games of the input are not in the output.
pub fn left_out_text(games: u64) -> String {
    format!("{games} games left out that cannot be read; `draughts-td inspect` says why")
}
