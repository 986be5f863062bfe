//! A player that knows the rules and nothing else.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::player::{Act, Beginning, Decision, Fault, Player, Turn};
use super::thought::Thought;
use crate::board::{Color, MoveList};
use crate::game::Ending;

/// What draws the moves of chance of one side of a game.
pub(super) fn seed_of(game: &Beginning<'_>) -> u64 {
    let side = u64::from(game.color == Color::Black);
    game.seed.wrapping_mul(2).wrapping_add(side)
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

    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault> {
        self.chance = Xoshiro256PlusPlus::seed_from_u64(seed_of(game));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        let mv = legal.choose(&mut self.chance).expect("a player on turn has a move");
        Ok(Decision { act: Act::Move((*mv).into()), thought: Thought::default() })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
