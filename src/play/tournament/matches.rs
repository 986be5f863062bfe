//! Matches and tournaments: the games of a schedule, several at a time, each saved as it ends.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::finished_game::FinishedGame;
use super::match_log::MatchLog;
use super::roster::Roster;
use super::schedule::{Fixture, Schedule};
use super::scoreboard::ScoreBoard;
use super::spec::{PlayerConfig, PlayerSpec};
use super::sprt::{self, Sprt};
use crate::engine::StopFlag;
use crate::fnv;
use crate::game::{GameResult, Termination};
use crate::play::error::PlayError;
use crate::play::game::openings::Opening;
use crate::play::game::player::Player;
use crate::play::game::record::{GameRecord, Heading};
use crate::play::game::referee::{self, Conditions, PlayerPair};
use crate::truncate::CutEnd;

/// Everything that makes a match or a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its name, for the files.
    pub event: String,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// What stands behind a player's name and may change under it: the checksum of a network file.
    pub identities: Vec<String>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// The openings, used one after the other; they begin again when there are more pairs of games.
    pub openings: Vec<Opening>,
    /// What every game is played under.
    pub conditions: Conditions,
    /// What players need.
    pub equipment: PlayerConfig,
    /// What they are called, and what is for one of them alone.
    pub roster: Roster,
    /// Makes chance repeatable.
    pub seed: u64,
    /// Whether the openings are put in an order given by the seed.
    pub shuffle: bool,
    /// Games at the same time.
    pub concurrency: usize,
    /// Ends a match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Where the games go.
    pub pdn: Option<PathBuf>,
}

