//! The player that learns: our engine with a share of random moves, and a memory of the positions that its searches visited.

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::arena::PlayError;
use crate::arena::play::move_info::MoveInfo;
use crate::arena::play::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::board::{Move, MoveList, Position};
use crate::game::Ending;
use crate::learning::TdVariant;
use crate::player::{Choice, Engine, Evaluation, GameState, Leaf, Options, Score};

/// A position of a game that was searched.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VisitedPosition {
    /// Plies since the opening.
    pub ply: usize,
    /// The position whose value is learned for it: the root, or the leaf of the principal variation.
    pub position: Position,
    /// White's result, if it is known.
    pub known: Option<f32>,
    /// The move that the search chose and the reply it expected.
    pub expected: Option<[Move; 2]>,
}

/// Counts over the searches of agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchStats {
    /// Searches.
    pub searched: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Positions with a single legal move, which are not searched.
    pub forced: u64,
    /// Leaves taken from the last finished iteration, where the final line was cut short.
    pub completed: u64,
    /// Searches without a leaf; nothing is learned from them.
    pub unknown: u64,
    /// Root positions with a capture, which have no static value; nothing is learned from them.
    pub unquiet: u64,
    /// Random moves.
    #[serde(rename = "chance")]
    pub random: u64,
}

impl SearchStats {
    pub(crate) fn add(&mut self, other: &SearchStats) {
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.forced += other.forced;
        self.completed += other.completed;
        self.unknown += other.unknown;
        self.unquiet += other.unquiet;
        self.random += other.random;
    }
}

/// How an agent plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentConfig {
    /// Which member of the TD family: its value is that of the root or of the leaf.
    pub(crate) variant: TdVariant,
    pub(crate) random_moves: f64,
    /// Plies after which the agent breaks the game off.
    pub max_plies: Option<usize>,
}

/// An agent's memory of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameMemory {
    pub(crate) visited: Vec<VisitedPosition>,
    /// The plies of its random moves.
    pub random: Vec<usize>,
    pub search: SearchStats,
}

/// The player that learns.
#[derive(Debug)]
pub(super) struct Agent {
    engine: Engine,
    config: AgentConfig,
    rng: Xoshiro256PlusPlus,
    memory: GameMemory,
}

struct FinishedIteration {
    score: Score,
    line: Vec<Move>,
}

impl Agent {
    /// An agent with this evaluation.
    pub(super) fn new(
        evaluation: &Evaluation,
        options: &Options,
        config: AgentConfig,
    ) -> Result<Agent, PlayError> {
        let engine = Engine::new(evaluation, options)?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(0);
        Ok(Agent { engine, config, rng, memory: GameMemory::default() })
    }

    pub(super) fn take_memory(&mut self) -> GameMemory {
        std::mem::take(&mut self.memory)
    }

    /// Adds a search to the memory.
    fn remember(&mut self, turn: &Turn<'_>, choice: &Choice, finished: Option<&FinishedIteration>) {
        self.memory.search.searched += 1;
        self.memory.search.nodes += choice.nodes;
        let Some((position, known)) = self.learned_position(turn.game, choice, finished) else {
            return;
        };
        let expected = choice.ponder().map(|reply| [choice.mv, reply]);
        self.memory.visited.push(VisitedPosition {
            ply: turn.played.len(),
            position,
            known,
            expected,
        });
    }

    /// The position whose value is learned for the root, with White's result if it is known.
    fn learned_position(
        &mut self,
        game: &GameState,
        choice: &Choice,
        finished: Option<&FinishedIteration>,
    ) -> Option<(Position, Option<f32>)> {
        let root = *game.position();
        if !self.config.variant.evaluates_leaves() {
            self.memory.search.unquiet += u64::from(root.must_capture());
            return (!root.must_capture()).then_some((root, None));
        }
        let mut leaf = self.engine.leaf(game, &choice.line, choice.score);
        if let (Leaf::Unknown, Some(finished)) = (leaf, finished) {
            leaf = self.engine.leaf(game, &finished.line, finished.score);
            self.memory.search.completed += u64::from(leaf != Leaf::Unknown);
        }
        match leaf {
            Leaf::Evaluated(leaf) => Some((leaf, None)),
            Leaf::Proven(result) => Some((root, Some(result))),
            Leaf::Unknown => {
                self.memory.search.unknown += 1;
                None
            }
        }
    }

    fn random_move(&mut self, legal: &[Move]) -> Option<Move> {
        let share = self.config.random_moves;
        let is_random = share > 0.0 && self.rng.random_bool(share);
        legal.choose(&mut self.rng).copied().filter(|_| is_random)
    }
}

impl Player for Agent {
    fn name(&self) -> String {
        "learner".into()
    }

    /// Every game begins with an empty memory and hash table, so that it does not depend on the games before.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(game.side_seed());
        self.memory = GameMemory::default();
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let is_over = self.config.max_plies.is_some_and(|plies| turn.played.len() >= plies);
        let legal = MoveList::legal(turn.game.position());
        if let ([only], false) = (&legal[..], is_over) {
            self.memory.search.forced += 1;
            return Ok(Decision { act: Act::Move((*only).into()), info: MoveInfo::default() });
        }
        let mut finished = None;
        let choice = self.engine.analyse(turn.game, &turn.budget, turn.stop, &mut |iteration| {
            let line = iteration.line.to_vec();
            finished = Some(FinishedIteration { score: iteration.score, line });
        });
        let choice = choice.ok_or_else(|| Fault::Protocol("no legal move".into()))?;
        self.remember(turn, &choice, finished.as_ref());
        let info = MoveInfo::from(&choice);
        if is_over {
            return Ok(Decision { act: Act::MoveLimit, info });
        }
        let mv = match self.random_move(&legal) {
            Some(mv) => {
                self.memory.random.push(turn.played.len());
                self.memory.search.random += 1;
                mv
            }
            None => choice.mv,
        };
        Ok(Decision { act: Act::Move(mv.into()), info })
    }

    fn end(&mut self, _: &Turn<'_>, _: &Ending) -> Result<(), Fault> {
        Ok(())
    }
}
