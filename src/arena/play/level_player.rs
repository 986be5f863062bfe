//! Our own engine at a level for people, as a player.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::error::PlayError;
use crate::game::Ending;
use crate::player::level;
use crate::player::{Budget, Engine, Evaluation, Options};

/// The built-in evaluation at a level. The nodes of the level replace those of the limits; a time limit holds besides.
#[derive(Debug)]
pub(crate) struct LevelPlayer {
    level: u8,
    engine: Engine,
    rng: Xoshiro256PlusPlus,
}

impl LevelPlayer {
    pub(crate) fn new(level: u8, options: &Options) -> Result<LevelPlayer, PlayError> {
        let engine = Engine::new(&Evaluation::open(Evaluation::REFERENCE)?, options)?;
        Ok(LevelPlayer { level, engine, rng: Xoshiro256PlusPlus::seed_from_u64(0) })
    }
}

impl Player for LevelPlayer {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.engine.new_game();
        self.rng = Xoshiro256PlusPlus::seed_from_u64(game.side_seed());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let level = level::of(self.level);
        let budget = Budget { nodes: Some(level.nodes), depth: None, ..turn.budget };
        let choice = level.choose(&mut self.engine, turn.game, &budget, &mut self.rng, turn.stop);
        let (mv, _) = choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?;
        Ok(Decision { act: Act::Move(mv.into()), info: MoveInfo::default() })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
