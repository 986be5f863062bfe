//! Where a game begins: a drawn opening, some random moves, and a search that finds neither side far ahead.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::DatagenConfig;
use crate::board::MoveList;
use crate::play::openings::Opening;
use crate::player::{Budget, Engine, GameState, StopFlag};

/// Openings drawn for a game before one that is not balanced is taken.
const TRIES: u32 = 50;

/// Draws the opening of a game; the searches that weigh it are the engine's.
pub(super) fn draw(
    config: &DatagenConfig,
    engine: &mut Engine,
    stop: &StopFlag,
    random: &mut Xoshiro256PlusPlus,
) -> Opening {
    let mut drawn = Opening::empty();
    for _ in 0..TRIES {
        drawn = draw_once(config, random);
        let mut game = GameState::new(*drawn.start());
        drawn.moves().iter().for_each(|&mv| game.play(mv));
        engine.new_game();
        let choice = engine.think(&game, &Budget::of_nodes(config.nodes), stop, &mut |_| {});
        if choice.is_some_and(|choice| choice.score.points().abs() <= config.balance) {
            break;
        }
    }
    drawn
}

fn draw_once(config: &DatagenConfig, random: &mut Xoshiro256PlusPlus) -> Opening {
    let mut opening = config.openings.choose(random).cloned().unwrap_or_else(Opening::empty);
    let mut position = opening.position();
    for _ in 0..random.random_range(0..=config.random_plies) {
        let legal = MoveList::legal(&position);
        let Some(&mv) = legal.choose(random) else { break };
        opening = opening.then(mv);
        position = position.succ(mv);
    }
    opening
}
