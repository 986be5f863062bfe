//! `hub`: the engine on standard input and output, for programs that drive it.

use anyhow::Result;

use super::Answer;
use super::engine_flags::{BudgetFlags, EngineFlags};
use crate::play::hub_loop::{self, HubSettings};

/// Flags of `hub`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without --time, --nodes or --depth the engine obeys the `level` of its driver.

Example, by hand:
  printf 'hub\\ninit\\npos\\nlevel depth=9\\ngo\\n' | (cat; sleep 1) | draughts-td hub --net nn4.safetensors"
)]
pub struct Args {
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    budget: BudgetFlags,
}

/// Runs `hub`.
///
/// # Errors
/// An engine that cannot be made, or a driver that no longer reads.
pub fn run(args: &Args) -> Result<Answer> {
    let settings = HubSettings {
        name: env!("CARGO_PKG_NAME").into(),
        version: env!("CARGO_PKG_VERSION").into(),
        net: args.engine.net.clone(),
        options: args.engine.options(),
        budget: args.budget.budget(),
    };
    hub_loop::run(settings, std::io::stdin(), std::io::stdout())?;
    Ok(Answer::Done)
}
