//! The start of a game: a drawn opening or position, and some random moves after it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::arena::play::openings::{MAX_RANDOM_PLIES, Opening};
use crate::board::{MoveList, Position, fen};
use crate::fnv;
use crate::game::Replay;
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, PdnError};

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPositions {
    openings: Vec<Opening>,
    random_plies: u32,
}

/// One position of each game of some files, `max` at most, each drawn by the seed and the game. Also the files, or the rest of them,
/// that cannot be read.
#[must_use]
pub fn positions_of_games(
    files: &[PathBuf],
    threads: usize,
    seed: u64,
    max: usize,
) -> (Vec<Opening>, Vec<PdnError>) {
    let (mut drawn, mut faults) = (Vec::new(), Vec::new());
    let work = |openings: &mut Vec<Opening>, _: &GameText<'_>, replay: Replay<'_>| {
        let game = replay.whole().ok().map(|game| game.main().positions);
        openings.extend(game.and_then(|positions| one_of(positions, seed)));
    };
    fold_games(files, threads, Vec::new, work, |reading| {
        match reading {
            Reading::Batch(batch) => drawn.extend(batch.value),
            Reading::Fault(fault) => faults.push(fault),
        }
        if drawn.len() >= max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drawn.truncate(max);
    (drawn, faults)
}

/// A position of a game in which the side to move can move.
fn one_of(positions: &[Position], seed: u64) -> Option<Opening> {
    let last = positions.last()?;
    let game = fnv::hash(fen::write(last).bytes());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ game);
    let position = positions.choose(&mut random)?;
    position.has_moves().then(|| Opening::at(*position))
}

impl StartPositions {
    /// These openings, each with up to `random_plies` random moves after it.
    ///
    /// # Errors
    /// No opening, or too many moves, in words.
    pub fn new(openings: Vec<Opening>, random_plies: u32) -> Result<StartPositions, String> {
        if openings.is_empty() {
            return Err("there is nowhere to begin a game; the openings are empty".into());
        }
        if random_plies > MAX_RANDOM_PLIES {
            let max = MAX_RANDOM_PLIES;
            return Err(format!("random-plies is {random_plies}; it must be 0 to {max}"));
        }
        Ok(StartPositions { openings, random_plies })
    }

    /// The max random moves after an opening.
    pub(crate) fn random_plies(&self) -> u32 {
        self.random_plies
    }

    pub(crate) fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Draws one, from which the side to move can move.
    pub(crate) fn draw(&self, random: &mut Xoshiro256PlusPlus) -> Opening {
        let mut opening = self.openings.choose(random).cloned().unwrap_or_else(Opening::empty);
        let mut position = opening.position();
        for _ in 0..random.random_range(0..=self.random_plies) {
            let legal = MoveList::legal(&position);
            let Some(&mv) = legal.choose(random) else { break };
            let next = position.succ(mv);
            if !next.has_moves() {
                break;
            }
            opening = opening.then(mv);
            position = next;
        }
        opening
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::arena::play::openings::{BallotLength, ballots};

    #[test]
    fn drawn_starts_differ_repeat_with_the_seed_and_can_be_played() {
        let start_positions = StartPositions::new(ballots(BallotLength::Two), 6).expect("openings");
        let draw = |seed| start_positions.draw(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let drawn: HashSet<String> = (0..200).map(|seed| draw(seed).to_string()).collect();
        assert!(drawn.len() > 150, "{}", drawn.len());
        assert!((0..50).all(|seed| draw(seed) == draw(seed)));
        assert!((0..200).all(|seed| draw(seed).position().has_moves()));
    }

    #[test]
    fn a_position_of_each_game_of_a_database_is_drawn_whatever_the_threads() {
        let files = [PathBuf::from("../../pdn/sample.pdn.zst")];
        let (drawn, faults) = positions_of_games(&files, 1, 3, 300);
        assert!(faults.is_empty());
        assert_eq!(drawn.len(), 300);
        assert_eq!(positions_of_games(&files, 3, 3, 300).0, drawn);
        assert_ne!(positions_of_games(&files, 1, 4, 300).0, drawn);
        let pieces: HashSet<u32> =
            drawn.iter().map(|opening| opening.position().occupied().len()).collect();
        assert!(pieces.len() > 15, "{pieces:?}");
    }

    #[test]
    fn nowhere_to_begin_and_too_much_chance_are_refused() {
        assert!(StartPositions::new(Vec::new(), 0).is_err());
        assert!(StartPositions::new(vec![Opening::empty()], 41).is_err());
    }
}
