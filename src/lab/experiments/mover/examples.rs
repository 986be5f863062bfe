//! The positions: some of each game of the database, half of the games for learning and a tenth held out.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::lab::LabError;
use super::super::streams::stream;
use super::settings::MoverSettings;
use crate::board::{MoveList, Position, fen};
use crate::fnv;
use crate::game::Replay;
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;

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
