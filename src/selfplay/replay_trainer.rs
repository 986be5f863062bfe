//! Learning from games that were played elsewhere: each is gone through once more, and the learner's own positions are searched.

use std::time::Duration;

use super::agent::{Agent, AgentConfig};
use super::episode;
use super::error::SelfPlayError;
use super::record::Saved;
use crate::engine::{Budget, Evaluation, GameState, Options, StopFlag};
use crate::learning::{Optimiser, TdLeafConfig, TdLeafLearner, TdVariant, TrajectoryStats};
use crate::models::Model;
use crate::play::game::move_info::MoveInfo;
use crate::play::game::online_learner::PastGame;
use crate::play::game::openings::Opening;
use crate::play::game::player::{GameStart, Player, Turn};
use crate::play::game::record::PlayedMove;
use crate::play::game::time_control::MoveLimits;

/// A learner that others let play.
#[derive(Debug)]
pub struct ReplayTrainer<F: Model> {
    learner: TdLeafLearner<F>,
    rule: TdVariant,
    nodes: u64,
    games: u64,
}

impl<F: Model> ReplayTrainer<F> {
    /// A learner with these weights that has learned so many games, one update each, and searches so many nodes for a position.
    #[must_use]
    pub fn new(
        saved: Saved<F>,
        settings: &F::Settings,
        practice: TdLeafConfig,
        nodes: u64,
        games: u64,
    ) -> ReplayTrainer<F> {
        let fresh = Optimiser::new(practice.method, saved.form.slots());
        let [squares, means] = saved.memory;
        let optimiser = fresh.remembering(squares, means, games);
        let learner = TdLeafLearner::new(saved.form, settings, practice, optimiser);
        ReplayTrainer { learner, rule: TdVariant::Tdleaf, nodes, games }
    }

    /// The same by another member of the family.
    #[must_use]
    pub fn by(self, rule: TdVariant) -> ReplayTrainer<F> {
        ReplayTrainer { rule, ..self }
    }

    /// Games learned.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The weights of now, ready to play.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::of(self.learner.form().clone().player())
    }

    /// The weights of now, ready to be kept.
    #[must_use]
    pub fn saved(&self) -> Saved<F> {
        Saved::of(self.learner.form(), self.learner.optimiser())
    }

    /// Goes through a game and learns from it.
    ///
    /// # Errors
    /// An engine that cannot be made, or weights that turn into no numbers.
    pub fn learn(
        &mut self,
        game: &PastGame<'_>,
        options: &Options,
    ) -> Result<TrajectoryStats, SelfPlayError> {
        let manner = AgentConfig { rule: self.rule, random_moves: 0.0, plies: None };
        let mut pupil = Agent::new(&self.evaluation(), options, manner)?;
        self.go_through(game, &mut pupil);
        let course = episode::EpisodeContext {
            moves: game.moves,
            chance: &[],
            outcome: game.outcome,
            meets_weaker: false,
        };
        let figures = self.learner.take(&course.chain(game.ours, &pupil.take()));
        self.learner.update();
        self.games += 1;
        match self.learner.form().is_sound() {
            true => Ok(figures),
            false => Err(SelfPlayError::Diverged { games: self.games }),
        }
    }

    /// Lets the pupil search the positions of its side.
    fn go_through(&self, game: &PastGame<'_>, pupil: &mut Agent) {
        let opening = Opening::at(*game.start);
        let (mut state, mut played) = (GameState::new(*game.start), Vec::new());
        let (pace, stop) = (MoveLimits::default(), StopFlag::new());
        let beginning = GameStart { opening: &opening, color: game.ours, pace: &pace, seed: 0 };
        // It never refuses a game, and what it would have played is of no interest.
        let _ = pupil.begin(&beginning);
        for &mv in game.moves {
            if state.position().turn() == game.ours {
                let turn = Turn {
                    opening: &opening,
                    played: &played,
                    game: &state,
                    budget: Budget::of_nodes(self.nodes),
                    patience: Duration::MAX,
                    stop: &stop,
                };
                let _ = pupil.choose(&turn);
            }
            state.play(mv);
            let (time, thought) = (Duration::ZERO, MoveInfo::default());
            played.push(PlayedMove { mv, time, thought });
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
        let form = Patterns::of_material(&settings, 1).expect("material");
        let practice = TdLeafConfig {
            td_errors: TdErrors { lambda: 1.0, ..TdErrors::default() },
            scale: ValueTransform::KNIGHTCAP,
            loss: Loss::L2,
            method: OptimiserKind::Plain,
            fix_man: false,
        };
        let mut reviewer = ReplayTrainer::new(Saved::first(form), &settings, practice, 200, 0);
        let options = Options { table: 1, ..Options::default() };
        let (start, moves) = (Position::start(), moves(30));
        let game =
            PastGame { start: &start, moves: &moves, ours: Color::Black, outcome: Some(1.0) };
        let first = reviewer.learn(&game, &options).expect("learned");
        let second = reviewer.learn(&game, &options).expect("learned");
        assert!(first.judged > 5, "{first:?}");
        assert!(second.value < first.value, "{first:?} {second:?}");
        assert_eq!(reviewer.games(), 2);
    }
}
