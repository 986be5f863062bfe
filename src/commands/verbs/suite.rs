//! `suite`: the points of the moves that the engine chooses in a file of judged positions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde_json::json;

use crate::commands::ExitStatus;
use crate::commands::args::inputs::LARGEST_SUITE;
use crate::commands::flags::engine::{BudgetFlags, EngineFlags};
use crate::files;
use crate::player::{Budget, Depth, Points, Suite, SuiteError};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A line of the file is `FEN ; id \"theme.n\" ; pts \"move=points,…\"`; a move that is not listed gets nothing.

Without --time, --nodes and --depth the search goes to depth 8.

Examples:
  draughts-td suite sts.epd --net net.safetensors --nodes 10000
  draughts-td suite sts.epd --net material --depth 1 --json"
)]
pub(crate) struct Args {
    /// File of judged positions
    file: PathBuf,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs `suite`, by default at depth 8.
pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    let suite = read(&args.file)?;
    let mut engine = args.engine.engine()?;
    let budget = args.budget.budget_or(Budget::of_depth(Depth::new(8)));
    let themes = suite.points(&mut engine, &budget);
    print(args, &themes);
    Ok(ExitStatus::Done)
}

pub(crate) fn read(file: &Path) -> Result<Suite> {
    let place = file.display();
    let text = files::read_text_at_most(file, LARGEST_SUITE);
    let text = text.with_context(|| format!("cannot read {place}"))?;
    Suite::read(&text).map_err(|error| match error {
        SuiteError::Line { line, fault } => anyhow!("{place}:{line}: {fault}"),
        SuiteError::Empty => anyhow!("{place} holds no position"),
    })
}

fn print(args: &Args, themes: &BTreeMap<String, Points>) {
    let mut total = Points::default();
    themes.values().for_each(|points| total += *points);
    if args.json {
        let figures = |points: &Points| json!({ "positions": points.positions, "score": points.won, "max": points.most });
        let by_theme: BTreeMap<_, _> =
            themes.iter().map(|(name, points)| (name, figures(points))).collect();
        say!(
            "{}",
            json!({ "net": args.engine.net(), "score": total.won, "max": total.most, "themes": by_theme })
        );
        return;
    }
    for (theme, points) in themes {
        say!("{theme}: {} of {} in {} positions", points.won, points.most, points.positions);
    }
    say!("score {} of {}", total.won, total.most);
}
