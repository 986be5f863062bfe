//! `reproduce strength`: matches of an evaluation against programs that the user names.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::repeated::Repeated;

use crate::arena::play::adjudication::Adjudication;
use crate::arena::play::openings::{BallotLength, ballots};
use crate::arena::play::time_control::{MoveLimits, TimeControl};
use crate::arena::tournament::Event;
use crate::arena::tournament::spec::PlayerSpec;
use crate::commands::args::tables;
use crate::commands::args::threads::Threads;
use crate::commands::flags::adjudication::AdjudicationFlags;
use crate::commands::flags::parsed::{minutes, pair, read_hash, read_seconds};
use crate::commands::flags::random_openings::{RandomOpeningFlags, draw};
use crate::commands::output::progress::follow;
use crate::commands::run_folder::{RunFolderFlags, counter, finish};
use crate::commands::{ExitStatus, PROGRAM};
use crate::experiments::strength::{Opponent, StrengthSettings, run};
use crate::player::Evaluation;
use crate::protocol::dxp::Minutes;
use crate::run::identity;

const NAME: &str = "strength";

/// What a move may cost if nothing is said.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// MiB of our transposition table by default.
const TABLE: usize = 64;

/// Minutes of a DXP game by default: more than it can last, the time for a move is the limit.
const MINUTES: f64 = 60.0;

/// Games of a match, and nodes a move, at the small size.
const QUICK_GAMES: u32 = 4;
const QUICK_NODES: u64 = 100;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td reproduce strength --against 'Scan=hub:./scan hub' \\
    --endgame tables
  draughts-td reproduce strength --against 'Moby Dam=dxp:localhost:27531' \\
    --net nn4.safetensors --time 0.05 --ballots 2 \\
    --note 'Moby Dam without book, 64 MiB, told time 50 on its console'")]
pub(crate) struct Strength {
    /// Network file, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// A program to meet: NAME=dxp:HOST:PORT or NAME=hub:COMMAND; may be repeated
    #[arg(long, required = true, value_name = "NAME=PLAYER")]
    against: Vec<Opponent>,
    /// Seconds a move [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    time: Option<Duration>,
    /// Nodes a move instead
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A clock instead: moves/seconds+increment, for example 10+0.1
    #[arg(long, value_name = "TC", conflicts_with_all = ["time", "nodes"])]
    tc: Option<TimeControl>,
    /// Moves of the ballots made from the rules: 2 (79 openings) or 3 (332)
    #[arg(long, value_name = "N", default_value_t = BallotLength::Three)]
    ballots: BallotLength,
    #[command(flatten)]
    random: RandomOpeningFlags,
    /// Games of each match; two from every opening, colours swapped [default: all openings once]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// Games at a time, which share the memory of the machine; 1 with DXP programs
    #[arg(long, value_name = "N", default_value_t = Threads::ONE)]
    concurrency: Threads,
    #[command(flatten)]
    adjudication: AdjudicationFlags,
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Our transposition table in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = TABLE, value_parser = read_hash)]
    hash: usize,
    /// A parameter for Hub engines: NAME=VALUE; may be repeated
    #[arg(long = "hub-param", value_name = "NAME=VALUE", value_parser = pair)]
    hub_params: Vec<(String, String)>,
    /// Minutes of a game for DXP programs, which lose beyond these
    #[arg(long, value_name = "MIN", default_value = "60", value_parser = minutes)]
    dxp_minutes: Minutes,
    /// A condition in your words for the report, such as how an opponent was set up; may be repeated
    #[arg(long = "note", value_name = "TEXT")]
    notes: Vec<String>,
    #[command(flatten)]
    place: RunFolderFlags,
}

/// Plays the matches and writes the report.
pub(crate) fn reproduce(flags: &Strength) -> Result<ExitStatus> {
    let settings = flags.settings()?;
    let command = flags.command(&settings.adjudication);
    flags.place.refuse_to_share("matches against programs")?;
    let folder = flags.place.open(NAME, &command, settings.to_json())?;
    let games = folder.path().join("games");
    flags.place.prepare(&games, &[])?;
    let bar = counter(settings.games * settings.opponents.len(), "games");
    let watch = |place, event: Event<'_>| follow(&bar, place * settings.games, event);
    let tables = run(&settings, &folder, &games, &watch)?;
    bar.finish_and_clear();
    Ok(finish(&folder, &tables))
}

impl Strength {
    fn net(&self) -> &str {
        self.net.as_deref().unwrap_or(Evaluation::REFERENCE)
    }

    fn settings(&self) -> Result<StrengthSettings> {
        for (place, opponent) in self.against.iter().enumerate() {
            let is_new = self.against[..place].iter().all(|other| other.name() != opponent.name());
            ensure!(is_new, "two opponents are called {}; names must differ", opponent.name());
        }
        let own = PlayerSpec::own(self.net());
        let random = self.random.set(self.place.seed);
        let games = self.games.or(self.place.quick.then_some(QUICK_GAMES));
        let openings = match &random {
            Some(set) => draw(set, games, self.concurrency.number())?,
            None => ballots(self.ballots),
        };
        Ok(StrengthSettings {
            program: PROGRAM.into(),
            evaluation: (own.clone(), identity(&own)?),
            opponents: self.against.clone(),
            pace: self.pace(),
            adjudication: self.adjudication.rules()?,
            games: games.map_or(2 * openings.len(), |games| games as usize),
            openings,
            random,
            concurrency: self.concurrency.get().get(),
            table: self.hash,
            endgame: self.endgame.as_deref().map(tables::open).transpose()?,
            hub_params: self.hub_params.clone(),
            minutes: self.dxp_minutes,
            notes: self.notes.clone(),
            seed: self.place.seed,
        })
    }

    fn pace(&self) -> MoveLimits {
        let (move_time, nodes) = match (self.time, self.nodes) {
            (None, None) if self.tc.is_some() => (None, None),
            (None, None) if self.place.quick => (None, Some(QUICK_NODES)),
            (None, None) => (Some(MOVE_TIME), None),
            given => given,
        };
        MoveLimits { move_time, nodes, control: self.tc, ..MoveLimits::default() }
    }

    /// The command that repeats the run; folders are left out.
    fn command(&self, adjudication: &Adjudication) -> String {
        let mut command = Repeated::of(NAME).flag("net", self.net.as_ref());
        for opponent in &self.against {
            command = command.flag("against", Some(opponent));
        }
        command = command
            .flag("time", self.time.map(|time| time.as_secs_f64()))
            .flag("nodes", self.nodes)
            .flag("tc", self.tc)
            .flag("ballots", (self.ballots != BallotLength::Three).then_some(self.ballots))
            .flags(self.random.set(self.place.seed).map(|set| set.flags()).unwrap_or_default())
            .flag("games", self.games)
            .flag("concurrency", Some(self.concurrency.number()).filter(|&games| games > 1))
            .flags(adjudication)
            .path("endgame", self.endgame.as_deref())
            .flag("hash", (self.hash != TABLE).then_some(self.hash));
        for (name, value) in &self.hub_params {
            command = command.flag("hub-param", Some(format!("{name}={value}")));
        }
        let minutes = self.dxp_minutes.duration().as_secs_f64() / 60.0;
        command = command.flag("dxp-minutes", (minutes != MINUTES).then_some(minutes));
        for note in &self.notes {
            command = command.flag("note", Some(note));
        }
        command.seed(&self.place).sized(&self.place)
    }
}
