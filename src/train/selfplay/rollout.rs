//! One game at a time: the learner against itself or an opponent, with opponents that stay from game to game.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::agent::{Agent, AgentConfig, SearchStats};
use super::config::SelfPlayConfig;
use super::trajectory::Episode;
use crate::arena::PlayError;
use crate::arena::jobs::threads;
use crate::arena::play::openings::Opening;
use crate::arena::play::own_engine::OwnEngine;
use crate::arena::play::player::Player;
use crate::arena::play::random::game_seed;
use crate::arena::play::record::GameRecord;
use crate::arena::play::referee;
use crate::arena::tournament::spec::PlayerSpec;
use crate::arena::tournament::stats::GameScore;
use crate::board::{ByColor, Color, Move};
use crate::fnv;
use crate::game::{GameResult, Termination};
use crate::learning::Trajectory;
use crate::player::{Evaluation, StopFlag};

/// The other side of a game.
#[derive(Clone, Debug)]
pub(super) enum GameOpponent {
    /// The learner itself.
    Itself,
    /// Frozen weights.
    Frozen(Evaluation),
    /// A player that does not change.
    Player(PlayerSpec),
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub number: u64,
    pub opponent: GameOpponent,
    /// Whether the opponent is rated below the learner.
    pub(crate) meets_weaker: bool,
}

#[derive(Debug)]
pub(super) enum RolloutOutcome {
    /// A game to learn from.
    Finished(Box<RolloutGame>),
    /// A fault of a player, after which nothing is learned.
    Failed(String),
    /// The run was interrupted.
    Interrupted,
}

#[derive(Debug)]
pub(super) struct RolloutGame {
    pub(crate) trajectories: Vec<Trajectory>,
    pub search: SearchStats,
    pub result: GameResult,
    /// The learner's score, unless it played itself or the game was broken off.
    pub score: Option<GameScore>,
    pub plies: u64,
    /// A hash of the opening and the moves.
    pub identity: u64,
}

/// Plays jobs, each with the index of its opponent, on as many threads as there are rollouts; compiled once for all models.
pub(super) fn play_all(
    rollouts: &mut [Rollout<'_>],
    jobs: &[(Job, usize)],
    evaluation: &Evaluation,
) -> Result<Vec<RolloutOutcome>, PlayError> {
    let outcomes = threads::map(rollouts, jobs, |rollout, (job, _)| rollout.play(job, evaluation));
    outcomes.into_iter().collect()
}

/// The opponents of one thread.
pub(super) struct Rollout<'a> {
    config: &'a SelfPlayConfig,
    stop: &'a StopFlag,
    /// By their names.
    players: HashMap<String, Box<dyn Player>>,
}

