//! The settings of a match or a tournament, and its events.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::finished_game::{FinishedGame, SearchCounts};
use super::match_log::MatchLog;
use super::own_settings::OwnSettings;
use super::roster::Roster;
use super::schedule::{Fixture, Schedule};
use super::scoreboard::ScoreBoard;
use super::spec::{DXP, PlayerConfig, PlayerSpec};
use super::sprt::Sprt;
use crate::board::{ByColor, Color};
use crate::error::PlayError;
use crate::fnv;
use crate::play::openings::Opening;
use crate::play::random_openings::RandomOpenings;
use crate::play::record::{GameRecord, Heading, PdnFields};
use crate::play::referee::Conditions;
use crate::play::time_control::MoveLimits;
use crate::truncate::CutEnd;

/// Moves of each side in a game between engines: 60 games of our own from balanced openings had 153 plies each.
const MOVES: u32 = 75;

/// Everything that makes a match or a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub event: String,
    pub players: Vec<PlayerSpec>,
    /// The checksum of each player's network file, which may change under the same name.
    pub identities: Vec<String>,
    /// The games of every player against every other.
    pub games: usize,
    /// The openings, used one after the other; they begin again when there are more pairs of games.
    pub openings: Vec<Opening>,
    /// Time limits, adjudication and tables of every game.
    pub conditions: Conditions,
    pub player_config: PlayerConfig,
    /// The names of the players, and the parameters of one of them only.
    pub roster: Roster,
    pub seed: u64,
    /// Whether the openings are put in an order given by the seed.
    pub shuffle: bool,
    pub concurrency: usize,
    /// Ends a match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    pub pdn: Option<PathBuf>,
    pub options: TournamentOptions,
}

/// What most tournaments leave as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct TournamentOptions {
    /// Whether only the first player plays all others.
    pub gauntlet: bool,
    /// The openings before the one of the first pair of games.
    pub opening_start: usize,
    /// How the openings were drawn, if they are random.
    pub random_openings: Option<RandomOpenings>,
    /// What the comments of the games have besides score, depth and time.
    pub pdn_fields: PdnFields,
    /// Gets a line, in the words of cutechess-cli, when a game of this process starts.
    pub on_start: Option<fn(&str)>,
}

/// An event of a running tournament.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    ScoreBoard(&'a ScoreBoard),
    /// A game that counts, and the results with it.
    Game(&'a FinishedGame, &'a ScoreBoard),
    /// The end that was cut off one of its files before it continued.
    Cut(&'a CutEnd),
    /// Another process is silent, and its games are played again.
    Lost {
        rank: usize,
        seconds: u64,
    },
}

impl Tournament {
    /// The players' names for tables, each different.
    pub(crate) fn names(&self) -> Vec<String> {
        if let Some(names) = &self.roster.names {
            return names.clone();
        }
        let texts = self.player_texts();
        let shorts = self.players.iter().zip(&texts).map(|(spec, text)| spec.short_as(text));
        let shorts = self.roster.with_limits(shorts.collect());
        let mut names: Vec<String> = Vec::new();
        for short in shorts.iter().cloned() {
            let same = names.iter().filter(|name| **name == short).count();
            let earlier = shorts[..names.len()].iter().filter(|other| **other == short).count();
            names.push(if same + earlier == 0 {
                short
            } else {
                format!("{short} ({})", earlier + 1)
            });
        }
        names
    }

    /// The players as text. Earlier versions had other names for some techniques, and a tournament that has begun keeps its
    /// spelling: its files know each player by one name.
    fn player_texts(&self) -> Vec<String> {
        let players = self.players.iter().enumerate();
        let texts = players.map(|(index, player)| {
            let stored = self.roster.stored.get(index);
            let stored =
                stored.filter(|text| text.parse().is_ok_and(|spec: PlayerSpec| spec == *player));
            stored.cloned().unwrap_or_else(|| player.to_string())
        });
        texts.collect()
    }

    pub(super) fn schedule(&self) -> Schedule {
        let make = if self.options.gauntlet { Schedule::gauntlet } else { Schedule::round_robin };
        make(self.players.len(), self.games)
    }

    /// The limits of a player: its own, or those of the match.
    pub fn limits_of(&self, player: usize) -> MoveLimits {
        let own = self.roster.own.get(player).and_then(|own| own.limits);
        own.unwrap_or(self.conditions.limits)
    }

    /// The limits of both sides of a game.
    pub(super) fn game_limits(&self, fixture: &Fixture) -> ByColor<MoveLimits> {
        let [white, black] = fixture.players.map(|player| self.limits_of(player));
        ByColor { white, black }
    }

    /// About how long this number of its games takes, if times or nodes limit all moves; `speed` is the nodes that an engine visits in a
    /// second.
    pub fn expected_time(&self, games: usize, speed: f64) -> Option<Duration> {
        let time = |player: usize| {
            let limits = self.limits_of(player);
            let nodes = limits.nodes.filter(|_| !self.players[player].is_quick());
            let by_nodes = nodes.map(|nodes| f64::from(MOVES) * nodes as f64 / speed);
            let by_nodes = by_nodes.map(|seconds| Duration::from_secs_f64(seconds.min(1e9)));
            let quick = self.players[player].is_quick().then_some(Duration::ZERO);
            [limits.time_for(MOVES), by_nodes, quick].into_iter().flatten().min()
        };
        let schedule = self.schedule();
        let pairings = schedule.pairings();
        let each = pairings.iter().flatten().map(|&player| time(player));
        let all: Duration = each.sum::<Option<Duration>>()?;
        let game = all.div_f64(pairings.len() as f64);
        Some(game.mul_f64(games as f64 / self.concurrency as f64))
    }

