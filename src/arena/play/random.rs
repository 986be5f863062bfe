//! The player of random moves.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::board::MoveList;
use crate::game::Ending;

/// The seed of a game, scrambled so that games of neighbouring numbers are independent.
pub fn game_seed(seed: u64, number: u64) -> u64 {
    seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Plays legal moves drawn uniformly, the same in the same game of the same match.
#[derive(Debug)]
pub(crate) struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    pub(crate) fn new() -> RandomPlayer {
        RandomPlayer { rng: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(game.side_seed());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        let mv = legal.choose(&mut self.rng).expect("a player on turn has a move");
        Ok(Decision { act: Act::Move((*mv).into()), info: MoveInfo::default() })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
