//! The searcher: what it is made of, and what it keeps from one search to the next.

use std::sync::Arc;

use super::depth::{Depth, Ply};
use super::evaluate::Evaluate;
use super::limits::{LimitChecker, Limits, NodeCounter, StopFlag};
use super::line::Lines;
use super::ordering::{MoveStats, Ordering};
use super::probe::Probe;
use super::reductions::Reductions;
use super::score::Score;
use super::techniques::Techniques;
use super::tt::TranspositionTable;
use crate::board::{History, Move, Position};

/// The best known of the root, across iterations.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    pub line: Vec<Move>,
    pub score: Score,
    pub depth: Depth,
}

/// A searcher: one evaluation, and the memory that is kept from one node, and from one search, to the next.
#[derive(Debug)]
pub struct Searcher<E> {
    pub(super) evaluate: E,
    pub(super) techniques: Techniques,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) ordering: Ordering,
    pub(super) reductions: Reductions,
    pub(super) lines: Lines,
    /// The moves of the game, and of the line being searched.
    pub(super) path: History,
    /// The plies of the game before the root.
    pub(super) root: usize,
    pub(super) watch: LimitChecker,
    /// Inside a ProbCut search, which does not probe again.
    pub(super) is_probing: bool,
    /// Whether moves beyond the horizon go on with the counts of draws.
    pub(super) counts_on: bool,
    /// Knows how positions with few pieces end.
    pub(super) probe: Option<Arc<dyn Probe>>,
    /// Whether known draws are taken as they are.
    pub(super) draws_settle: bool,
    /// The score of the root, if its end is known.
    pub(super) settled: Option<Score>,
    /// Moves of the root that are left out, to find what is best beside them.
    pub(super) avoided: Vec<Move>,
    pub(super) leader: Leader,
    pub(super) tally: NodeCounter,
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher with this evaluation; the table may be shared.
    #[must_use]
    pub fn new(evaluate: E, table: Arc<TranspositionTable>, techniques: Techniques) -> Searcher<E> {
        let tally = NodeCounter::default();
        Searcher {
            evaluate,
            techniques,
            table,
            ordering: Ordering::new(),
            reductions: Reductions::new(techniques.parameters),
            lines: Lines::new(),
            path: History::new(&Position::start()),
            root: 0,
            watch: LimitChecker::start(Limits::default(), StopFlag::new(), &tally),
            is_probing: false,
            counts_on: false,
            probe: None,
            draws_settle: true,
            settled: None,
            avoided: Vec::new(),
            leader: Leader { line: Vec::new(), score: Score::DRAW, depth: Depth::ZERO },
            tally,
        }
    }

    /// The searcher with somebody to ask about positions with few pieces.
    #[must_use]
    pub fn with_probe(self, probe: Option<Arc<dyn Probe>>) -> Searcher<E> {
        Searcher { probe, ..self }
    }

    /// What it knows of the legal moves of a position, in the generator's order.
    #[must_use]
    pub fn move_stats(&self, position: &Position) -> Vec<MoveStats> {
        let entry = self.table.probe(History::new(position).key(), Ply::ROOT);
        let hash_move = entry.and_then(|entry| entry.hash_move);
        self.ordering.move_stats(position, hash_move, self.techniques.hook)
    }

    /// A searcher that helps this one from another thread: it shares the table and the count of nodes.
    #[must_use]
    pub fn helper(&self, evaluate: E) -> Searcher<E> {
        let tally = self.tally.clone();
        let alone = Searcher::new(evaluate, self.table.clone(), self.techniques);
        Searcher { tally, probe: self.probe.clone(), ..alone }
    }

    /// Forgets what earlier searches taught about the order of moves; the table is its owner's affair.
    pub fn forget(&mut self) {
        self.ordering.forget();
    }

    /// Leaves these moves of the root out of the searches from now on.
    pub fn avoid(&mut self, moves: &[Move]) {
        self.avoided.clear();
        self.avoided.extend_from_slice(moves);
    }

    /// Gives the evaluation back.
    #[must_use]
    pub fn into_evaluation(self) -> E {
        self.evaluate
    }
}
