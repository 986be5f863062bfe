//! Learning from games that were played elsewhere: each is replayed, and the positions of the learner's side are searched.

use std::time::Duration;

use super::agent::{Agent, AgentConfig};
use super::checkpoint::Checkpoint;
use super::error::SelfPlayError;
use super::trajectory::Episode;
use crate::arena::play::move_info::MoveInfo;
use crate::arena::play::online_learner::PastGame;
use crate::arena::play::openings::Opening;
use crate::arena::play::player::{GameStart, Player, Turn};
use crate::arena::play::record::PlayedMove;
use crate::arena::play::time_control::MoveLimits;
use crate::learning::{Optimiser, TdLeafConfig, TdLeafLearner, TdVariant, TrajectoryStats};
use crate::models::Model;
use crate::player::{Budget, Evaluation, GameState, Options, StopFlag};

/// A learner whose games are played elsewhere.
#[derive(Debug)]
pub struct ReplayTrainer<F: Model> {
    learner: TdLeafLearner<F>,
    variant: TdVariant,
    nodes: u64,
    games: u64,
}

impl<F: Model> ReplayTrainer<F> {
    /// A learner with these weights that has learned `games` games, one update each, and searches `nodes` nodes for a position.
    #[must_use]
    pub fn new(
        checkpoint: Checkpoint<F>,
        settings: &F::Settings,
        td: TdLeafConfig,
        nodes: u64,
        games: u64,
    ) -> ReplayTrainer<F> {
        let fresh = Optimiser::new(td.method, checkpoint.model.padded_len());
        let [squares, means] = checkpoint.moments;
        let optimiser = fresh.remembering(squares, means, games);
        let learner = TdLeafLearner::new(checkpoint.model, settings, td, optimiser);
        ReplayTrainer { learner, variant: TdVariant::Tdleaf, nodes, games }
    }

    /// The same with another member of the TD family.
    #[must_use]
    pub fn with_variant(self, variant: TdVariant) -> ReplayTrainer<F> {
        ReplayTrainer { variant, ..self }
    }

    /// Games learned.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The present weights as an evaluation.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::of(self.learner.model().clone())
    }

    /// The present weights with the optimiser.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<F> {
        Checkpoint::of(self.learner.model(), self.learner.optimiser())
    }

    /// Replays a game and learns from it.
    ///
    /// # Errors
    /// An engine that cannot be made, or weights that turn into no numbers.
    pub fn learn(
        &mut self,
        game: &PastGame<'_>,
        options: &Options,
    ) -> Result<TrajectoryStats, SelfPlayError> {
        let config = AgentConfig { variant: self.variant, random_moves: 0.0, max_plies: None };
        let mut agent = Agent::new(&self.evaluation(), options, config)?;
        self.replay(game, &mut agent);
        let episode =
            Episode { moves: game.moves, random: &[], outcome: game.outcome, meets_weaker: false };
        let stats = self.learner.take(&episode.trajectory(game.ours, &agent.take_memory()));
        self.learner.update();
        self.games += 1;
        match self.learner.model().is_sound() {
            true => Ok(stats),
            false => Err(SelfPlayError::Diverged { games: self.games }),
        }
    }

    /// Lets the agent search the positions of its side.
    fn replay(&self, game: &PastGame<'_>, agent: &mut Agent) {
        let opening = Opening::at(*game.start);
        let (mut state, mut played) = (GameState::new(*game.start), Vec::new());
        let (limits, stop) = (MoveLimits::default(), StopFlag::new());
        let start = GameStart { opening: &opening, color: game.ours, limits: &limits, seed: 0 };
        // It never refuses a game, and its own choice of a move does not matter.
        let _ = agent.begin(&start);
        for &mv in game.moves {
            if state.position().turn() == game.ours {
                let turn = Turn {
                    opening: &opening,
                    played: &played,
                    game: &state,
                    budget: Budget::of_nodes(self.nodes),
                    timeout: Duration::MAX,
                    stop: &stop,
                };
                let _ = agent.choose(&turn);
            }
            state.play(mv);
            let (time, info) = (Duration::ZERO, MoveInfo::default());
            played.push(PlayedMove { mv, time, info });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move, MoveList, Position};
    use crate::learning::{Loss, OptimiserKind, TdErrors, ValueTransform};
    use crate::models::patterns::{PatternSettings, Patterns};

    fn moves(plies: usize) -> Vec<Move> {
        let mut position = Position::start();
        let mut moves = Vec::new();
        while let (Some(&mv), true) = (MoveList::legal(&position).first(), moves.len() < plies) {
            moves.push(mv);
            position = position.succ(mv);
        }
        moves
    }

    #[test]
    fn a_lost_game_makes_the_positions_of_the_loser_look_worse() {
        let settings = PatternSettings::default();
        let model = Patterns::of_material(&settings, 1).expect("material");
        let td = TdLeafConfig {
            td_errors: TdErrors { lambda: 1.0, ..TdErrors::default() },
            scale: ValueTransform::KNIGHTCAP,
            loss: Loss::L2,
            method: OptimiserKind::Plain,
            fix_man: false,
        };
        let mut trainer = ReplayTrainer::new(Checkpoint::first(model), &settings, td, 200, 0);
        let options = Options { hash_mb: 1, ..Options::default() };
        let (start, moves) = (Position::start(), moves(30));
        let game =
            PastGame { start: &start, moves: &moves, ours: Color::Black, outcome: Some(1.0) };
        let first = trainer.learn(&game, &options).expect("learned");
        let second = trainer.learn(&game, &options).expect("learned");
        assert!(first.judged > 5, "{first:?}");
        assert!(second.value < first.value, "{first:?} {second:?}");
        assert_eq!(trainer.games(), 2);
    }
}
