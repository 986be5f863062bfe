//! A player that sometimes plays any legal move, and does not search where there is only one.

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Color, Move, MoveList};
use crate::play::game::own_engine::OwnEngine;
use crate::play::game::player::{Act, Beginning, Decision, Fault, Player, Turn};
use crate::play::game::record::Ending;
use crate::play::game::thought::Thought;

/// Our engine with a share of chance.
#[derive(Debug)]
pub struct Explorer {
    engine: OwnEngine,
    /// The share of moves that are left to chance.
    share: f64,
    random: Xoshiro256PlusPlus,
    /// The plies, counted from the first behind the opening, that chance played in this game.
    explored: Vec<usize>,
}

impl Explorer {
    /// This engine, with this share of moves left to chance.
    #[must_use]
    pub fn new(engine: OwnEngine, share: f64) -> Explorer {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Explorer { engine, share, random, explored: Vec::new() }
    }

    /// The plies behind the opening that chance played in this game.
    #[must_use]
    pub fn explored(&self) -> &[usize] {
        &self.explored
    }

    /// The move of chance, if it is chance's turn.
    fn chance(&mut self, legal: &[Move]) -> Option<Move> {
        if self.share > 0.0 && self.random.random_bool(self.share) {
            legal.choose(&mut self.random).copied()
        } else {
            None
        }
    }
}

impl Player for Explorer {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<(), Fault> {
        let side = u64::from(game.color == Color::Black);
        self.random =
            Xoshiro256PlusPlus::seed_from_u64(game.seed.wrapping_mul(2).wrapping_add(side));
        self.explored.clear();
        self.engine.begin(game)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        if let [only] = legal[..] {
            return Ok(Decision { act: Act::Move(only.into()), thought: Thought::default() });
        }
        let mut decision = self.engine.choose(turn)?;
        if let Some(mv) = self.chance(&legal) {
            self.explored.push(turn.played.len());
            decision.act = Act::Move(mv.into());
        }
        Ok(decision)
    }

    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        self.engine.end(turn, ending)
    }
}
