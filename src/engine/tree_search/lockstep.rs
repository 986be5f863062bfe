//! Many games searched in lockstep: in each round the leaves of all games go to the evaluator together.

use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use super::descent::{GameSearch, Rules};
use super::gumbel::halving;
use super::settings::{Algorithm, SettingError, TreeSettings};
use crate::board::{Position, actions, mixed};
use crate::player::GameState;
use crate::search::Probe;

/// Positions for the evaluator, none of them over, with the actions of their legal moves.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    /// The positions.
    pub positions: Vec<Position>,
    /// The actions of all positions, one position after the other.
    pub actions: Vec<i64>,
    /// Where the actions of each position begin, and the number of all.
    pub offsets: Vec<i64>,
}

/// An answer of an evaluator that cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum AnswerError {
    /// The wrong number of logits.
    #[error("{found} logits for {wanted} actions; give one for each")]
    LogitCount {
        /// What came.
        found: usize,
        /// What was asked for.
        wanted: usize,
    },
    /// The wrong number of values.
    #[error("{found} values for {wanted} positions; give one for each")]
    ValueCount {
        /// What came.
        found: usize,
        /// What was asked for.
        wanted: usize,
    },
    /// A logit that is infinite or not a number.
    #[error("logit {place} is {logit}; give finite numbers")]
    Logit {
        /// Its place.
        place: usize,
        /// The logit.
        logit: f32,
    },
    /// A value that is no expected result.
    #[error(
        "value {place} is {value}; values are expected results from -1 to 1, which a network can end in by tanh"
    )]
    Value {
        /// Its place.
        place: usize,
        /// The value.
        value: f32,
    },
}

/// An action that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}: {reason}")]
pub struct PlayError {
    game: usize,
    reason: String,
}

/// A search of many games.
///
/// ```
/// use draughts_td_engine::player::GameState;
/// use draughts_td_engine::tree_search::{TreeSearch, TreeSettings};
/// use draughts_td_rules::board::fen;
///
/// // White wins by 28-22. An evaluator that knows nothing gives equal logits, and 0 for every position.
/// let game = GameState::new(fen::read("W:W28,33,39:B17")?);
/// let mut search = TreeSearch::new(TreeSettings::default(), vec![game], None)?;
/// search.run(200, |leaves| {
///     Ok::<_, draughts_td_engine::tree_search::AnswerError>((
///         vec![0.0; leaves.actions.len()],
///         vec![0.0; leaves.positions.len()],
///     ))
/// })?;
/// let chosen = search.choose(0.0)[0].ok_or("a move")?;
/// assert_eq!(search.games()[0].moves()[chosen].mv.to_string(), "28-22");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeSearch {
    rules: Rules,
    games: Vec<GameSearch>,
}

