//! A player that knows the rules and nothing else.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::board::MoveList;
use crate::game::Ending;

/// What draws everything random in a game of this number, so that neighbours have nothing in common.
#[must_use]
pub fn seed_of_game(seed: u64, number: u64) -> u64 {
    seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Plays any legal move, each as probable as the others; the same game of the same match is played the same way.
#[derive(Debug)]
pub struct RandomPlayer {
    chance: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// A player that has not been given a game yet.
    #[must_use]
    pub fn new() -> RandomPlayer {
        RandomPlayer { chance: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer::new()
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.chance = Xoshiro256PlusPlus::seed_from_u64(game.seed_of_side());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        let mv = legal.choose(&mut self.chance).expect("a player on turn has a move");
        Ok(Decision { act: Act::Move((*mv).into()), thought: MoveInfo::default() })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
