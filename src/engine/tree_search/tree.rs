//! The tree of one game: nodes that were evaluated, edges with visits and values, and exact values where play ends.

use crate::board::{Move, Position};

/// A move and its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its number for policies, see [`crate::board::actions`].
    pub action: u16,
}

/// An exact value of a position for its side to move, within the draw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    /// 1, 0 or -1.
    pub value: i8,
    /// Plies to the end of a won or lost game.
    pub plies: u16,
}

impl Exact {
    pub(super) const LOSS: Exact = Exact { value: -1, plies: 0 };
    pub(super) const DRAW: Exact = Exact { value: 0, plies: 0 };
}

/// A legal move of a node, and what the simulations through it found. Values are for the side that plays it.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub choice: RootMove,
    /// The logarithm of the prior.
    pub logit: f32,
    pub prior: f32,
    pub visits: u32,
    /// Simulations that have passed and wait for their evaluation. Each counts as a loss, so that the next one looks elsewhere.
    pub pending: u32,
    /// The sum of the values.
    pub total: f64,
    /// The node after the move.
    pub child: Option<u32>,
    /// The exact value of the position after the move, for the side to move there.
    pub exact: Option<Exact>,
}

impl Edge {
    /// All simulations that have passed.
    pub(super) fn passed(&self) -> u32 {
        self.visits + self.pending
    }

    /// The value of the move for the side that plays it; `None` before the first simulation.
    pub(super) fn value(&self) -> Option<f32> {
        if let Some(exact) = self.exact {
            return Some(f32::from(-exact.value));
        }
        let passed = self.passed();
        (passed > 0).then(|| ((self.total - f64::from(self.pending)) / f64::from(passed)) as f32)
    }
}

/// A position that the evaluator has seen.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub position: Position,
    first: u32,
    count: u16,
    /// The evaluator's value for the side to move.
    pub value: f32,
    /// The evaluation and the visits of all edges.
    pub visits: u32,
    pub pending: u32,
    /// The sum of the values of those visits.
    total: f64,
}

impl Node {
    /// The mean value for the side to move.
    pub(super) fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits)) as f32
    }
}

/// A node and one of its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    pub node: u32,
    pub edge: u32,
}

/// Nodes and edges; the first node is the root. Empty before the root is evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    pub(super) const ROOT: u32 = 0;

    pub(super) fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let node = self.node(node);
        &self.edges[node.first as usize..][..usize::from(node.count)]
    }

    pub(super) fn edge_mut(&mut self, PathStep { node, edge }: PathStep) -> &mut Edge {
        let first = self.node(node).first;
        &mut self.edges[(first + edge) as usize]
    }

    /// Adds a position with the evaluator's answer, at the end of a path or as the root.
    pub(super) fn add(
        &mut self,
        path: &[PathStep],
        position: Position,
        moves: &[RootMove],
        logits: &[f32],
        value: f32,
    ) {
        let (child, first) = (self.nodes.len() as u32, self.edges.len() as u32);
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - highest).exp()).sum();
        let log_sum = highest + sum.ln();
        self.edges.extend(moves.iter().zip(logits).map(|(&choice, logit)| Edge {
            choice,
            logit: logit - log_sum,
            prior: (logit - log_sum).exp(),
            visits: 0,
            pending: 0,
            total: 0.0,
            child: None,
            exact: None,
        }));
        let (count, total) = (moves.len() as u16, f64::from(value));
        self.nodes.push(Node { position, first, count, value, visits: 1, pending: 0, total });
        if let Some(&step) = path.last() {
            self.edge_mut(step).child = Some(child);
        }
    }

    /// Marks a path as waiting for an evaluation.
    pub(super) fn wait(&mut self, path: &[PathStep]) {
        for &step in path {
            self.edge_mut(step).pending += 1;
            self.nodes[step.node as usize].pending += 1;
        }
    }

    /// Takes [`Tree::wait`] back.
    pub(super) fn end_wait(&mut self, path: &[PathStep]) {
        for &step in path {
            self.edge_mut(step).pending -= 1;
            self.nodes[step.node as usize].pending -= 1;
        }
    }

    /// Counts a simulation along a path, with the value of its end for the side to move there. Exact values move up as far as they
    /// prove the node above them.
    pub(super) fn back_up(&mut self, path: &[PathStep], value: f32, exact: Option<Exact>) {
        let (mut value, mut exact) = (value, exact);
        for &step in path.iter().rev() {
            value = exact.map_or(-value, |exact| f32::from(-exact.value));
            let edge = self.edge_mut(step);
            edge.visits += 1;
            edge.total += f64::from(value);
            if exact.is_some() {
                edge.exact = exact;
            }
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            node.total += f64::from(value);
            exact = exact.and_then(|_| self.proved(step.node));
            value = exact.map_or(value, |exact| f32::from(exact.value));
        }
    }

    /// The exact value of a node, as far as those of its moves prove it: a win by one move, or the best of all moves.
    pub(super) fn proved(&self, node: u32) -> Option<Exact> {
        let edges = self.edges(node);
        let exact = |value: i8| {
            let of_value = edges.iter().filter_map(move |edge| edge.exact);
            of_value.filter(move |exact| exact.value == value)
        };
        if let Some(plies) = exact(-1).map(|exact| exact.plies).min() {
            return Some(Exact { value: 1, plies: plies.saturating_add(1) });
        }
        if !edges.iter().all(|edge| edge.exact.is_some()) {
            return None;
        }
        if exact(0).next().is_some() {
            return Some(Exact::DRAW);
        }
        let plies = exact(1).map(|exact| exact.plies).max()?;
        Some(Exact { value: -1, plies: plies.saturating_add(1) })
    }

    /// Keeps what is below a move of the root, whose node becomes the root.
    pub(super) fn keep(&mut self, edge: usize) {
        let child = self.root().and_then(|_| self.edges(Tree::ROOT)[edge].child);
        let mut kept = Tree::default();
        let mut open: Vec<u32> = child.into_iter().collect();
        let mut next = 0;
        // In the order of breadth: the node of `open` at a place is the kept node at this place.
        while let Some(&node) = open.get(next) {
            next += 1;
            let edges = self.edges(node);
            let first = kept.edges.len() as u32;
            for edge in edges {
                let child = edge.child.map(|child| {
                    open.push(child);
                    open.len() as u32 - 1
                });
                kept.edges.push(Edge { child, ..edge.clone() });
            }
            kept.nodes.push(Node { first, ..self.node(node).clone() });
        }
        *self = kept;
    }
}
