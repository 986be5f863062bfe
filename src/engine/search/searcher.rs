//! The state of a searcher, and what stays of it between searches.

use std::sync::Arc;

use super::depth::Depth;
use super::evaluate::Evaluate;
use super::limits::{LimitChecker, Limits, NodeCounter, StopFlag};
use super::line::PvTable;
use super::ordering::Ordering;
use super::probe::Probe;
use super::reductions::Reductions;
use super::score::Score;
use super::techniques::Techniques;
use super::tt::TranspositionTable;
use crate::board::{History, Move, Position};

/// The best line at the root, across iterations.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    pub line: Vec<Move>,
    pub score: Score,
    pub depth: Depth,
    /// The nodes of the search when it became the leader.
    pub nodes: u64,
}

/// A searcher: an evaluation with the state of its search.
#[derive(Debug)]
pub struct Searcher<E> {
    pub(super) evaluate: E,
    pub(super) techniques: Techniques,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) ordering: Ordering,
    pub(super) reductions: Reductions,
    pub(super) pv: PvTable,
    /// The moves of the game, and of the line being searched.
    pub(super) path: History,
    /// The plies of the game before the root.
    pub(super) root: usize,
    pub(super) limits: LimitChecker,
    /// Inside a ProbCut search, which does not probe again.
    pub(super) is_probing: bool,
    /// Whether moves beyond the horizon continue the counts of draws.
    pub(super) checks_draws: bool,
    /// The tablebase.
    pub(super) probe: Option<Arc<dyn Probe>>,
    /// Whether proven draws end a node; not so where the root is one.
    pub(super) cuts_on_tb_draw: bool,
    /// The score of the root, if the tablebase decides it.
    pub(super) proven_root: Option<Score>,
    /// Moves of the root that are left out, to find what is best beside them.
    pub(super) avoided: Vec<Move>,
    pub(super) leader: Leader,
    /// The nodes of the search when the root was searched for the last time.
    pub(super) root_began: u64,
    pub(super) node_counter: NodeCounter,
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher with this evaluation; the table may be shared.
    #[must_use]
    pub fn new(evaluate: E, table: Arc<TranspositionTable>, techniques: Techniques) -> Searcher<E> {
        let node_counter = NodeCounter::default();
        Searcher {
            evaluate,
            techniques,
            table,
            ordering: Ordering::new(),
            reductions: Reductions::new(techniques.parameters),
            pv: PvTable::new(),
            path: History::new(&Position::start()),
            root: 0,
            limits: LimitChecker::start(Limits::default(), StopFlag::new(), &node_counter),
            is_probing: false,
            checks_draws: false,
            probe: None,
            cuts_on_tb_draw: true,
            proven_root: None,
            avoided: Vec::new(),
            leader: Leader { line: Vec::new(), score: Score::DRAW, depth: Depth::ZERO, nodes: 0 },
            root_began: 0,
            node_counter,
        }
    }

    /// The searcher with exact knowledge of positions with few pieces.
    #[must_use]
    pub fn with_probe(self, probe: Option<Arc<dyn Probe>>) -> Searcher<E> {
        Searcher { probe, ..self }
    }

    /// A helper for another thread, which shares the table and the count of nodes.
    pub(crate) fn helper(&self, evaluate: E) -> Searcher<E> {
        let node_counter = self.node_counter.clone();
        let alone = Searcher::new(evaluate, self.table.clone(), self.techniques);
        Searcher { node_counter, probe: self.probe.clone(), ..alone }
    }

    /// Clears history and killers; the table stays.
    pub(crate) fn forget(&mut self) {
        self.ordering.forget();
    }

    /// Leaves these moves of the root out of the searches from now on.
    pub(crate) fn avoid(&mut self, moves: &[Move]) {
        self.avoided.clear();
        self.avoided.extend_from_slice(moves);
    }
}
