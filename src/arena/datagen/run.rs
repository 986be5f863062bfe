//! Games on all cores, written in order: which games there are depends only on the configuration.

use std::path::Path;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::config::{DatagenConfig, DatagenPlayer, players_by_color};
use super::members::{GeneratedGame, MEMBER, MemberWriter};
use super::opening;
use super::random_moves::{RandomMove, RandomMovePlayer};
use super::store::Store;
use crate::board::ByColor;
use crate::error::PlayError;
use crate::game::{Ending, GameResult, Termination};
use crate::jobs::Job;
use crate::pdn::{GameSheet, Terminator};
use crate::play::openings::Opening;
use crate::play::own_engine::OwnEngine;
use crate::play::random::game_seed;
use crate::play::record::PlayedMove;
use crate::play::referee::{self, Conditions, PlayerPair};
use crate::play::time_control::MoveLimits;
use crate::player::{Engine, Options, StopFlag};
use crate::truncate::CutEnd;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Games in the file that were there before.
    pub before: u64,
    pub games: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Plies of these games, openings included.
    pub plies: u64,
    pub searched: u64,
    pub nodes: u64,
    /// Games ended by scores, tables or the limit of moves.
    pub adjudicated: u64,
}

#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The end that was cut off the file before it continued.
    Cut(&'a CutEnd),
    Progress(&'a Summary),
}

/// Plays games until the file has `games` of them, on these threads; a run that was interrupted resumes.
///
/// # Errors
/// A configuration that cannot be played, or a file that cannot be used; whole members that were written stay.
pub fn run(
    config: &DatagenConfig,
    games: u64,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
    watch: &mut dyn FnMut(Event),
) -> Result<Summary, PlayError> {
    config.check()?;
    let (mut store, cut) = Store::open(path, &config.settings())?;
    if let Some(cut) = &cut {
        watch(Event::Cut(cut));
    }
    let before = store.games();
    let mut summary = Summary { before, ..Summary::default() };
    watch(Event::Progress(&summary));
    let writer = MemberWriter { threads, member: MEMBER, stop };
    writer.run(&Games(config), before..games, &mut store, &mut |game| {
        summary.add(game);
        watch(Event::Progress(&summary));
    })?;
    Ok(summary)
}

impl Summary {
    /// The figures of the verb, without the place and the time.
    pub fn to_json(&self) -> Value {
        let Summary { before, games, results, plies, searched, nodes, adjudicated } = *self;
        let [white, draws, black] = results;
        json!({
            "before": before, "games": games, "results": { "2-0": white, "1-1": draws, "0-2": black },
            "plies": plies, "searched": searched, "nodes": nodes, "adjudicated": adjudicated,
        })
    }

    pub(super) fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.plies += other.plies;
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.adjudicated += other.adjudicated;
        self.results.iter_mut().zip(other.results).for_each(|(sum, one)| *sum += one);
    }
}

/// The games of a configuration; a task is the number of a game.
pub(super) struct Games<'a>(pub &'a DatagenConfig);

impl<'a> Job for Games<'a> {
    type Worker = GamePlayer<'a>;
    type Task = u64;
    type Out = GeneratedGame<Summary>;
    type Error = PlayError;

    fn worker(&self) -> Result<GamePlayer<'a>, PlayError> {
        GamePlayer::new(self.0)
    }

    fn run(
        &self,
        player: &mut GamePlayer<'a>,
        number: u64,
        stop: &StopFlag,
    ) -> Result<Option<GeneratedGame<Summary>>, PlayError> {
        Ok(player.play(number, stop))
    }
}

/// Plays one game after another: two players, and an engine that weighs openings.
pub(super) struct GamePlayer<'a> {
    config: &'a DatagenConfig,
    opening_engine: Engine,
    players: [RandomMovePlayer; 2],
    conditions: Conditions,
}