impl<'a> Rollout<'a> {
    pub(super) fn new(config: &'a SelfPlayConfig, stop: &'a StopFlag) -> Rollout<'a> {
        Rollout { config, stop, players: HashMap::new() }
    }

    /// Plays a game to learn from.
    pub(super) fn play(
        &mut self,
        job: &Job,
        evaluation: &Evaluation,
    ) -> Result<RolloutOutcome, PlayError> {
        if self.stop.is_stopped() {
            return Ok(RolloutOutcome::Interrupted);
        }
        let seed = game_seed(self.config.seed, job.number);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let opening = self.config.start_positions.draw(&mut rng);
        let mut agent = self.agent(evaluation)?;
        let color = if job.number.is_multiple_of(2) { Color::White } else { Color::Black };
        let record = match &job.opponent {
            GameOpponent::Itself => {
                let mut other = self.agent(evaluation)?;
                let (record, _) = self.game(&mut agent, &mut other, Color::White, &opening, seed);
                let agents = vec![(Color::White, agent), (Color::Black, other)];
                return Ok(self.outcome(job, &record, agents, None));
            }
            GameOpponent::Frozen(past) => {
                let options = &self.config.player_config.options;
                let mut past = OwnEngine::new("past", past, options)?;
                self.game(&mut agent, &mut past, color, &opening, seed).0
            }
            GameOpponent::Player(spec) => {
                self.game_against(&mut agent, spec, color, &opening, seed)?
            }
        };
        let score = GameScore::of(record.ending.verdict, color);
        Ok(self.outcome(job, &record, vec![(color, agent)], score))
    }

    /// Plays a game of frozen weights against an anchor and returns the score of the weights; `None` if it has no result.
    pub(super) fn measure(
        &mut self,
        evaluation: &Evaluation,
        anchor: usize,
        opening: &Opening,
        color: Color,
        seed: u64,
    ) -> Result<Option<GameScore>, PlayError> {
        let config = self.config;
        let mut own = OwnEngine::new("learner", evaluation, &config.player_config.options)?;
        let anchor = &config.eval.anchors[anchor];
        let record = self.game_against(&mut own, anchor, color, opening, seed)?;
        Ok(GameScore::of(record.ending.verdict, color))
    }

    /// A game against a player, which stays for further games unless it fails.
    fn game_against(
        &mut self,
        own: &mut dyn Player,
        spec: &PlayerSpec,
        color: Color,
        opening: &Opening,
        seed: u64,
    ) -> Result<GameRecord, PlayError> {
        let name = spec.to_string();
        let mut other = match self.players.remove(&name) {
            Some(player) => player,
            None => spec.open(&self.config.player_config)?,
        };
        let (record, broken) = self.game(own, other.as_mut(), color, opening, seed);
        if !broken[!color] {
            self.players.insert(name, other);
        }
        Ok(record)
    }

    /// A game of `own`, which has this colour.
    fn game<'p>(
        &self,
        own: &'p mut dyn Player,
        other: &'p mut dyn Player,
        color: Color,
        opening: &Opening,
        seed: u64,
    ) -> (GameRecord, ByColor<bool>) {
        let mut players: ByColor<&mut dyn Player> = match color {
            Color::White => ByColor { white: own, black: other },
            Color::Black => ByColor { white: other, black: own },
        };
        referee::play(&mut players, opening, &self.config.conditions(), seed, self.stop)
    }

    fn agent(&self, evaluation: &Evaluation) -> Result<Agent, PlayError> {
        let SelfPlayConfig { variant, random_moves, max_plies, .. } = *self.config;
        let config = AgentConfig { variant, random_moves, max_plies };
        Agent::new(evaluation, &self.config.player_config.options, config)
    }

    fn outcome(
        &self,
        job: &Job,
        record: &GameRecord,
        agents: Vec<(Color, Agent)>,
        score: Option<GameScore>,
    ) -> RolloutOutcome {
        if self.stop.is_stopped() {
            return RolloutOutcome::Interrupted;
        }
        let ending = &record.ending;
        let is_regular =
            matches!(ending.termination, Termination::Normal | Termination::Adjudication);
        if ending.verdict == GameResult::Void || !is_regular {
            return RolloutOutcome::Failed(ending.reason.clone());
        }
        let moves: Vec<Move> = record.played.iter().map(|one| one.mv).collect();
        let is_broken_off = self.config.max_plies.is_some_and(|plies| moves.len() >= plies)
            && ending.termination == Termination::Adjudication;
        let memories: Vec<_> =
            agents.into_iter().map(|(color, mut agent)| (color, agent.take_memory())).collect();
        let random: Vec<usize> =
            memories.iter().flat_map(|(_, memory)| memory.random.iter().copied()).collect();
        let episode = Episode {
            moves: &moves,
            random: &random,
            outcome: if is_broken_off { None } else { ending.verdict.white_result() },
            meets_weaker: job.meets_weaker,
        };
        let mut search = SearchStats::default();
        memories.iter().for_each(|(_, memory)| search.add(&memory.search));
        let trajectories =
            memories.iter().map(|(color, memory)| episode.trajectory(*color, memory));
        RolloutOutcome::Finished(Box::new(RolloutGame {
            trajectories: trajectories.collect(),
            search,
            result: ending.verdict,
            score: score.filter(|_| !is_broken_off),
            plies: moves.len() as u64,
            identity: identity(record),
        }))
    }
}

/// A hash of the opening and the moves of a game.
fn identity(record: &GameRecord) -> u64 {
    let moves: Vec<String> = record.played.iter().map(|one| one.mv.to_string()).collect();
    fnv::hash(format!("{} {}", record.opening, moves.join(" ")).bytes())
}
