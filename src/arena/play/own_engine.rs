//! Our own engine as a player.

use std::fmt;

use super::background_search::BackgroundSearch;
use super::move_info::MoveInfo;
use super::player::{Act, Decision, Fault, GameStart, Player, Turn};
use super::strength::Strength;
use crate::board::Move;
use crate::error::PlayError;
use crate::game::Ending;
use crate::player::{Choice, Engine, Evaluation, MoveFunction, Options, StopFlag, to_hub_score};

pub struct OwnEngine {
    name: String,
    /// The engine; with a search that ponders while one does.
    engine: Option<Box<Engine>>,
    pondering: Option<Pondering>,
    /// The reply that the last search expects.
    expected: Option<Move>,
}

/// A search in the time of the opponent.
struct Pondering {
    expected: Move,
    search: BackgroundSearch,
}

impl OwnEngine {
    /// An engine with this evaluation and these settings.
    pub fn new(
        name: &str,
        evaluation: &Evaluation,
        options: &Options,
    ) -> Result<OwnEngine, PlayError> {
        Ok(OwnEngine::of(name, Engine::new(evaluation, options)?))
    }

    /// A player whose moves come from a function.
    pub(crate) fn choosing(function: &MoveFunction) -> Result<OwnEngine, PlayError> {
        Ok(OwnEngine::of(function.name(), Engine::choosing(function)?))
    }

    fn of(name: &str, engine: Engine) -> OwnEngine {
        let engine = Some(Box::new(engine));
        OwnEngine { name: name.into(), engine, pondering: None, expected: None }
    }

    /// The best move, and the report on its search.
    pub(crate) fn best(&mut self, turn: &Turn<'_>) -> Result<(Move, MoveInfo), Fault> {
        let (choice, ponder_hit) = match self.pondering.take() {
            None => (None, None),
            Some(pondering) => self.answer_pondering(pondering, turn)?,
        };
        let choice = match choice {
            Some(choice) => choice,
            None => {
                let choice = self.engine()?.think(turn.game, &turn.budget, turn.stop, &mut |_| {});
                choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?
            }
        };
        self.expected = choice.ponder();
        Ok((choice.mv, MoveInfo { ponder_hit, ..MoveInfo::from(&choice) }))
    }

    fn engine(&mut self) -> Result<&mut Engine, Fault> {
        let failed = || Fault::Vanished("the search failed; what it said is above".into());
        self.engine.as_deref_mut().ok_or_else(failed)
    }

    /// The move of a search that pondered on the right move, and whether it did.
    fn answer_pondering(
        &mut self,
        pondering: Pondering,
        turn: &Turn<'_>,
    ) -> Result<(Option<Choice>, Option<bool>), Fault> {
        let Pondering { expected, search } = pondering;
        let is_hit = turn.played.last().is_some_and(|reply| reply.mv == expected);
        let choice = if is_hit {
            search.ponder_hit();
            let (engine, choice) = search.finish(turn.stop).unzip();
            self.engine = engine;
            choice.flatten()
        } else {
            self.engine = search.stop();
            None
        };
        self.engine()?;
        Ok((choice, Some(is_hit)))
    }

    /// Ends the search in the time of the opponent.
    fn stop_pondering(&mut self) {
        if let Some(Pondering { search, .. }) = self.pondering.take() {
            self.engine = search.stop();
        }
    }
}

impl fmt::Debug for OwnEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnEngine").field("name", &self.name).finish_non_exhaustive()
    }
}

impl From<&Choice> for MoveInfo {
    fn from(choice: &Choice) -> MoveInfo {
        MoveInfo {
            score: Some(to_hub_score(choice.score)),
            depth: Some(u32::from(choice.depth.plies())),
            nodes: Some(choice.nodes),
            seconds: Some(choice.time.as_secs_f64()),
            ..MoveInfo::default()
        }
    }
}

impl Player for OwnEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Every game begins with an empty hash table and its own book draws, so that it does not depend on the games before.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.stop_pondering();
        self.expected = None;
        self.engine()?.new_game_of(game.side_seed());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let (mv, info) = self.best(turn)?;
        Ok(Decision { act: Act::Move(mv.into()), info })
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let after = self.expected.and_then(|expected| Some((expected, turn.after(expected)?)));
        let Some((expected, game)) = after else { return Ok(()) };
        self.engine()?;
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let (stop, strength) = (StopFlag::new(), Strength::default());
        stop.start_pondering();
        let search = BackgroundSearch::begin(engine, game, turn.budget, strength, stop, || {});
        self.pondering = Some(Pondering { expected, search });
        Ok(())
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        self.stop_pondering();
        Ok(())
    }
}
