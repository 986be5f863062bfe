//! `hub`: the engine over the Hub protocol, and the conformance check of other engines.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::arena::conformance::check::Timeouts;
use crate::arena::conformance::hub as hub_checks;
use crate::arena::hub::engine_loop::{self, HubSettings};
use crate::arena::protocol_log::ProtocolLog;
use crate::commands::flags::engine::{BudgetFlags, EngineFlags, PlayerFlags, StrengthFlags};
use crate::commands::flags::parsed::read_seconds;
use crate::commands::online_learning::OnlineLearnFlags;
use crate::commands::output::{check_report, console};
use crate::commands::{ExitStatus, signals};
use crate::run::WRITTEN;
use crate::tablebase::AUTO;

#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without --time, --nodes or --depth the engine obeys the `level` of its driver.

Parameters of the protocol: hash (MiB) or tt-size (2^N entries, as Scan has it)
for the transposition table, threads, net, endgame, bb-size (the most pieces of
tables, 0 for no tables), book, and level (1 to 10 for people, 0 for full
strength).

Examples:
  printf 'hub\\ninit\\npos\\nlevel depth=9\\ngo\\n' | (cat; sleep 1) | \\
    draughts-td hub --net nn4.safetensors
  draughts-td hub --endgame auto --book own.book
  draughts-td hub --level 3
  draughts-td hub --learn own.safetensors
  draughts-td hub check './my-engine hub'"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Option<HubCommand>,
    #[command(flatten)]
    player: PlayerFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    #[command(flatten)]
    strength: StrengthFlags,
    #[command(flatten)]
    learn: OnlineLearnFlags,
}

#[derive(Debug, clap::Subcommand)]
enum HubCommand {
    /// Check whether another engine follows the protocol
    Check(CheckArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The engine is started as a child process, several times if it ends. FAIL: against the protocol. weak: allowed, \
but some programs in use will trip over it. Exit status 1 if anything fails, 2 if the command starts nothing.

Example:
  draughts-td hub check './my-engine hub' --trace lines.txt"
)]
struct CheckArgs {
    /// The command that starts the engine; quotes keep blanks together
    command: String,
    /// Seconds the engine may take to start
    #[arg(long, value_name = "S", default_value = "30", value_parser = read_seconds)]
    startup: Duration,
    /// Seconds a reply without a search may take
    #[arg(long, alias = "answer", value_name = "S", default_value = "5", value_parser = read_seconds)]
    reply_timeout: Duration,
    /// Seconds a search may take beyond its limit before it is given up
    #[arg(long, alias = "thinking", value_name = "S", default_value = "10", value_parser = read_seconds)]
    move_timeout: Duration,
    /// Write every line with its time here
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    trace: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    if let Some(HubCommand::Check(args)) = &args.verb {
        return check(args);
    }
    let (player, learner) = args.learn.learner(&args.player)?;
    let engine = &player.engine;
    let options = without_auto(&player).options()?;
    let settings = HubSettings {
        name: env!("CARGO_PKG_NAME").into(),
        version: env!("CARGO_PKG_VERSION").into(),
        author: Some("The draughts-td authors".into()),
        country: Some("International".into()),
        net: engine.net().into(),
        options,
        endgame: engine.endgame.as_ref().map_or_else(String::new, |dir| dir.display().to_string()),
        book: player.book.as_ref().map_or_else(String::new, |file| file.display().to_string()),
        budget: args.budget.budget(),
        level: args.strength.level,
        function: None,
        note: |text| note!("{text}"),
    };
    console::unless_unread(engine_loop::run(
        settings,
        learner,
        std::io::stdin(),
        std::io::stdout(),
    ))?;
    Ok(ExitStatus::Done)
}

/// The same without `--endgame auto`, whose tables the engine opens or makes while it answers its driver.
fn without_auto(player: &PlayerFlags) -> PlayerFlags {
    let endgame = player.engine.endgame.clone().filter(|name| name.as_os_str() != AUTO);
    PlayerFlags { engine: EngineFlags { endgame, ..player.engine.clone() }, ..player.clone() }
}

fn check(args: &CheckArgs) -> Result<ExitStatus> {
    let trace = args.trace.as_deref().map(ProtocolLog::to_file).transpose()?.unwrap_or_default();
    let stop = signals::flag();
    let times = Timeouts { answer: args.reply_timeout, thinking: args.move_timeout };
    let status = check_report::print(args.json, |watch| {
        hub_checks::run(&args.command, args.startup, times, trace, stop.clone(), watch)
    })?;
    if stop.is_stopped() {
        note!("interrupted; the checks that are left were skipped");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status)
}
