//! Our own engine as a player.

use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::board::Move;
use crate::error::PlayError;
use crate::game::Ending;
use crate::player::{Choice, Engine, Evaluation, MoveFunction, Options, to_hub_score};

#[derive(Debug)]
pub struct OwnEngine {
    name: String,
    engine: Engine,
}

impl OwnEngine {
    /// An engine with this evaluation and these settings.
    pub fn new(
        name: &str,
        evaluation: &Evaluation,
        options: &Options,
    ) -> Result<OwnEngine, PlayError> {
        Ok(OwnEngine { name: name.into(), engine: Engine::new(evaluation, options)? })
    }

    /// A player whose moves come from a function.
    pub(crate) fn choosing(function: &MoveFunction) -> Result<OwnEngine, PlayError> {
        Ok(OwnEngine { name: function.name().into(), engine: Engine::choosing(function)? })
    }

    /// The best move, and the report on its search.
    pub(crate) fn best(&mut self, turn: &Turn<'_>) -> Result<(Move, MoveInfo), Fault> {
        let choice = self.engine.think(turn.game, &turn.budget, turn.stop, &mut |_| {});
        let choice = choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?;
        Ok((choice.mv, MoveInfo::from(&choice)))
    }
}

impl From<&Choice> for MoveInfo {
    fn from(choice: &Choice) -> MoveInfo {
        MoveInfo {
            score: Some(to_hub_score(choice.score)),
            depth: Some(u32::from(choice.depth.plies())),
            nodes: Some(choice.nodes),
            seconds: Some(choice.time.as_secs_f64()),
        }
    }
}

impl Player for OwnEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Every game begins with an empty hash table and its own book draws, so that it does not depend on the games before.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.engine.new_game_of(game.side_seed());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let (mv, info) = self.best(turn)?;
        Ok(Decision { act: Act::Move(mv.into()), info })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