impl TreeSearch {
    /// A search of these games. Endgame tables, if there are any, end simulations with exact values.
    ///
    /// # Errors
    /// A setting out of its range.
    pub fn new(
        settings: TreeSettings,
        games: Vec<GameState>,
        tables: Option<Arc<dyn Probe>>,
    ) -> Result<TreeSearch, SettingError> {
        settings.check()?;
        let seed = |number: u64| mixed(settings.seed.wrapping_add(mixed(number + 1)));
        let games = (0..).zip(games).map(|(number, game)| GameSearch::new(game, seed(number)));
        Ok(TreeSearch { games: games.collect(), rules: Rules { settings, tables } })
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &[GameSearch] {
        &self.games
    }

    /// Runs `simulations` simulations from the position of each game that is not over. The first evaluation of a position comes on top.
    ///
    /// # Errors
    /// That of the evaluator, or an answer that cannot be used; what was found before is kept.
    pub fn run<E: From<AnswerError>>(
        &mut self,
        simulations: usize,
        mut evaluate: impl FnMut(&Leaves) -> Result<(Vec<f32>, Vec<f32>), E>,
    ) -> Result<(), E> {
        self.start(simulations);
        while let Some(leaves) = self.collect() {
            let (logits, values) = evaluate(&leaves).inspect_err(|_| self.cancel())?;
            self.answer(&logits, &values)?;
        }
        Ok(())
    }

    /// Begins a run, the pieces of which are [`TreeSearch::collect`] and [`TreeSearch::answer`] in turn.
    pub fn start(&mut self, simulations: usize) {
        let settings = self.rules.settings;
        let halvings = self.halvings(simulations);
        spread(&mut self.games, |game| {
            game.cancel();
            game.start(&settings, simulations, &halvings);
        });
    }

    /// Sequential halving of no move, of one, and so on; games with as many moves share one.
    fn halvings(&self, simulations: usize) -> Vec<Arc<[u32]>> {
        let TreeSettings { algorithm, considered, .. } = self.rules.settings;
        if algorithm != Algorithm::Gumbel {
            return Vec::new();
        }
        let most = self.games.iter().map(|game| game.moves().len()).max().unwrap_or_default();
        let each = (0..=most.min(considered)).map(|count| halving(count, simulations).into());
        each.collect()
    }

    /// The leaves of the next round, on the threads of the caller's pool if it is in one; `None` at the end of the run. A round in which
    /// all simulations have ended in exact values has no leaves, and needs no answer.
    pub fn collect(&mut self) -> Option<Leaves> {
        let rules = &self.rules;
        spread(&mut self.games, |game| game.collect(rules));
        if self.games.iter().all(GameSearch::is_done) {
            return None;
        }
        let mut leaves = Leaves { offsets: vec![0], ..Leaves::default() };
        for leaf in self.games.iter().flat_map(|game| &game.pending) {
            leaves.positions.push(leaf.position);
            leaves.actions.extend(leaf.moves.iter().map(|choice| i64::from(choice.action)));
            leaves.offsets.push(leaves.actions.len() as i64);
        }
        Some(leaves)
    }

    /// Takes the evaluations of the leaves of a round: logits of all actions, and values for the sides to move.
    ///
    /// # Errors
    /// Too few numbers or too many, one that is not finite, a value beyond -1 to 1. Then the run is over.
    pub fn answer(&mut self, logits: &[f32], values: &[f32]) -> Result<(), AnswerError> {
        self.check(logits, values).inspect_err(|_| self.cancel())?;
        let (mut logits, mut values) = (logits, values);
        let mut take = |game: &GameSearch| {
            let actions = game.pending.iter().map(|leaf| leaf.moves.len()).sum();
            let (own_logits, own_values);
            (own_logits, logits) = logits.split_at(actions);
            (own_values, values) = values.split_at(game.pending.len());
            (own_logits, own_values)
        };
        let mut answered: Vec<_> = self
            .games
            .iter_mut()
            .map(|game| {
                let answer = take(game);
                (game, answer)
            })
            .collect();
        spread(&mut answered, |(game, (logits, values))| game.answer(logits, values));
        Ok(())
    }

    fn check(&self, logits: &[f32], values: &[f32]) -> Result<(), AnswerError> {
        let leaves = || self.games.iter().flat_map(|game| &game.pending);
        let (positions, actions) = (leaves().count(), leaves().map(|leaf| leaf.moves.len()).sum());
        if logits.len() != actions {
            return Err(AnswerError::LogitCount { found: logits.len(), wanted: actions });
        }
        if values.len() != positions {
            return Err(AnswerError::ValueCount { found: values.len(), wanted: positions });
        }
        if let Some(place) = logits.iter().position(|logit| !logit.is_finite()) {
            return Err(AnswerError::Logit { place, logit: logits[place] });
        }
        match values.iter().position(|value| !(-1.0..=1.0).contains(value)) {
            Some(place) => Err(AnswerError::Value { place, value: values[place] }),
            None => Ok(()),
        }
    }

    /// Ends a run whose leaves will not be answered.
    pub fn cancel(&mut self) {
        self.games.iter_mut().for_each(GameSearch::cancel);
    }

    /// The policies to learn, a number for each move of a game. Empty for a game that is over or has not been searched.
    pub fn policies(&self) -> impl Iterator<Item = Vec<f32>> {
        self.games.iter().map(|game| game.policy(self.rules.settings.algorithm))
    }

    /// The index of the move to play in each game; `None` for one that is over or has not been searched. With a temperature above 0 PUCT
    /// draws moves by their visits.
    pub fn choose(&mut self, temperature: f32) -> Vec<Option<usize>> {
        let algorithm = self.rules.settings.algorithm;
        self.games.iter_mut().map(|game| game.choose(algorithm, temperature)).collect()
    }

    /// Plays an action in each game, or none of them if one is illegal. Those of games that are over are not looked at. The subtrees of
    /// the moves are kept.
    ///
    /// # Errors
    /// The first game with an illegal action.
    pub fn play(&mut self, actions: &[i64]) -> Result<(), PlayError> {
        self.cancel();
        let find = |(number, (game, &action)): (usize, (&GameSearch, &i64))| {
            if game.result().is_some() {
                return Ok(None);
            }
            let index = game.moves().iter().position(|choice| i64::from(choice.action) == action);
            let refused = || PlayError {
                game: number,
                reason: actions::refusal(game.game().position(), action),
            };
            index.map(Some).ok_or_else(refused)
        };
        let indices = self.games.iter().zip(actions).enumerate().map(find);
        let indices = indices.collect::<Result<Vec<Option<usize>>, PlayError>>()?;
        let mut games: Vec<_> = self.games.iter_mut().zip(indices).collect();
        spread(&mut games, |(game, index)| {
            if let Some(index) = index {
                game.play(*index);
            }
        });
        Ok(())
    }

    /// Begins another game in a place.
    pub fn restart(&mut self, place: usize, game: GameState) {
        self.games[place].cancel();
        self.games[place].restart(game);
    }
}

/// Works on each item, on the threads of the caller's pool if it is in one.
fn spread<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
    match rayon::current_thread_index() {
        Some(_) => items.par_iter_mut().for_each(work),
        None => items.iter_mut().for_each(work),
    }
}
