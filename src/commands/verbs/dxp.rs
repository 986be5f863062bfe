//! `dxp`: the engine over the DamExchange Protocol, and the conformance check of other programs.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::arena::conformance::check::Timeouts;
use crate::arena::conformance::{dxp_follower, dxp_initiator};
use crate::arena::dxp::engine::{DxpEngine, InitiatorConfig, Role, SessionEnd};
use crate::arena::dxp::game::SessionConfig;
use crate::arena::dxp::game_file::GameFile;
use crate::arena::dxp::listener::Listener;
use crate::arena::play::opening_file;
use crate::arena::protocol_log::ProtocolLog;
use crate::arena::tournament::spec::with_port;
use crate::board::{Position, fen};
use crate::commands::args::inputs::check_unpacked;
use crate::commands::flags::color::ColorName;
use crate::commands::flags::engine::{BudgetFlags, PlayerFlags, StrengthFlags};
use crate::commands::flags::parsed::{minutes, read_seconds};
use crate::commands::online_learning::OnlineLearnFlags;
use crate::commands::output::check_report;
use crate::commands::{ExitStatus, PROGRAM};
use crate::protocol::dxp::{DEFAULT_PORT, Minutes, Name};
use crate::run::WRITTEN;

/// The most minutes of each side that are granted unless the user says otherwise.
const LONGEST_MINUTES: u16 = 60;
/// The most that the protocol can carry.
const MOST_MINUTES: u16 = 999;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: DxpCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DxpCommand {
    /// Listen for a program and play game after game with it
    Serve(ServeArgs),
    /// Connect to a program that listens
    Connect(ConnectArgs),
    /// Check whether another program follows the protocol: a follower that listens, or an initiator that connects
    Check(CheckArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RoleName {
    /// Answers game requests
    Follower,
    /// Sends them
    Initiator,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td dxp serve 27531 --net nn4.safetensors --pdn games.pdn
  draughts-td dxp serve 27531 --listen 0.0.0.0 --time 1
  draughts-td dxp serve 27531 --level 4
  draughts-td dxp serve 27531 --net material --learn own.safetensors
  draughts-td dxp serve 27531 --role initiator --minutes 5 --games 2")]
struct ServeArgs {
    /// The port to listen on
    #[arg(default_value_t = DEFAULT_PORT)]
    port: u16,
    /// The address to listen on; 0.0.0.0 or :: lets other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: String,
    /// Who asks for games
    #[arg(long, value_enum, default_value = "follower")]
    role: RoleName,
    #[command(flatten)]
    session: SessionFlags,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td dxp connect localhost:27531 --net nn4.safetensors \\
    --minutes 5 --games 10
  draughts-td dxp connect localhost:27531 --role follower --trace messages.txt")]
struct ConnectArgs {
    /// HOST:PORT of the other program
    address: String,
    /// Who asks for games
    #[arg(long, value_enum, default_value = "initiator")]
    role: RoleName,
    #[command(flatten)]
    session: SessionFlags,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every check names the section of the protocol it comes from. FAIL: against the protocol. weak: allowed, \
but some programs in use will trip over it. Exit status 1 if anything fails, 2 if there is no program to check.

A program that asks for games (an initiator) is checked with --listen: start the check, then let the \
program connect and play about ten games.

Examples:
  draughts-td dxp check localhost:27531 --trace messages.txt
  draughts-td dxp check --listen 27531"
)]
struct CheckArgs {
    /// HOST:PORT of a program that listens and answers game requests
    #[arg(required_unless_present = "listen", conflicts_with = "listen")]
    address: Option<String>,
    /// Wait here for a program that connects and asks for games
    #[arg(long, value_name = "[ADDR:]PORT")]
    listen: Option<String>,
    /// Seconds to wait for its connection
    #[arg(long, value_name = "S", default_value = "60", requires = "listen", value_parser = read_seconds)]
    wait: Duration,
    /// Minutes of each side for a game
    #[arg(long, value_name = "MIN", default_value = "1", value_parser = minutes)]
    minutes: Minutes,
    /// Seconds a move may take
    #[arg(long, alias = "thinking", value_name = "S", default_value = "30", value_parser = read_seconds)]
    move_timeout: Duration,
    /// Seconds any other reply may take
    #[arg(long, alias = "answer", value_name = "S", default_value = "5", value_parser = read_seconds)]
    reply_timeout: Duration,
    /// Write every message with its time here
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    trace: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct SessionFlags {
    #[command(flatten)]
    player: PlayerFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    #[command(flatten)]
    strength: StrengthFlags,
    /// Minutes of each side for a game, asked for as initiator; as follower only for a game without a time
    #[arg(long, value_name = "MIN", default_value = "5", value_parser = minutes)]
    minutes: Minutes,
    /// The most minutes of each side that are granted as follower; a longer game is refused [default: 60, no limit with --time]
    #[arg(long, value_name = "MIN", value_parser = minutes)]
    max_minutes: Option<Minutes>,
    /// Moves of each side for a game, asked for as initiator [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999), hide_short_help = true)]
    moves: Option<u16>,
    /// Games to play [default: as initiator 2, as follower no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Our colour in the first game we ask for; it changes after every game
    #[arg(long, value_enum, default_value = "white")]
    colour: ColorName,
    /// The position to play from as initiator
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Openings to play from as initiator, two games each: a FEN or moves on every line, or a PDN file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    learn: OnlineLearnFlags,
    /// Our name
    #[arg(long, value_name = "NAME", default_value = PROGRAM, hide_short_help = true)]
    name: String,
    /// Give up when three scores in a row are below this many men
    #[arg(long, value_name = "MEN", hide_short_help = true)]
    resign: Option<f64>,
    /// Refuse captures whose list of captured squares is missing or wrong
    #[arg(long, hide_short_help = true)]
    strict: bool,
    /// Seconds the other side may be silent beyond its time
    #[arg(long, alias = "patience", value_name = "S", default_value = "60", value_parser = read_seconds, hide_short_help = true)]
    timeout: Duration,
    /// Add every game to this file
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    pdn: Option<PathBuf>,
    /// Write every message with its time here
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    trace: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        DxpCommand::Serve(args) => serve(args),
        DxpCommand::Connect(args) => connect(args),
        DxpCommand::Check(args) => check(args),
    }
}

fn check(args: &CheckArgs) -> Result<ExitStatus> {
    let trace = args.trace.as_deref().map(ProtocolLog::to_file).transpose()?.unwrap_or_default();
    let game = args.minutes;
    let times = Timeouts { answer: args.reply_timeout, thinking: args.move_timeout };
    let Some(listen) = &args.listen else {
        let address = address(args.address.as_deref().unwrap_or_default())?;
        return check_report::print(args.json, |watch| {
            dxp_follower::run(&address, game, times, trace, watch)
        });
    };
    let (host, port) = listen.rsplit_once(':').unwrap_or(("127.0.0.1", listen));
    let port = port.parse().with_context(|| format!("--listen {listen}: '{port}' is no port"))?;
    let listener = Listener::open(host, port)
        .context("cannot listen; choose another port, or end the program that holds it")?;
    note!("listening on {}: let the program connect and ask for games", listener.address());
    check_report::print(args.json, |watch| {
        dxp_initiator::run(listener, args.wait, game, times, trace, watch)
    })
}

fn address(text: &str) -> Result<String> {
    let full = with_port(text);
    full.with_context(|| format!("'{text}' is no address; write HOST, HOST:PORT or [V6]:PORT"))
}

/// All files are open before a program can connect.
fn serve(args: &ServeArgs) -> Result<ExitStatus> {
    let role = args.session.role(args.role)?;
    args.session.with_engine(|engine| {
        let listener = Listener::open(&args.listen, args.port)
            .context("cannot listen; choose another port, or end the program that holds it")?;
        say!("listening on {}", listener.address());
        Ok(engine.serve(listener, &role, args.session.games)?)
    })?;
    Ok(ExitStatus::Done)
}

fn connect(args: &ConnectArgs) -> Result<ExitStatus> {
    let role = args.session.role(args.role)?;
    let address = address(&args.address)?;
    let (end, played) = args.session.with_engine(|engine| {
        let end = engine.connect(&address, &role, args.session.games)?;
        Ok((end, engine.played()))
    })?;
    say!("{end}");
    let refused = matches!(end, SessionEnd::Refused(_)) || played == 0;
    Ok(if refused { ExitStatus::No } else { ExitStatus::Done })
}

impl SessionFlags {
    fn with_engine<T>(&self, work: impl FnOnce(&mut DxpEngine<'_>) -> Result<T>) -> Result<T> {
        let config = SessionConfig {
            name: Name::new(&self.name),
            budget: self.budget.budget(),
            level: self.strength.level,
            silence_timeout: self.timeout,
            strict: self.strict,
            resign: self.resign,
        };
        let trace =
            self.trace.as_deref().map(ProtocolLog::to_file).transpose()?.unwrap_or_default();
        let mut say = |line: &str| say!("{line}");
        if let Some(pdn) = &self.pdn {
            check_unpacked(pdn, "--pdn")?;
        }
        let games = self.pdn.as_deref().map(GameFile::open).transpose()?;
        let (player, learner) = self.learn.learner(&self.player)?;
        let options = player.options()?;
        let made = player.engine.engine_with(&options)?;
        let learner = learner.map(|learner| (learner, options));
        let engine = DxpEngine::new(made, config, games, trace, &mut say);
        work(&mut engine.with_learner(learner))
    }

    fn role(&self, role: RoleName) -> Result<Role> {
        if role == RoleName::Follower {
            return Ok(Role::Follower { fallback: self.minutes, longest: self.longest() });
        }
        Ok(Role::Initiator(InitiatorConfig {
            time: self.minutes,
            moves: self.moves,
            starts: self.starts()?,
            color: self.colour.into(),
            games: Some(self.games.unwrap_or(2)),
        }))
    }

    /// With a time of its own for a move the engine needs no clock.
    fn longest(&self) -> Minutes {
        let default = self.budget.time.map_or(LONGEST_MINUTES, |_| MOST_MINUTES);
        self.max_minutes.unwrap_or_else(|| Minutes::whole(default))
    }

    fn starts(&self) -> Result<Vec<Position>> {
        if let Some(text) = &self.fen {
            return Ok(vec![fen::read(text).with_context(|| format!("--fen {text}"))?]);
        }
        let Some(file) = &self.openings else { return Ok(vec![Position::start()]) };
        let openings = opening_file::read(file)?;
        Ok(openings.iter().map(|opening| opening.position()).collect())
    }
}
