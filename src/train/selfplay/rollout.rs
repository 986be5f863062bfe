//! One game at a time: the learner against itself or somebody else, with players that stay from game to game.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::agent::{Agent, AgentConfig, SearchStats};
use super::config::SelfPlayConfig;
use super::episode;
use super::opponent::Opponent;
use crate::arena::PlayError;
use crate::arena::play::openings::Opening;
use crate::arena::play::own_engine::OwnEngine;
use crate::arena::play::player::Player;
use crate::arena::play::random::seed_of_game;
use crate::arena::play::record::GameRecord;
use crate::arena::play::referee::{self, Broken, PlayerPair};
use crate::arena::tournament::stats::GameScore;
use crate::board::{ByColor, Color, Move};
use crate::engine::{Evaluation, StopFlag};
use crate::fnv;
use crate::game::{GameResult, Termination};
use crate::learning::Trajectory;

/// Whom a game is against.
#[derive(Clone, Debug)]
pub(super) enum GameOpponent {
    /// The learner itself.
    Itself,
    /// Frozen weights.
    Frozen(Evaluation),
    /// The opponent of this number.
    Player(usize),
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub number: u64,
    pub meeting: GameOpponent,
    /// Whether the opponent is rated below the learner.
    pub meets_weaker: bool,
}

/// What came of a game.
#[derive(Debug)]
pub(super) enum RolloutOutcome {
    /// It teaches.
    Lessons(Box<Trajectories>),
    /// A fault of a player, which teaches nothing.
    Spoilt(String),
    /// It was interrupted.
    Interrupted,
}

/// What a game taught.
#[derive(Debug)]
pub(super) struct Trajectories {
    pub chains: Vec<Trajectory>,
    pub met: SearchStats,
    /// White's result.
    pub verdict: GameResult,
    /// The learner's, unless it played itself or the game was broken off.
    pub score: Option<GameScore>,
    pub plies: u64,
    /// Tells the game from others.
    pub identity: u64,
}

/// A table, with the players that sit at it.
pub(super) struct Rollout<'a> {
    course: &'a SelfPlayConfig,
    stop: &'a StopFlag,
    seats: HashMap<String, Box<dyn Player>>,
}

/// What a game of the learner begins with, whoever plays it.
#[must_use]
pub(super) fn seed_of(course: &SelfPlayConfig, number: u64) -> u64 {
    seed_of_game(course.seed, number)
}

