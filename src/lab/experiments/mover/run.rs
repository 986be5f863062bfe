//! A run: best moves, a mover learned from them, orders compared, speeds, games; what is known is left out.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::lab::LabError;
use super::super::streams::stream;
use super::games::{Match, nodes, openings, speed};
use super::learned_table::{Mover, MoverLearner};
use super::orders::{Comparison, Searches};
use super::settings::{
    BLOCK, Equal, MoverSettings, Row, SPEED, held_out_piece, learning_piece, pair_piece,
};
use crate::arena::PlayError;
use crate::arena::play::openings::Opening;
use crate::board::{Move, MoveList, Position, fen};
use crate::engine::Evaluation;
use crate::fnv;
use crate::game::Replay;
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::results::{Ledger, Progress, RunFolder};

/// The rate of the first steps; it falls in a straight line to a tenth.
const RATE: f32 = 0.1;

/// Carries out what the folder has not got yet, and returns all rows in order.
pub(super) fn run(
    settings: &MoverSettings,
    files: &[PathBuf],
    threads: usize,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<Vec<Row>, LabError> {
    let examples = draw(files, threads, settings)?;
    let ledger = Ledger::open(folder, pieces(settings, &examples), progress)?;
    let evaluation = Evaluation::open(Evaluation::REFERENCE).map_err(PlayError::from)?;
    let work = MoverRun { settings, examples, ledger, evaluation };
    let mut rows = work.best_moves()?;
    let mover: &'static Mover = Box::leak(Box::new(work.learned(&rows)));
    rows.extend(work.compared(mover)?);
    let mut ratio = 1.0;
    if settings.rounds > 0 {
        let row = work.speed(mover)?;
        ratio = if let Row::Speed(speed) = &row { speed.ratio } else { ratio };
        rows.push(row);
    }
    rows.extend(work.games(mover, ratio)?);
    Ok(rows)
}

/// The matches: at equal time only where speeds are measured.
fn matches(settings: &MoverSettings) -> &'static [Equal] {
    if settings.rounds > 0 { &Equal::ALL } else { &Equal::ALL[..1] }
}

fn pieces(settings: &MoverSettings, examples: &Examples) -> impl Iterator<Item = String> {
    let learning = blocks(&examples.learning).into_iter().map(|(block, _)| learning_piece(block));
    let held_out = blocks(&examples.held_out).into_iter().map(|(block, _)| held_out_piece(block));
    let speed = (settings.rounds > 0).then(|| SPEED.to_owned());
    let pairs = settings.pairs();
    let pairs = matches(settings)
        .iter()
        .flat_map(move |&equal| (0..pairs).map(move |number| pair_piece(equal, number)));
    learning.chain(held_out).chain(speed).chain(pairs)
}

fn blocks(positions: &[Position]) -> Vec<(usize, &[Position])> {
    positions.chunks(BLOCK).enumerate().collect()
}

struct MoverRun<'a> {
    settings: &'a MoverSettings,
    examples: Examples,
    ledger: Ledger<'a, Row>,
    evaluation: Evaluation,
}

