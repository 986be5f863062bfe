//! The player that learns: our engine with a share of chance, which remembers what its searches came to.

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::board::{Move, MoveList, Position};
use crate::engine::{Choice, Engine, Evaluation, GameState, Leaf, Options, Score};
use crate::game::Ending;
use crate::learning::TdVariant;
use crate::play::PlayError;
use crate::play::game::move_info::MoveInfo;
use crate::play::game::player::{Act, Decision, Fault, GameStart, Player, Turn};

/// What a position of a game left behind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VisitedPosition {
    /// The plies behind the opening when the pupil was to move.
    pub ply: usize,
    /// The position that is judged for it.
    pub position: Position,
    /// White's result, if it is known.
    pub known: Option<f32>,
    /// The move that the search chose and the reply it expected.
    pub expected: Option<[Move; 2]>,
}

/// What pupils met in their games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchStats {
    /// Positions that were searched.
    pub searched: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Positions with a single move, which say nothing that the next one does not say.
    pub forced: u64,
    /// Leaves of an iteration that was finished, where that of the last one was cut short.
    pub completed: u64,
    /// Positions without a leaf that is known; they teach nothing.
    pub unknown: u64,
    /// Positions with a capture to make, which no evaluation can judge; they teach nothing.
    pub unquiet: u64,
    /// Moves of chance.
    pub chance: u64,
}

impl SearchStats {
    /// Adds what others met.
    pub fn add(&mut self, other: &SearchStats) {
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.forced += other.forced;
        self.completed += other.completed;
        self.unknown += other.unknown;
        self.unquiet += other.unquiet;
        self.chance += other.chance;
    }
}

/// How a pupil plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentConfig {
    /// Which position is judged.
    pub rule: TdVariant,
    /// The share of moves that are left to chance.
    pub random_moves: f64,
    /// Plies after which it breaks the game off.
    pub plies: Option<usize>,
}

/// What a pupil remembers of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameMemory {
    pub lessons: Vec<VisitedPosition>,
    /// The plies that chance played for it.
    pub chance: Vec<usize>,
    pub met: SearchStats,
}

/// An engine that learns.
#[derive(Debug)]
pub(super) struct Agent {
    engine: Engine,
    manner: AgentConfig,
    random: Xoshiro256PlusPlus,
    memory: GameMemory,
}

/// An iteration that was finished.
struct FinishedIteration {
    score: Score,
    line: Vec<Move>,
}

impl Agent {
    /// A pupil with this evaluation.
    pub(super) fn new(
        evaluation: &Evaluation,
        options: &Options,
        manner: AgentConfig,
    ) -> Result<Agent, PlayError> {
        let engine = Engine::new(evaluation, options)?;
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Ok(Agent { engine, manner, random, memory: GameMemory::default() })
    }

    /// What it remembers of the last game.
    pub(super) fn take(&mut self) -> GameMemory {
        std::mem::take(&mut self.memory)
    }

    /// Remembers a position that was searched.
    fn learn(&mut self, turn: &Turn<'_>, choice: &Choice, finished: Option<&FinishedIteration>) {
        self.memory.met.searched += 1;
        self.memory.met.nodes += choice.nodes;
        let Some((position, known)) = self.judged(turn.game, choice, finished) else { return };
        let expected = choice.ponder().map(|reply| [choice.mv, reply]);
        self.memory.lessons.push(VisitedPosition {
            ply: turn.played.len(),
            position,
            known,
            expected,
        });
    }

    /// The position that stands for the one searched, and its result if that is known.
    fn judged(
        &mut self,
        game: &GameState,
        choice: &Choice,
        finished: Option<&FinishedIteration>,
    ) -> Option<(Position, Option<f32>)> {
        let root = *game.position();
        if !self.manner.rule.judges_leaves() {
            self.memory.met.unquiet += u64::from(root.must_capture());
            return (!root.must_capture()).then_some((root, None));
        }
        let mut leaf = self.engine.leaf(game, &choice.line, choice.score);
        if let (Leaf::Unknown, Some(finished)) = (leaf, finished) {
            leaf = self.engine.leaf(game, &finished.line, finished.score);
            self.memory.met.completed += u64::from(leaf != Leaf::Unknown);
        }
        match leaf {
            Leaf::Evaluated(leaf) => Some((leaf, None)),
            Leaf::Proven(result) => Some((root, Some(result))),
            Leaf::Unknown => {
                self.memory.met.unknown += 1;
                None
            }
        }
    }

    /// The move of chance, if it is chance's turn.
    fn chance(&mut self, legal: &[Move]) -> Option<Move> {
        let share = self.manner.random_moves;
        let is_turn = share > 0.0 && self.random.random_bool(share);
        legal.choose(&mut self.random).copied().filter(|_| is_turn)
    }
}

impl Player for Agent {
    fn name(&self) -> String {
        "learner".into()
    }

    /// Every game starts with an empty memory, so that it does not depend on the games before.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(game.seed_of_side());
        self.memory = GameMemory::default();
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let is_over = self.manner.plies.is_some_and(|plies| turn.played.len() >= plies);
        let legal = MoveList::legal(turn.game.position());
        if let ([only], false) = (&legal[..], is_over) {
            self.memory.met.forced += 1;
            return Ok(Decision { act: Act::Move((*only).into()), thought: MoveInfo::default() });
        }
        let mut finished = None;
        let choice = self.engine.analyse(turn.game, &turn.budget, turn.stop, &mut |iteration| {
            let line = iteration.line.to_vec();
            finished = Some(FinishedIteration { score: iteration.score, line });
        });
        let choice = choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?;
        self.learn(turn, &choice, finished.as_ref());
        let thought = MoveInfo::from(&choice);
        if is_over {
            return Ok(Decision { act: Act::MoveLimit, thought });
        }
        let mv = match self.chance(&legal) {
            Some(mv) => {
                self.memory.chance.push(turn.played.len());
                self.memory.met.chance += 1;
                mv
            }
            None => choice.mv,
        };
        Ok(Decision { act: Act::Move(mv.into()), thought })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
