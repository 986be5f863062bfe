//! Games on all cores, written in order: which games there are depends on the recipe alone.

use std::path::Path;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::config::{DatagenConfig, DatagenPlayer, seats};
use super::explorer::{Explorer, RandomMove};
use super::opening;
use super::ordered_pool::{GameProducer, MEMBER, Made, OrderedPool};
use super::store::Store;
use crate::board::ByColor;
use crate::engine::{Engine, Options, StopFlag};
use crate::game::{Ending, GameResult, Termination};
use crate::pdn::{GameSheet, Terminator};
use crate::play::error::PlayError;
use crate::play::game::openings::Opening;
use crate::play::game::own_engine::OwnEngine;
use crate::play::game::random::game_seed;
use crate::play::game::record::PlayedMove;
use crate::play::game::referee::{self, Conditions, PlayerPair};
use crate::play::game::time_control::MoveLimits;
use crate::truncate::CutEnd;

/// What the games of this run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Games in the file that were there before.
    pub before: u64,
    /// Games played and written.
    pub games: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Plies of these games, openings included.
    pub plies: u64,
    /// Moves that were searched.
    pub searched: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Games ended by scores, tables or the limit of moves.
    pub adjudicated: u64,
}

/// What a run tells.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// What was cut off the file before it went on.
    Cut(&'a CutEnd),
    /// How far it is.
    Progress(&'a Summary),
}

/// Plays games up to so many in the file, on these threads; a run that was interrupted goes on.
///
/// # Errors
/// A recipe that cannot be played, or a file that cannot be used; whole members that were written stay.
pub fn run(
    recipe: &DatagenConfig,
    games: u64,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
    watch: &mut dyn FnMut(Event),
) -> Result<Summary, PlayError> {
    recipe.check()?;
    let (mut store, cut) = Store::open(path, &recipe.settings())?;
    if let Some(cut) = &cut {
        watch(Event::Cut(cut));
    }
    let before = store.games();
    let mut summary = Summary { before, ..Summary::default() };
    watch(Event::Progress(&summary));
    let jobs = std::iter::repeat_n((), games.saturating_sub(before) as usize);
    OrderedPool { threads, member: MEMBER, stop }.run(
        &mut store,
        jobs,
        || GamePlayer::new(recipe),
        &mut |game| {
            summary.add(game);
            watch(Event::Progress(&summary));
        },
    )?;
    Ok(summary)
}

impl Summary {
    /// These games and those.
    pub(super) fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.plies += other.plies;
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.adjudicated += other.adjudicated;
        self.results.iter_mut().zip(other.results).for_each(|(sum, one)| *sum += one);
    }
}

/// Two players and somebody who draws openings, at one table.
pub(super) struct GamePlayer<'a> {
    recipe: &'a DatagenConfig,
    judge: Engine,
    players: [Explorer; 2],
    conditions: Conditions,
}

impl<'a> GamePlayer<'a> {
    pub(super) fn new(recipe: &'a DatagenConfig) -> Result<GamePlayer<'a>, PlayError> {
        let endgame = recipe.endgame.clone();
        let options = Options { table: recipe.table, endgame, ..Options::default() };
        let player = |one: &DatagenPlayer| {
            let engine = OwnEngine::new(&one.name, &one.evaluation, &options)?;
            let explores = recipe.exploration.second > 0.0;
            let judge = explores.then(|| Engine::new(&one.evaluation, &options)).transpose()?;
            Ok::<_, PlayError>(Explorer::new(engine, judge, recipe.exploration))
        };
        let [first, second] = &recipe.contenders;
        Ok(GamePlayer {
            recipe,
            judge: Engine::new(&first.evaluation, &options)?,
            players: [player(first)?, player(second)?],
            conditions: Conditions {
                limits: MoveLimits { nodes: Some(recipe.nodes), ..MoveLimits::default() },
                margin: Duration::MAX,
                silence_timeout: Duration::from_secs(3600),
                adjudication: recipe.adjudication,
                endgame: recipe.endgame.clone(),
            },
        })
    }
}

impl GameProducer for GamePlayer<'_> {
    type Job = ();
    type Figures = Summary;

    fn make(&mut self, number: u64, (): (), stop: &StopFlag) -> Option<Made<Summary>> {
        let seed = game_seed(self.recipe.seed, number);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let opening = opening::draw(self.recipe, &mut self.judge, stop, &mut random);
        let seats = seats(number);
        let [first, second] = &mut self.players;
        let (white, black) = if seats.white == 0 { (first, second) } else { (second, first) };
        let mut players: PlayerPair<'_> = ByColor { white, black };
        let (record, _) = referee::play(&mut players, &opening, &self.conditions, seed, stop);
        if record.ending.verdict == GameResult::Void {
            return None;
        }
        let detours: Vec<_> =
            self.players.iter().flat_map(|player| player.detours()).copied().collect();
        let names = ByColor::from_fn(|color| self.recipe.contenders[seats[color]].name.clone());
        let figures = Summary {
            games: 1,
            plies: record.plies() as u64,
            searched: record.played.iter().filter(|one| one.info.score.is_some()).count() as u64,
            nodes: record.played.iter().filter_map(|one| one.info.nodes).sum(),
            adjudicated: u64::from(record.ending.termination == Termination::Adjudication),
            results: [GameResult::White, GameResult::Draw, GameResult::Black]
                .map(|verdict| u64::from(verdict == record.ending.verdict)),
            ..Summary::default()
        };
        let sheet = sheet(number, &names, &opening, &record.played, &detours, &record.ending);
        Some(Made { text: sheet.to_pdn(Terminator::Star), figures })
    }
}

/// The game as it is written: nothing in it depends on the hour or the machine.
fn sheet(
    number: u64,
    names: &ByColor<String>,
    opening: &Opening,
    played: &[PlayedMove],
    detours: &[(usize, RandomMove)],
    ending: &Ending,
) -> GameSheet {
    let book = opening.moves();
    let mut comments: Vec<(usize, String)> =
        (1..=book.len()).map(|ply| (ply, "book".into())).collect();
    for (index, one) in played.iter().enumerate() {
        let Some(note) = one.info.score_text() else { continue };
        let detour = detours.iter().find(|(ply, _)| *ply == index);
        let note = detour.map_or(note.clone(), |(_, detour)| format!("{note} {detour}"));
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