impl<'a> Rollout<'a> {
    pub(super) fn new(course: &'a SelfPlayConfig, stop: &'a StopFlag) -> Rollout<'a> {
        Rollout { course, stop, seats: HashMap::new() }
    }

    /// Plays a game from which the learner learns.
    pub(super) fn play(
        &mut self,
        job: &Job,
        evaluation: &Evaluation,
    ) -> Result<RolloutOutcome, PlayError> {
        if self.stop.is_stopped() {
            return Ok(RolloutOutcome::Interrupted);
        }
        let seed = seed_of(self.course, job.number);
        let opening = self.course.starts.draw(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut first = self.pupil(evaluation)?;
        if let GameOpponent::Itself = job.meeting {
            let mut second = self.pupil(evaluation)?;
            let seats = ByColor { white: &mut first as &mut dyn Player, black: &mut second };
            let (record, _) = self.referee(seats, &opening, seed);
            let pupils = [(Color::White, first), (Color::Black, second)];
            return Ok(self.lessons(job, &record, pupils.into_iter().collect(), None));
        }
        let color = if job.number.is_multiple_of(2) { Color::White } else { Color::Black };
        let (name, mut other) = self.other(&job.meeting)?;
        let seats: PlayerPair<'_> = match color {
            Color::White => ByColor { white: &mut first, black: other.as_mut() },
            Color::Black => ByColor { white: other.as_mut(), black: &mut first },
        };
        let (record, broken) = self.referee(seats, &opening, seed);
        if !broken[!color] && !matches!(job.meeting, GameOpponent::Frozen(_)) {
            self.seats.insert(name, other);
        }
        let score = GameScore::of(record.ending.verdict, color);
        Ok(self.lessons(job, &record, vec![(color, first)], score))
    }

    /// A game of frozen weights against an anchor, for the learner's score; `None` if it came to nothing.
    pub(super) fn measure(
        &mut self,
        evaluation: &Evaluation,
        anchor: usize,
        opening: &Opening,
        color: Color,
        seed: u64,
    ) -> Result<Option<GameScore>, PlayError> {
        let spec = &self.course.measuring.anchors[anchor];
        let options = &self.course.equipment.options;
        let mut own = OwnEngine::new("learner", evaluation, options)?;
        let name = spec.to_string();
        let mut other = match self.seats.remove(&name) {
            Some(seat) => seat,
            None => spec.open(&self.course.equipment)?,
        };
        let seats: PlayerPair<'_> = match color {
            Color::White => ByColor { white: &mut own, black: other.as_mut() },
            Color::Black => ByColor { white: other.as_mut(), black: &mut own },
        };
        let (record, broken) = self.referee(seats, opening, seed);
        if !broken[!color] {
            self.seats.insert(name, other);
        }
        Ok(GameScore::of(record.ending.verdict, color))
    }

    fn referee(
        &self,
        mut seats: PlayerPair<'_>,
        opening: &Opening,
        seed: u64,
    ) -> (GameRecord, Broken) {
        referee::play(&mut seats, opening, &self.course.conditions(), seed, self.stop)
    }

    fn pupil(&self, evaluation: &Evaluation) -> Result<Agent, PlayError> {
        let SelfPlayConfig { rule, random_moves, plies, .. } = *self.course;
        let manner = AgentConfig { rule, random_moves, plies };
        Agent::new(evaluation, &self.course.equipment.options, manner)
    }

    /// The player of the other side, with the name under which it keeps its seat.
    fn other(&mut self, meeting: &GameOpponent) -> Result<(String, Box<dyn Player>), PlayError> {
        let equipment = &self.course.equipment;
        match meeting {
            GameOpponent::Itself => unreachable!("both sides are pupils"),
            GameOpponent::Frozen(evaluation) => {
                let engine = OwnEngine::new("past", evaluation, &equipment.options)?;
                Ok(("past".into(), Box::new(engine)))
            }
            GameOpponent::Player(opponent) => {
                let opponent = &self.course.opponents[*opponent];
                let name = opponent.to_string();
                let seat = match (self.seats.remove(&name), opponent) {
                    (Some(seat), _) => seat,
                    (None, Opponent::Player(spec)) => spec.open(equipment)?,
                    (None, _) => unreachable!("only players are met as players"),
                };
                Ok((name, seat))
            }
        }
    }

    fn lessons(
        &self,
        job: &Job,
        record: &GameRecord,
        pupils: Vec<(Color, Agent)>,
        score: Option<GameScore>,
    ) -> RolloutOutcome {
        if self.stop.is_stopped() {
            return RolloutOutcome::Interrupted;
        }
        let is_sound = |kind| matches!(kind, Termination::Normal | Termination::Adjudication);
        let ending = &record.ending;
        if ending.verdict == GameResult::Void || !is_sound(ending.termination) {
            return RolloutOutcome::Spoilt(ending.reason.clone());
        }
        let moves: Vec<Move> = record.played.iter().map(|one| one.mv).collect();
        let is_broken_off = self.course.plies.is_some_and(|plies| moves.len() >= plies)
            && ending.termination == Termination::Adjudication;
        let memories: Vec<_> =
            pupils.into_iter().map(|(color, mut pupil)| (color, pupil.take())).collect();
        let chance: Vec<usize> =
            memories.iter().flat_map(|(_, memory)| memory.chance.iter().copied()).collect();
        let game = episode::EpisodeContext {
            moves: &moves,
            chance: &chance,
            outcome: if is_broken_off { None } else { ending.verdict.white_result() },
            meets_weaker: job.meets_weaker,
        };
        let mut met = SearchStats::default();
        memories.iter().for_each(|(_, memory)| met.add(&memory.met));
        RolloutOutcome::Lessons(Box::new(Trajectories {
            chains: memories.iter().map(|(color, memory)| game.chain(*color, memory)).collect(),
            met,
            verdict: ending.verdict,
            score: score.filter(|_| !is_broken_off),
            plies: moves.len() as u64,
            identity: identity(record),
        }))
    }
}

/// A number for the opening and the moves of a game.
fn identity(record: &GameRecord) -> u64 {
    let moves: Vec<String> = record.played.iter().map(|one| one.mv.to_string()).collect();
    fnv::hash(format!("{} {}", record.opening, moves.join(" ")).bytes())
}
