//! Our own engine at a level for people, as a player.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::engine::level;
use crate::engine::{Budget, Engine, Evaluation, Options};
use crate::error::PlayError;
use crate::game::Ending;

/// The evaluation in the box at a level. Its nodes take the place of those of the pace; a time limit holds besides.
#[derive(Debug)]
pub struct LevelPlayer {
    number: u8,
    engine: Engine,
    chance: Xoshiro256PlusPlus,
}

impl LevelPlayer {
    /// A player of a level that has not been given a game yet.
    ///
    /// # Errors
    /// A transposition table of this size cannot be had.
    pub fn new(number: u8, options: &Options) -> Result<LevelPlayer, PlayError> {
        let engine = Engine::new(&Evaluation::open(Evaluation::REFERENCE)?, options)?;
        Ok(LevelPlayer { number, engine, chance: Xoshiro256PlusPlus::seed_from_u64(0) })
    }
}

impl Player for LevelPlayer {
    fn name(&self) -> String {
        format!("level {}", self.number)
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.engine.new_game();
        self.chance = Xoshiro256PlusPlus::seed_from_u64(game.seed_of_side());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let level = level::of(self.number);
        let budget = Budget { nodes: Some(level.nodes), depth: None, ..turn.budget };
        let choice =
            level.choose(&mut self.engine, turn.game, &budget, &mut self.chance, turn.stop);
        let (mv, _) = choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?;
        Ok(Decision { act: Act::Move(mv.into()), thought: MoveInfo::default() })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
