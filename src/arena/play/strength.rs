//! The playing strength of our engine: full, or a level for people.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::player::level::{self, Level};
use crate::player::{Budget, Choice, Depth, Engine, GameState, Iteration, Score, StopFlag};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Strength(Option<Level>);

impl Strength {
    /// A level by its number; full strength without one.
    pub(crate) fn of(number: Option<u8>) -> Strength {
        Strength(number.map(level::of))
    }

    /// As [`Engine::think`]. At a level its nodes replace limits on nodes and depth, time limits hold besides, and some moves are
    /// random.
    pub(crate) fn think(
        self,
        engine: &mut Engine,
        game: &GameState,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration<'_>),
    ) -> Option<Choice> {
        let Some(level) = self.0 else { return engine.think(game, budget, stop, report) };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(fresh_seed());
        if let Some(mv) = level.slip(game, &mut rng) {
            let (score, depth, time) = (Score::DRAW, Depth::ZERO, Duration::ZERO);
            return Some(Choice { mv, score, depth, nodes: 0, time, line: vec![mv] });
        }
        let budget = Budget { nodes: Some(level.nodes), depth: None, ..*budget };
        engine.think(game, &budget, stop, report)
    }
}

pub fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::player::{Evaluation, Options};

    #[test]
    fn a_level_ends_a_search_without_limits_and_plays_some_moves_without_one() {
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let game = GameState::new(Position::start());
        let mut nodes = |level: u8| {
            let strength = Strength::of(Some(level));
            let stop = StopFlag::new();
            let choice = strength.think(&mut engine, &game, &Budget::INFINITE, &stop, &mut |_| {});
            choice.expect("a move").nodes
        };
        let weak: Vec<u64> = (0..100).map(|_| nodes(1)).collect();
        assert!(weak.iter().all(|&nodes| nodes <= 10), "{weak:?}");
        assert!(weak.contains(&0) && weak.iter().any(|&nodes| nodes > 0), "{weak:?}");
        assert!((1..=40_960).contains(&nodes(7)), "no move of level 7 is chosen by chance");
    }
}
