//! `play`: a game against the engine in the terminal.

use std::io::IsTerminal;

use anyhow::{Context, Result, anyhow};

use crate::arena::terminal::session::{self, Setup};
use crate::board::{Position, fen, playable};
use crate::commands::ExitStatus;
use crate::commands::flags::color::ColorName;
use crate::commands::flags::engine::{BudgetFlags, PlayerFlags};
use crate::commands::output::console;
use crate::player::level::{self, LEVELS, level};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Paint {
    Auto,
    Always,
    Never,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td play --net nn4.safetensors --level 4
  draughts-td play --net nn4.safetensors --colour black --time 3
  draughts-td play --endgame auto")]
pub(crate) struct Args {
    #[command(flatten)]
    player: PlayerFlags,
    /// Your side
    #[arg(long, alias = "color", value_enum, default_value = "white")]
    colour: ColorName,
    /// The engine's strength, 1 to 10
    #[arg(long, value_name = "N", default_value_t = level::DEFAULT, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Play from this position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Colours on the board
    #[arg(long, value_enum, default_value = "auto")]
    paint: Paint,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    debug_assert!(LEVELS.contains(&args.level));
    let start = match &args.fen {
        Some(text) => fen::read(text).with_context(|| format!("--fen {text}"))?,
        None => Position::start(),
    };
    playable(&start).map_err(|reason| anyhow!("--fen: {reason}"))?;
    let color = args.colour.into();
    let colors = match args.paint {
        Paint::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        Paint::Always => true,
        Paint::Never => false,
    };
    let setup = Setup {
        start,
        color,
        budget: args.budget.budget_or(level(args.level)),
        colors,
        prompt: std::io::stdin().is_terminal(),
    };
    let engine = args.player.engine.engine_with(&args.player.options()?)?;
    let played = session::run(setup, engine, std::io::stdin().lock(), std::io::stdout());
    console::unless_unread(played)?;
    Ok(ExitStatus::Done)
}