    /// The number of games.
    pub fn scheduled(&self) -> usize {
        self.schedule().len()
    }

    /// The settings that must not change when an interrupted tournament resumes.
    pub(super) fn settings(&self) -> Value {
        let openings: Vec<String> = self.openings.iter().map(ToString::to_string).collect();
        let mut settings = json!({
            "players": self.player_texts(),
            "identities": self.identities,
            "pairings": self.schedule().pairings().len(),
            "openings": match &self.options.random_openings {
                Some(set) => set.to_json(self.openings.first()),
                None => json!({ "count": openings.len(), "checksum": checksum(&openings) }),
            },
            "order": if self.shuffle { "random" } else { "sequential" },
            "seed": self.seed,
            "pace": self.conditions.limits.to_string(),
            "margin_ms": self.conditions.margin.as_millis() as u64,
            "adjudication": self.conditions.adjudication,
            "tt_mib": self.player_config.options.hash_mb,
            "threads": self.player_config.options.threads,
            "hub_params": self.player_config.hub_params,
        });
        // Named only where they are used: matches from before there were names, parameters of one player and tables resume.
        if let Some(names) = &self.roster.names {
            settings["names"] = json!(names);
        }
        if self.roster.own.iter().any(|own| *own != OwnSettings::default()) {
            let own = self.roster.own.iter().map(|own| own.to_string().trim().to_owned());
            settings["own"] = json!(own.collect::<Vec<_>>());
        }
        if !self.roster.params.is_empty() {
            let own = self.roster.params.iter().map(|p| (&p.player, &p.name, &p.value));
            settings["own_hub_params"] = json!(own.collect::<Vec<_>>());
        }
        for (name, tables) in [
            ("endgame", &self.player_config.options.endgame),
            ("adjudicated_by", &self.conditions.endgame),
        ] {
            if let Some(tables) = tables {
                settings[name] = match tables.to_json() {
                    Value::Number(pieces) => json!({ "pieces": pieces }),
                    described => described,
                };
            }
        }
        if self.options.gauntlet {
            settings["gauntlet"] = json!(true);
        }
        if self.options.opening_start > 0 {
            settings["opening_start"] = json!(self.options.opening_start + 1);
        }
        if self.conditions.ponder {
            settings["ponder"] = json!(true);
        }
        if self.options.pdn_fields != PdnFields::default() {
            settings["pdn_fields"] = json!(self.options.pdn_fields);
        }
        if let Some(player) = self.players.iter().position(PlayerSpec::is_single) {
            let terms = &self.player_config.dxp;
            let time = terms.minutes(&self.limits_of(player)).duration();
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
        for (number, player) in self.players.iter().enumerate() {
            if self.limits_of(number).node_rate().is_some() {
                if matches!(player, PlayerSpec::Hub(_) | PlayerSpec::Dxp(_)) {
                    return settings(
                        "a clock of nodes (--tc …@NODES) is for our own engine; give programs a clock without @",
                    );
                }
                if self.conditions.ponder {
                    return settings("--ponder needs a clock of time; leave @NODES out of --tc");
                }
            }
        }
        self.check_repetition()
    }

    pub(super) fn heading(&self, names: &[String], fixture: &Fixture) -> Heading {
        let [white, black] = fixture.players.map(|player| names[player].clone());
        let limits = self.game_limits(fixture);
        Heading {
            event: self.event.clone(),
            round: fixture.round(),
            white,
            black,
            time_control: ByColor::from_fn(|color| limits[color].to_string()),
            person: None,
            fields: self.options.pdn_fields,
        }
    }

    /// The files of the tournament, if it has any, and its finished games.
    pub(super) fn log(&self) -> Result<Option<(MatchLog, Vec<FinishedGame>)>, PlayError> {
        let names = self.names();
        let schedule = self.schedule();
        let heading = |game| self.heading(&names, &schedule.game(game));
        let open = |path: &PathBuf| MatchLog::open(path, &self.settings(), &heading);
        self.pdn.as_ref().map(open).transpose()
    }
}

/// What is remembered of a game; `by_score` is whether scores may end it.
pub(super) fn finished(
    fixture: &Fixture,
    record: &GameRecord,
    heading: &Heading,
    by_score: bool,
) -> FinishedGame {
    let listed = ByColor { white: &heading.white, black: &heading.black };
    let programs = Color::ALL.into_iter().filter(|&color| {
        listed[color].starts_with(DXP) && record.names[color] != listed[color][DXP.len()..]
    });
    let searches = Color::ALL.into_iter().map(|color| {
        let mut counts = SearchCounts::default();
        record.moves_of(color).for_each(|played| counts.add(&played.info));
        (listed[color].clone(), counts)
    });
    let scoreless = Color::ALL.into_iter().filter(|&color| by_score && record.is_scoreless(color));
    FinishedGame {
        game: fixture.game,
        white: heading.white.clone(),
        black: heading.black.clone(),
        ending: record.ending.clone(),
        plies: record.plies(),
        millis: record.duration.as_millis() as u64,
        programs: programs
            .map(|color| (listed[color].clone(), record.names[color].clone()))
            .collect(),
        scoreless: scoreless.map(|color| listed[color].clone()).collect(),
        searches: searches.filter(|(_, counts)| *counts != SearchCounts::default()).collect(),
    }
}

/// A hash of all openings, to distinguish one set from another.
fn checksum(openings: &[String]) -> String {
    let bytes = openings.iter().flat_map(|text| text.bytes().chain([0]));
    format!("{:016x}", fnv::hash(bytes))
}