/// What a running contest tells.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// How it stands.
    Standing(&'a ScoreBoard),
    /// A game was played and counts; how it stands with it.
    Game(&'a FinishedGame, &'a ScoreBoard),
    /// What was cut off one of its files before it went on.
    Cut(&'a CutEnd),
    /// Another process is not heard of any more, and its games are played again.
    Lost {
        /// Its number.
        rank: usize,
        /// How long nothing was heard of it.
        seconds: u64,
    },
}

/// Times a player that cannot be started or reached is tried again for the same game.
const RETRIES: u32 = 2;
const RETRY_PAUSE: Duration = Duration::from_millis(500);
/// How often the stop flag is looked at while games are played.
pub(super) const LOOK: Duration = Duration::from_millis(50);

impl Tournament {
    /// The players' names for tables, each different.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        if let Some(names) = &self.roster.names {
            return names.clone();
        }
        let mut names: Vec<String> = Vec::new();
        for spec in &self.players {
            let short = spec.short();
            let same = names.iter().filter(|name| **name == short).count();
            let earlier =
                self.players[..names.len()].iter().filter(|other| other.short() == short).count();
            names.push(if same + earlier == 0 {
                short
            } else {
                format!("{short} ({})", earlier + 1)
            });
        }
        names
    }

    /// What must not change when an interrupted contest goes on.
    pub(super) fn settings(&self) -> Value {
        let openings: Vec<String> = self.openings.iter().map(ToString::to_string).collect();
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let mut settings = json!({
            "players": players,
            "identities": self.identities,
            "pairings": self.schedule.pairings().len(),
            "openings": { "count": openings.len(), "checksum": checksum(&openings) },
            "order": if self.shuffle { "random" } else { "sequential" },
            "seed": self.seed,
            "pace": self.conditions.limits.to_string(),
            "margin_ms": self.conditions.margin.as_millis() as u64,
            "adjudication": self.conditions.adjudication,
            "tt_mib": self.equipment.options.table,
            "threads": self.equipment.options.threads,
            "hub_params": self.equipment.hub_params,
        });
        // Named only where they are used: matches from before there were names, parameters of one player and tables go on.
        if let Some(names) = &self.roster.names {
            settings["names"] = json!(names);
        }
        if !self.roster.params.is_empty() {
            let own = self.roster.params.iter().map(|p| (&p.player, &p.name, &p.value));
            settings["own_hub_params"] = json!(own.collect::<Vec<_>>());
        }
        for (name, tables) in [
            ("endgame", &self.equipment.options.endgame),
            ("adjudicated_by", &self.conditions.endgame),
        ] {
            if let Some(tables) = tables {
                settings[name] = match tables.to_json() {
                    Value::Number(pieces) => json!({ "pieces": pieces }),
                    described => described,
                };
            }
        }
        if self.players.iter().any(PlayerSpec::is_single) {
            let terms = &self.equipment.dxp;
            let time = terms.minutes(&self.conditions.limits).duration();
            settings["dxp_time_ms"] = json!(time.as_millis() as u64);
            settings["dxp_moves"] = json!(terms.moves);
        }
        settings
    }

    pub(super) fn check(&self) -> Result<(), PlayError> {
        let settings = |text: &str| Err(PlayError::Settings(text.into()));
        if self.players.len() < 2 {
            return settings("a contest needs at least two players");
        }
        if self.openings.is_empty() {
            return settings("there is no opening to play; the opening file is empty");
        }
        if self.concurrency > 1 && self.players.iter().any(PlayerSpec::is_single) {
            return settings("a DXP program plays one game at a time; leave --concurrency at 1");
        }
        Ok(())
    }

    /// What stands above a game.
    pub(super) fn heading(&self, names: &[String], fixture: &Fixture) -> Heading {
        let [white, black] = fixture.players.map(|player| names[player].clone());
        Heading {
            event: self.event.clone(),
            round: fixture.round(),
            white,
            black,
            time_control: self.conditions.limits.to_string(),
            person: None,
        }
    }

    /// The files of the contest, if it has any, and its finished games.
    pub(super) fn journal(&self) -> Result<Option<(MatchLog, Vec<FinishedGame>)>, PlayError> {
        let names = self.names();
        let heading = |game| self.heading(&names, &self.schedule.game(game));
        let open = |path: &PathBuf| MatchLog::open(path, &self.settings(), &heading);
        self.pdn.as_ref().map(open).transpose()
    }

    /// Plays these games, several at a time, and hands each on as it ends, until `take` breaks off.
    ///
    /// # Errors
    /// A player that cannot be started, and those of `take`.
    pub(super) fn play(
        &self,
        fixtures: Vec<Fixture>,
        stop: &StopFlag,
        take: &mut dyn FnMut(Fixture, GameRecord) -> Result<ControlFlow<()>, PlayError>,
    ) -> Result<(), PlayError> {
        let workers = self.concurrency.clamp(1, fixtures.len().max(1));
        let queue = Mutex::new(fixtures.into_iter());
        let next = |_: &StopFlag| queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        self.play_from(&next, workers, stop, take)
    }

    /// The same for games that `next` names one after the other, until it names none, which it does when the flag it is given is raised.
    ///
    /// # Errors
    /// As [`Tournament::play`].
    pub(super) fn play_from(
        &self,
        next: &Next,
        workers: usize,
        stop: &StopFlag,
        take: &mut dyn FnMut(Fixture, GameRecord) -> Result<ControlFlow<()>, PlayError>,
    ) -> Result<(), PlayError> {
        let order = self.order();
        // Ends the games, because the user interrupts them or because the contest is over: his own stop only he uses.
        let halt = StopFlag::new();
        // No more games than these wait to be saved when the contest is interrupted: the disk may be slower than the players.
        let (sender, receiver) = mpsc::sync_channel(workers);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let worker = Worker {
                    contest: self,
                    order: &order,
                    user: stop,
                    stop: &halt,
                    seats: HashMap::new(),
                };
                let sender = sender.clone();
                scope.spawn(move || worker.work(next, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                if stop.is_stopped() {
                    halt.stop();
                }
                let played = match receiver.recv_timeout(LOOK) {
                    Ok(played) => played,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                match played.and_then(|(fixture, record)| take(fixture, record)) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => halt.stop(),
                    Err(error) if outcome.is_ok() => outcome = Err(error),
                    Err(_) => {}
                }
                if outcome.is_err() {
                    halt.stop();
                }
            }
            outcome
        })
    }

    /// Openings by pair of games.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        if self.shuffle {
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(self.seed));
        }
        order
    }
}

