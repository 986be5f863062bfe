//! Iterative deepening: ever deeper searches of the same position, each started from what the last one learned.

use std::time::Duration;

use super::depth::{Depth, Ply};
use super::evaluate::Evaluate;
use super::limits::{LimitChecker, Limits, StopFlag, Stopped};
use super::score::{Score, Window};
use super::searcher::{Leader, Searcher};
use super::time_factors::{Finding, TimeFactors};
use crate::board::{History, Move, MoveList, Position};

/// A finished iteration, or the move that was best when time ran out.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Its depth.
    pub depth: Depth,
    /// The value for the side to move.
    pub score: Score,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The expected moves, the best one first.
    pub line: &'a [Move],
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The best move.
    pub mv: Move,
    /// Its value for the side to move.
    pub score: Score,
    /// The deepest iteration that was finished.
    pub depth: Depth,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The expected moves, the best one first.
    pub line: Vec<Move>,
}

impl Choice {
    /// The reply that is expected, to ponder on.
    #[must_use]
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}

impl<E: Evaluate> Searcher<E> {
    /// Searches a position, the last one of `history`, and reports every finished iteration. `None` if there is no legal move
    /// that is not avoided.
    pub fn search(
        &mut self,
        position: &Position,
        history: &History,
        limits: Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        let legal = MoveList::legal(position);
        let first = legal.into_iter().find(|mv| !self.avoided.contains(mv))?;
        self.path.clone_from(history);
        self.root = history.plies();
        self.is_probing = false;
        self.probe_root(position);
        self.leader =
            Leader { line: vec![first], score: Score::DRAW, depth: Depth::ZERO, nodes: 0 };
        self.limits = LimitChecker::start(limits, stop.clone(), &self.node_counter);
        self.deepen(position, limits.depth.unwrap_or(Depth::MAX), report);
        Some(self.choice(first))
    }

    fn deepen(&mut self, position: &Position, deepest: Depth, report: &mut dyn FnMut(&Iteration)) {
        let mut factors = TimeFactors::default();
        for plies in 1..=deepest.plies() {
            let depth = Depth::new(plies);
            if plies > 1 && !self.limits.allows_iteration(factors.stretch()) {
                return;
            }
            let before = self.leader.line[0];
            self.evaluate.reset(position);
            // A stopped iteration may have changed the leader: the last best move is searched first, so a move that beat it is better.
            if self.iterate(position, depth).is_err() {
                return;
            }
            self.leader.depth = depth;
            factors.update(self.finding(before));
            report(&Iteration {
                depth,
                score: self.reported_score(self.leader.score),
                nodes: self.limits.nodes(),
                time: self.limits.elapsed(),
                line: &self.leader.line,
            });
            if self.leader.score.is_final(depth) || Some(self.leader.score) == self.proven_root {
                return;
            }
        }
    }

    /// One iteration: a narrow window around the last score, wider on the side on which it fails.
    fn iterate(&mut self, position: &Position, depth: Depth) -> Result<(), Stopped> {
        const LAST_MARGIN: i32 = 500;
        let center = self.leader.score;
        let mut margins =
            (self.techniques.parameters.aspiration, self.techniques.parameters.aspiration);
        // Shallow iterations are cheap and their scores vary: a search again would cost more than the window saves. A proven win or loss gets
        // a full window too, since its distance changes with the depth.
        let is_early = depth.plies() < 4;
        if !self.techniques.aspiration || is_early || center.is_known() {
            margins = (LAST_MARGIN, LAST_MARGIN);
        }
        loop {
            let mut window = Window::FULL;
            if margins.0 < LAST_MARGIN {
                window.alpha = center.moved_by(-margins.0);
            }
            if margins.1 < LAST_MARGIN {
                window.beta = center.moved_by(margins.1);
            }
            self.root_began = self.limits.nodes();
            let score = self.node(position, window, depth, Ply::ROOT)?;
            // Only the side that failed is widened: the other bound holds and still cuts. Beyond five men it is open.
            if score <= window.alpha {
                margins.0 *= 2;
            } else if score >= window.beta {
                margins.1 *= 2;
            } else {
                return Ok(());
            }
        }
    }

    /// What the iteration that just ended says about the time to come; the best move of the one before is searched first.
    fn finding(&self, before: Move) -> Finding {
        let Leader { ref line, score, nodes, .. } = self.leader;
        let [own, all] = [nodes, self.limits.nodes()].map(|nodes| nodes - self.root_began);
        Finding { same_move: line[0] == before, score, share: own as f64 / all.max(1) as f64 }
    }

    /// The root has a better move: the head of its line.
    pub(super) fn note_best(&mut self, score: Score) {
        self.leader.score = score;
        self.leader.nodes = self.limits.nodes();
        self.leader.line.clear();
        self.leader.line.extend_from_slice(self.pv.root());
    }

    fn choice(&self, first: Move) -> Choice {
        let Leader { line, score, depth, .. } = self.leader.clone();
        Choice {
            mv: line.first().copied().unwrap_or(first),
            score: self.reported_score(score),
            depth,
            nodes: self.limits.nodes(),
            time: self.limits.elapsed(),
            line,
        }
    }
}