impl MoverRun<'_> {
    fn searches(&self, mover: Option<&'static Mover>) -> Result<Searches, LabError> {
        Ok(Searches::new(&self.evaluation, mover).map_err(PlayError::from)?)
    }

    fn best_moves(&self) -> Result<Vec<Row>, LabError> {
        let blocks = blocks(&self.examples.learning);
        let make = |&(block, positions): &(usize, &[Position])| {
            let mut searches = self.searches(None)?;
            let place = |position| searches.place_of_best(position, self.settings.nodes);
            Ok(Row::Learning { block, best: positions.iter().map(place).collect() })
        };
        self.ledger.rows(&blocks, |(block, _)| learning_piece(*block), make)
    }

    /// The mover that these best moves teach; it does not depend on threads.
    fn learned(&self, rows: &[Row]) -> Mover {
        let best = rows.iter().flat_map(|row| match row {
            Row::Learning { best, .. } => best.as_slice(),
            _ => &[],
        });
        let known = |(position, place): (&Position, &u8)| {
            let mv = MoveList::legal(position).get(usize::from(*place)).copied();
            mv.map(|mv| (*position, mv))
        };
        let mut examples: Vec<(Position, Move)> =
            self.examples.learning.iter().zip(best).filter_map(known).collect();
        let mut random = stream(self.settings.seed, 0, "mover examples");
        let mut learner = MoverLearner::default();
        let steps = examples.len() * self.settings.passes as usize;
        for pass in 0..self.settings.passes as usize {
            examples.shuffle(&mut random);
            for (index, (position, best)) in examples.iter().enumerate() {
                let rest = 1.0 - (pass * examples.len() + index) as f32 / steps as f32;
                learner.learn(position, *best, RATE * (0.1 + 0.9 * rest));
            }
        }
        learner.mover()
    }

    fn compared(&self, mover: &'static Mover) -> Result<Vec<Row>, LabError> {
        let blocks = blocks(&self.examples.held_out);
        let make = |&(block, positions): &(usize, &[Position])| {
            let (plain, with_mover) = (self.searches(None)?, self.searches(Some(mover))?);
            let mut comparison = Comparison { mover, plain, with_mover };
            Ok(Row::HeldOut(comparison.compare(block, positions, self.settings)))
        };
        self.ledger.rows(&blocks, |(block, _)| held_out_piece(*block), make)
    }

    /// On one thread, while nothing else of the run is at work.
    fn speed(&self, mover: &'static Mover) -> Result<Row, LabError> {
        self.ledger.row(SPEED, || {
            let positions = &self.examples.held_out;
            let speed = speed(&self.evaluation, mover, positions, self.settings);
            Ok(Row::Speed(speed.map_err(PlayError::from)?))
        })
    }

    fn games(&self, mover: &'static Mover, ratio: f64) -> Result<Vec<Row>, LabError> {
        let openings = openings(self.settings);
        let units: Vec<(Equal, usize, &Opening)> = matches(self.settings)
            .iter()
            .flat_map(|&equal| openings.iter().enumerate().map(move |(n, o)| (equal, n, o)))
            .collect();
        let make = |&(equal, number, opening): &(Equal, usize, &Opening)| {
            let nodes = nodes(equal, self.settings, ratio);
            let plain = self.settings.match_nodes;
            let played = Match { evaluation: &self.evaluation, mover, equal, plain, nodes };
            Ok(Row::Pair(played.pair(number, opening)?))
        };
        self.ledger.rows(&units, |(equal, number, _)| pair_piece(*equal, *number), make)
    }
}

const OF_A_GAME: usize = 8;

/// Positions with two legal moves or more.
#[derive(Clone, Debug)]
pub(super) struct Examples {
    pub learning: Vec<Position>,
    /// From other games, none of them among the others.
    pub held_out: Vec<Position>,
}

/// Draws the positions; fewer than are asked for if the database holds no more.
pub(super) fn draw(
    files: &[PathBuf],
    threads: usize,
    settings: &MoverSettings,
) -> Result<Examples, LabError> {
    let games = games(files, threads, settings.seed);
    let of = |is_wanted: fn(usize) -> bool| {
        let games = games.iter().enumerate().filter(move |(number, _)| is_wanted(*number));
        games.flat_map(|(_, positions)| positions.iter().copied()).collect::<Vec<Position>>()
    };
    let mut seen = HashSet::new();
    let learning = some(of(|n| n % 2 == 0), settings.learning, settings.seed, &mut seen);
    let held_out = some(of(|n| n % 10 == 9), settings.held_out, settings.seed, &mut seen);
    if learning.is_empty() || held_out.is_empty() {
        return Err(LabError::NoGames { path: files.first().cloned().unwrap_or_default() });
    }
    Ok(Examples { learning, held_out })
}

/// The first so many of some positions in an order of chance that have not been seen.
fn some(
    mut positions: Vec<Position>,
    count: usize,
    seed: u64,
    seen: &mut HashSet<Position>,
) -> Vec<Position> {
    positions.shuffle(&mut stream(seed, 0, "mover examples"));
    positions.into_iter().filter(|position| seen.insert(*position)).take(count).collect()
}

/// The positions that are drawn of each game that can be read, in the order of the games.
fn games(files: &[PathBuf], threads: usize, seed: u64) -> Vec<Vec<Position>> {
    let mut games = Vec::new();
    let work = |games: &mut Vec<Vec<Position>>, _: &GameText<'_>, replay: Replay<'_>| {
        games.extend(replay.whole().ok().map(|game| of_game(game.main().positions, seed)));
    };
    fold_games(files, threads, Vec::new, work, |reading| {
        if let Reading::Batch(batch) = reading {
            games.extend(batch.value);
        }
        ControlFlow::Continue(())
    });
    games
}

fn of_game(positions: &[Position], seed: u64) -> Vec<Position> {
    let Some(last) = positions.last() else { return Vec::new() };
    let game = fnv::hash(fen::write(last).bytes());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ game);
    let mut list = MoveList::new();
    let open = |position: &&Position| position.count_moves(&mut list) > 1;
    let mut open: Vec<Position> = positions.iter().filter(open).copied().collect();
    open.partial_shuffle(&mut random, OF_A_GAME).0.to_vec()
}
