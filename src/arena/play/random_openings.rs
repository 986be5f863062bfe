//! Random openings that are balanced: a number of random plies each, kept if our engine sees neither side ahead.
//!
//! An opening is settled by the seed and its number, so that a longer list begins with a shorter one.

use std::collections::HashSet;
use std::thread;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::openings::Opening;
use super::random::game_seed;
use crate::board::{Key, MoveList};
use crate::error::PlayError;
use crate::player::{Budget, Engine, Evaluation, GameState, Options, StopFlag, to_hub_score};

/// A set of random openings, by what they are drawn with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomOpenings {
    /// Random plies from the start.
    pub plies: u32,
    /// The largest value for either side, in men.
    pub balance: f64,
    pub seed: u64,
}

/// The nodes of the search that gives an opening its value.
const NODES: u64 = 15_000;
/// A search of this number of nodes comes before: lines that lose a man need no more.
const FEW_NODES: u64 = 300;
/// The men beyond the balance that a short search may be wrong by.
const DOUBT: f64 = 0.4;
/// Lines that are drawn together; their values are found side by side.
const BATCH: u64 = 256;
/// Lines without a new opening after which no more are looked for.
const MAX_IN_VAIN: u64 = 20_000;

impl RandomOpenings {
    /// Draws this number of openings, each position once.
    ///
    /// # Errors
    /// There are fewer.
    pub fn draw(
        &self,
        count: usize,
        threads: usize,
        stop: &StopFlag,
    ) -> Result<Vec<Opening>, PlayError> {
        let (mut openings, mut seen) = (Vec::new(), HashSet::new());
        let mut engines: Vec<Engine> =
            (0..threads.max(1)).map(|_| engine()).collect::<Result<_, _>>()?;
        let (mut drawn, mut in_vain) = (0, 0);
        while openings.len() < count && !stop.is_stopped() {
            let lines = (drawn..drawn + BATCH).filter_map(|number| self.line(number));
            let lines: Vec<Opening> =
                lines.filter(|line| seen.insert(Key::of(&line.position()))).collect();
            let balanced = self.balanced(&lines, &mut engines, stop);
            drawn += BATCH;
            in_vain = if balanced.is_empty() { in_vain + BATCH } else { 0 };
            openings.extend(balanced);
            if in_vain > MAX_IN_VAIN {
                return Err(PlayError::Settings(format!(
                    "{count} openings are wanted, and {} plies have {} within {} men; raise --random-plies or --balanced, or play fewer --games",
                    self.plies,
                    openings.len(),
                    self.balance
                )));
            }
        }
        openings.truncate(count);
        Ok(openings)
    }

    /// The flags that ask for the set, but that of the seed.
    pub fn flags(&self) -> String {
        format!("--random-plies {} --balanced {}", self.plies, self.balance)
    }

    /// What makes the set, and its first opening: another evaluation or search draws another one.
    pub fn to_json(&self, first: Option<&Opening>) -> Value {
        let first = first.map(ToString::to_string);
        json!({ "random_plies": self.plies, "balanced": self.balance, "first": first })
    }

    /// The random line of this number; `None` if the game is over after it.
    fn line(&self, number: u64) -> Option<Opening> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let mut opening = Opening::empty();
        let mut position = opening.position();
        for _ in 0..self.plies {
            let mv = *MoveList::legal(&position).choose(&mut random)?;
            opening = opening.then(mv);
            position = position.succ(mv);
        }
        position.has_moves().then_some(opening)
    }

    /// Those of the lines in which neither side is ahead.
    fn balanced(&self, lines: &[Opening], engines: &mut [Engine], stop: &StopFlag) -> Vec<Opening> {
        let share = lines.len().div_ceil(engines.len()).max(1);
        let kept = thread::scope(|scope| {
            let parts = lines.chunks(share).zip(engines).map(|(lines, engine)| {
                scope.spawn(move || {
                    lines
                        .iter()
                        .filter(|line| self.is_balanced(line, engine, stop))
                        .cloned()
                        .collect()
                })
            });
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(|part| part.join().expect("a search never panics")).collect()
        });
        let kept: Vec<Vec<Opening>> = kept;
        kept.concat()
    }

    fn is_balanced(&self, line: &Opening, engine: &mut Engine, stop: &StopFlag) -> bool {
        let mut game = GameState::new(*line.start());
        line.moves().iter().for_each(|&mv| game.play(mv));
        let mut is_within = |nodes, balance| {
            engine.new_game();
            let choice = engine.think(&game, &Budget::of_nodes(nodes), stop, &mut |_| {});
            choice.is_some_and(|choice| to_hub_score(choice.score).abs() <= balance)
        };
        is_within(FEW_NODES, self.balance + DOUBT) && is_within(NODES, self.balance)
    }
}

fn engine() -> Result<Engine, PlayError> {
    let options = Options { hash_mb: 1, ..Options::default() };
    Ok(Engine::new(&Evaluation::open(Evaluation::REFERENCE)?, &options)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(
        plies: u32,
        balance: f64,
        count: usize,
        threads: usize,
    ) -> Result<Vec<Opening>, PlayError> {
        RandomOpenings { plies, balance, seed: 3 }.draw(count, threads, &StopFlag::new())
    }

    #[test]
    fn a_longer_list_begins_with_a_shorter_one_whatever_the_threads() {
        let (short, long) = (draw(8, 0.3, 3, 1).expect("3"), draw(8, 0.3, 6, 3).expect("6"));
        assert_eq!(long[..3], short[..]);
        let keys: HashSet<Key> = long.iter().map(|line| Key::of(&line.position())).collect();
        assert_eq!(keys.len(), 6);
        assert!(long.iter().all(|line| line.moves().len() == 8));
    }

    #[test]
    fn more_openings_than_there_are_is_an_error_with_their_number() {
        let error = draw(1, 9.0, 10, 1).expect_err("9 moves").to_string();
        assert!(error.contains("1 plies have 9"), "{error}");
    }
}