impl<'a> GamePlayer<'a> {
    fn new(config: &'a DatagenConfig) -> Result<GamePlayer<'a>, PlayError> {
        let endgame = config.endgame.clone();
        let options = Options { hash_mb: config.table, endgame, ..Options::default() };
        let player = |one: &DatagenPlayer| {
            let engine = OwnEngine::new(&one.name, &one.evaluation, &options)?;
            let explores = config.exploration.second > 0.0;
            let second_engine =
                explores.then(|| Engine::new(&one.evaluation, &options)).transpose()?;
            Ok::<_, PlayError>(RandomMovePlayer::new(engine, second_engine, config.exploration))
        };
        let [first, second] = &config.players;
        Ok(GamePlayer {
            config,
            opening_engine: Engine::new(&first.evaluation, &options)?,
            players: [player(first)?, player(second)?],
            conditions: Conditions {
                limits: MoveLimits { nodes: Some(config.nodes), ..MoveLimits::default() },
                margin: Duration::MAX,
                silence_timeout: Duration::from_secs(3600),
                adjudication: config.adjudication,
                endgame: config.endgame.clone(),
                ..Conditions::default()
            },
        })
    }

    fn play(&mut self, number: u64, stop: &StopFlag) -> Option<GeneratedGame<Summary>> {
        let seed = game_seed(self.config.seed, number);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let opening = opening::draw(self.config, &mut self.opening_engine, stop, &mut random);
        let players_by_color = players_by_color(number);
        let [first, second] = &mut self.players;
        let (white, black) =
            if players_by_color.white == 0 { (first, second) } else { (second, first) };
        let mut players: PlayerPair<'_> = ByColor { white, black };
        let (record, _) = referee::play(&mut players, &opening, &self.conditions, seed, stop);
        if record.ending.verdict == GameResult::Void {
            return None;
        }
        let random_moves: Vec<_> =
            self.players.iter().flat_map(|player| player.random_moves()).copied().collect();
        let names =
            ByColor::from_fn(|color| self.config.players[players_by_color[color]].name.clone());
        let stats = Summary {
            games: 1,
            plies: record.plies() as u64,
            searched: record.played.iter().filter(|one| one.info.score.is_some()).count() as u64,
            nodes: record.played.iter().filter_map(|one| one.info.nodes).sum(),
            adjudicated: u64::from(record.ending.termination == Termination::Adjudication),
            results: [GameResult::White, GameResult::Draw, GameResult::Black]
                .map(|verdict| u64::from(verdict == record.ending.verdict)),
            ..Summary::default()
        };
        let sheet = sheet(number, &names, &opening, &record.played, &random_moves, &record.ending);
        Some(GeneratedGame { text: sheet.to_pdn(Terminator::Star), stats })
    }
}

/// The game as it is written: nothing in it depends on the hour or the machine.
fn sheet(
    number: u64,
    names: &ByColor<String>,
    opening: &Opening,
    played: &[PlayedMove],
    random_moves: &[(usize, RandomMove)],
    ending: &Ending,
) -> GameSheet {
    let book = opening.moves();
    let mut comments: Vec<(usize, String)> =
        (1..=book.len()).map(|ply| (ply, "book".into())).collect();
    for (index, one) in played.iter().enumerate() {
        let Some(note) = one.info.score_text() else { continue };
        let random_move = random_moves.iter().find(|(ply, _)| *ply == index);
        let note =
            random_move.map_or(note.clone(), |(_, random_move)| format!("{note} {random_move}"));
        comments.push((book.len() + index + 1, note));
    }
    if ending.termination == Termination::Adjudication {
        comments.push((book.len() + played.len(), ending.reason.clone()));
    }
    GameSheet {
        round: (number + 1).to_string(),
        white: names.white.clone(),
        black: names.black.clone(),
        outcome: ending.verdict.outcome(),
        start: *opening.start(),
        moves: book.iter().copied().chain(played.iter().map(|one| one.mv)).collect(),
        comments,
        ..GameSheet::default()
    }
}