/// What is remembered of a game.
pub(super) fn finished(fixture: &Fixture, record: &GameRecord, heading: &Heading) -> FinishedGame {
    FinishedGame {
        game: fixture.game,
        white: heading.white.clone(),
        black: heading.black.clone(),
        ending: record.ending.clone(),
        plies: record.plies(),
        millis: record.duration.as_millis() as u64,
    }
}

/// A hash of all openings: it only has to tell one set from another.
fn checksum(openings: &[String]) -> String {
    let bytes = openings.iter().flat_map(|text| text.bytes().chain([0]));
    format!("{:016x}", fnv::hash(bytes))
}

/// Names the game to play next; the flag is raised when no more are played.
pub(super) type Next<'a> = dyn Fn(&StopFlag) -> Option<Fixture> + Sync + 'a;

type Played = Result<(Fixture, GameRecord), PlayError>;

/// Plays games one after the other, with players of its own.
struct Worker<'a> {
    contest: &'a Tournament,
    order: &'a [usize],
    user: &'a StopFlag,
    stop: &'a StopFlag,
    seats: HashMap<usize, Box<dyn Player>>,
}

impl Worker<'_> {
    fn work(mut self, next: &Next, results: &mpsc::SyncSender<Played>) {
        while !self.stop.is_stopped() {
            let Some(fixture) = next(self.stop) else { return };
            let played = self.play(fixture);
            if played.as_ref().is_ok_and(|record| self.is_cut_short(record)) {
                return;
            }
            let failed = played.is_err();
            // Nobody listens any more when the contest has failed.
            let gone = results.send(played.map(|record| (fixture, record))).is_err();
            if failed || gone {
                return;
            }
        }
    }

    /// Whether the end of the contest cut a game short, so that it was not played. The Ctrl-C that interrupts us goes to
    /// the programs we have started too, and they may be gone before we hear of it: no loss for them.
    fn is_cut_short(&self, record: &GameRecord) -> bool {
        let is_abandoned = record.ending.termination == Termination::Abandoned;
        if is_abandoned {
            std::thread::sleep(LOOK);
        }
        let is_void = record.ending.verdict == GameResult::Void;
        (is_void && self.stop.is_stopped()) || ((is_void || is_abandoned) && self.user.is_stopped())
    }

    /// Plays a game; one that never came about is tried again.
    fn play(&mut self, fixture: Fixture) -> Result<GameRecord, PlayError> {
        let mut tries = 0;
        loop {
            let record = self.play_once(fixture)?;
            let came_about = record.ending.verdict != GameResult::Void
                || record.ending.termination != Termination::Abandoned;
            if came_about || self.stop.is_stopped() {
                return Ok(record);
            }
            tries += 1;
            if tries > RETRIES {
                let names = self.contest.names();
                let [white, black] = fixture.players.map(|player| names[player].clone());
                let name = if record.ending.reason.starts_with("White") { white } else { black };
                return Err(PlayError::Unavailable { name, reason: record.ending.reason });
            }
            std::thread::sleep(RETRY_PAUSE);
        }
    }

    fn play_once(&mut self, fixture: Fixture) -> Result<GameRecord, PlayError> {
        self.seats.retain(|player, _| fixture.players.contains(player));
        let mut white = self.take(fixture.players[0])?;
        let mut black = self.take(fixture.players[1])?;
        let contest = self.contest;
        let opening = &contest.openings[self.order[fixture.pair % self.order.len()]];
        let seed = contest.seed.wrapping_mul(1_000_003).wrapping_add(fixture.game as u64);
        let mut seats = PlayerPair { white: white.as_mut(), black: black.as_mut() };
        let (record, broken) =
            referee::play(&mut seats, opening, &contest.conditions, seed, self.stop);
        for (player, seat, broken) in
            [(fixture.players[0], white, broken.white), (fixture.players[1], black, broken.black)]
        {
            if !broken {
                self.seats.insert(player, seat);
            }
        }
        Ok(record)
    }

    fn take(&mut self, player: usize) -> Result<Box<dyn Player>, PlayError> {
        match self.seats.remove(&player) {
            Some(seat) => Ok(seat),
            None => self.contest.open(player),
        }
    }
}

impl ScoreBoard {
    /// Whether the test has decided the contest.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict != sprt::SprtDecision::Open)
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.played() >= self.scheduled()
    }
}
