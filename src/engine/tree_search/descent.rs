//! The search of one game: simulations from its position down to leaves that wait for an evaluation, and its moves.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Gamma, Gumbel};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::settings::{Algorithm, RootNoise, TreeSettings};
use super::tree::{Edge, Exact, PathStep, RootMove, Tree};
use super::{choice, gumbel, puct};
use crate::board::{Color, History, MoveList, Position, actions, legal_moves};
use crate::player::GameState;
use crate::search::{Probe, TablebaseValue};

/// The simulations of a game in a round that end without the evaluator: a caller looks for interrupts between rounds.
const MOST_IN_ROUND: usize = 256;

/// A position for the evaluator, and the way to it from the root.
#[derive(Clone, Debug)]
pub(super) struct PendingLeaf {
    path: Vec<PathStep>,
    pub position: Position,
    pub moves: Vec<RootMove>,
}

/// What all games of a search share.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub settings: TreeSettings,
    pub tables: Option<Arc<dyn Probe>>,
}

/// One of the games of a search.
#[derive(Clone, Debug)]
pub struct GameSearch {
    game: GameState,
    /// The history of the game; a simulation adds its moves and takes them back.
    path: History,
    moves: Vec<RootMove>,
    result: Option<i8>,
    tree: Tree,
    rng: Xoshiro256PlusPlus,
    list: MoveList,
    /// Simulations of this run that have not begun.
    left: usize,
    /// A number for each move of the root in this run: Gumbel variables or Dirichlet noise.
    noise: Vec<f32>,
    /// The visits in this run of each move of the root.
    visits: Vec<u32>,
    /// What sequential halving asks for at each simulation of this run.
    halving: Arc<[u32]>,
    pub(super) pending: Vec<PendingLeaf>,
}

/// Where a simulation ends.
enum End {
    Exact(Exact),
    Leaf(Position, Vec<RootMove>),
    /// At a leaf that waits already.
    Taken,
}

impl GameSearch {
    pub(super) fn new(game: GameState, seed: u64) -> GameSearch {
        let mut search = GameSearch {
            path: game.history().clone(),
            game,
            moves: Vec::new(),
            result: None,
            tree: Tree::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            list: MoveList::new(),
            left: 0,
            noise: Vec::new(),
            visits: Vec::new(),
            halving: Arc::default(),
            pending: Vec::new(),
        };
        search.find_moves();
        search
    }

    /// Begins another game.
    pub(super) fn restart(&mut self, game: GameState) {
        self.path = game.history().clone();
        self.game = game;
        self.tree = Tree::default();
        self.find_moves();
    }

    /// Plays a legal move, given by its index; what the search knows of it is kept.
    pub(super) fn play(&mut self, index: usize) {
        self.game.play(self.moves[index].mv);
        self.path = self.game.history().clone();
        self.tree.keep(index);
        self.find_moves();
    }

    /// Finds the moves of a new root, and the result of a game that is over.
    fn find_moves(&mut self) {
        let position = *self.game.position();
        legal_moves(&position, &mut self.list);
        self.moves = with_actions(&self.list);
        let for_side = match position.turn() {
            Color::White => -1,
            Color::Black => 1,
        };
        self.result = match self.moves.is_empty() {
            true => Some(for_side),
            false => self.game.history().draw().map(|_| 0),
        };
        if self.result.is_some() {
            self.moves.clear();
            self.tree = Tree::default();
        }
        self.left = 0;
        self.visits = vec![0; self.moves.len()];
        self.noise = vec![0.0; self.moves.len()];
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The result for White if the game is over: 1, 0 or -1.
    #[must_use]
    pub fn result(&self) -> Option<i8> {
        self.result
    }

    /// The legal moves that have actions; none after the end of the game.
    #[must_use]
    pub fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    fn edges(&self) -> &[Edge] {
        self.tree.root().map_or(&[], |_| self.tree.edges(Tree::ROOT))
    }

    /// Whether the position has been evaluated, so that there is a policy.
    #[must_use]
    pub fn is_evaluated(&self) -> bool {
        self.tree.root().is_some()
    }

    /// The visits of each move, those kept from the search of earlier positions included.
    pub fn visits(&self) -> impl Iterator<Item = u32> {
        let edges = self.edges();
        (0..self.moves.len()).map(|index| edges.get(index).map_or(0, |edge| edge.visits))
    }

    /// The value of each move for the side to move, -1 to 1; `None` for a move without visits.
    pub fn values(&self) -> impl Iterator<Item = Option<f32>> {
        let edges = self.edges();
        (0..self.moves.len()).map(|index| edges.get(index).and_then(Edge::value))
    }

    /// The value of the position for the side to move: exact, or the mean of all simulations. After the end it is the result.
    #[must_use]
    pub fn value(&self) -> Option<f32> {
        if let Some(result) = self.result {
            return Some(f32::from(result) * self.game.position().turn().sign() as f32);
        }
        let root = self.tree.root()?;
        Some(self.tree.proved(Tree::ROOT).map_or(root.mean(), |exact| f32::from(exact.value)))
    }

    /// The policy to learn: the shares of the visits (PUCT), or the improved policy (Gumbel). Empty before the first evaluation.
    pub(super) fn policy(&self, algorithm: Algorithm) -> Vec<f32> {
        match algorithm {
            _ if !self.is_evaluated() => Vec::new(),
            Algorithm::Puct => puct::policy(self.edges()),
            Algorithm::Gumbel => gumbel::policy(&self.tree, Tree::ROOT),
        }
    }

    /// Begins a run of simulations from the position of the game. `halvings` has those of each number of moves, for Gumbel.
    pub(super) fn start(
        &mut self,
        settings: &TreeSettings,
        simulations: usize,
        halvings: &[Arc<[u32]>],
    ) {
        let moves = self.moves.len();
        self.left = if self.result.is_some() { 0 } else { simulations };
        self.visits = vec![0; moves];
        self.noise = noise(settings, moves, &mut self.rng);
        self.halving = halvings.get(settings.considered.min(moves)).cloned().unwrap_or_default();
    }

    /// Whether the run has come to its end.
    pub(super) fn is_done(&self) -> bool {
        self.result.is_some() || (self.left == 0 && self.is_evaluated() && self.pending.is_empty())
    }

    /// Simulates until enough leaves wait for their evaluation.
    pub(super) fn collect(&mut self, rules: &Rules) {
        if self.is_done() {
            return;
        }
        if !self.is_evaluated() {
            let (position, moves) = (*self.game.position(), self.moves.clone());
            self.pending.push(PendingLeaf { path: Vec::new(), position, moves });
            return;
        }
        for _ in 0..MOST_IN_ROUND {
            if self.left == 0 || self.pending.len() == rules.settings.leaves {
                return;
            }
            if self.simulate(rules).is_break() {
                return;
            }
        }
    }

    /// One simulation; a break if it came to a leaf that waits already.
    fn simulate(&mut self, rules: &Rules) -> ControlFlow<()> {
        let mut path = Vec::new();
        let end = self.descend(rules, &mut path);
        for _ in 0..path.len() {
            self.path.pop();
        }
        match end {
            End::Taken => return ControlFlow::Break(()),
            End::Exact(exact) => self.tree.back_up(&path, f32::from(exact.value), Some(exact)),
            End::Leaf(position, moves) => {
                self.tree.wait(&path);
                self.pending.push(PendingLeaf { path: path.clone(), position, moves });
            }
        }
        self.visits[path[0].edge as usize] += 1;
        self.left -= 1;
        ControlFlow::Continue(())
    }

    /// Follows moves to the end of a simulation; the history has all of them.
    fn descend(&mut self, rules: &Rules, path: &mut Vec<PathStep>) -> End {
        let (mut node, mut position) = (Tree::ROOT, *self.game.position());
        loop {
            let edge = self.select(node, &rules.settings);
            let step = PathStep { node, edge: edge as u32 };
            path.push(step);
            let Edge { choice, child, exact, pending, .. } = *self.tree.edge_mut(step);
            let next = match child {
                Some(child) => self.tree.node(child).position,
                None => position.succ(choice.mv),
            };
            self.path.push(&position, choice.mv, &next);
            position = next;
            match (exact, child) {
                (Some(exact), _) => return End::Exact(exact),
                (None, Some(child)) => node = child,
                (None, None) if pending > 0 => return End::Taken,
                (None, None) => return self.leaf(position, rules),
            }
        }
    }

    fn select(&self, node: u32, settings: &TreeSettings) -> usize {
        let is_root = node == Tree::ROOT;
        match settings.algorithm {
            Algorithm::Puct => {
                let noise = settings.noise.filter(|_| is_root);
                let noise = noise.map(|noise| (noise, self.noise.as_slice()));
                puct::select(&self.tree, node, settings.c, noise)
            }
            Algorithm::Gumbel if is_root => {
                let begun = self.halving.len() - self.left;
                self.most_promising(self.halving[begun])
            }
            Algorithm::Gumbel => gumbel::select(&self.tree, node),
        }
    }

    /// The move of the root with the best score of those that have these visits in this run.
    fn most_promising(&self, visits: u32) -> usize {
        let scores = gumbel::root_scores(&self.tree, &self.noise);
        let scores = scores.into_iter().zip(&self.visits);
        puct::best(scores.map(
            |(score, &has)| {
                if has == visits { score } else { f32::NEG_INFINITY }
            },
        ))
    }

    /// A position that the search sees for the first time.
    fn leaf(&mut self, position: Position, rules: &Rules) -> End {
        legal_moves(&position, &mut self.list);
        if self.list.is_empty() {
            return End::Exact(Exact::LOSS);
        }
        if self.path.draw().is_some() {
            return End::Exact(Exact::DRAW);
        }
        let probed = rules.tables.as_deref().and_then(|tables| self.probe(tables, &position));
        probed.map_or_else(|| End::Leaf(position, with_actions(&self.list)), End::Exact)
    }

    fn probe(&self, tables: &dyn Probe, position: &Position) -> Option<Exact> {
        if position.occupied().len() > tables.pieces() {
            return None;
        }
        let known = tables.probe(position)?;
        let plies = |plies: Option<u32>| plies.map_or(u16::MAX, |plies| plies as u16);
        known.is_in_time(self.path.plies_left()).then(|| match known {
            TablebaseValue::Draw => Exact::DRAW,
            TablebaseValue::Win(distance) => Exact { value: 1, plies: plies(distance) },
            TablebaseValue::Loss(distance) => Exact { value: -1, plies: plies(distance) },
        })
    }

    /// Takes the evaluations of the leaves that wait: the logits of their moves, one leaf after the other, and their values.
    pub(super) fn answer(&mut self, logits: &[f32], values: &[f32]) {
        let mut first = 0;
        for (leaf, &value) in std::mem::take(&mut self.pending).into_iter().zip(values) {
            let own = &logits[first..first + leaf.moves.len()];
            first += leaf.moves.len();
            self.tree.end_wait(&leaf.path);
            self.tree.add(&leaf.path, leaf.position, &leaf.moves, own, value);
            self.tree.back_up(&leaf.path, value, None);
        }
    }

    /// Forgets the leaves that wait, and ends the run.
    pub(super) fn cancel(&mut self) {
        for leaf in std::mem::take(&mut self.pending) {
            self.tree.end_wait(&leaf.path);
            if let Some(step) = leaf.path.first() {
                self.visits[step.edge as usize] -= 1;
            }
        }
        self.left = 0;
    }

    /// The index of the move to play, `None` before the first evaluation and after the end of the game.
    pub(super) fn choose(&mut self, algorithm: Algorithm, temperature: f32) -> Option<usize> {
        self.tree.root()?;
        Some(match algorithm {
            Algorithm::Gumbel => choice::halved(&self.tree, &self.visits, &self.noise),
            Algorithm::Puct => {
                choice::visited(self.tree.edges(Tree::ROOT), temperature, &mut self.rng)
            }
        })
    }
}

/// The moves of a list that have actions.
fn with_actions(list: &MoveList) -> Vec<RootMove> {
    let moves = (0..list.len()).filter_map(|index| {
        let action = actions::of_index(list, index)? as u16;
        Some(RootMove { mv: list[index], action })
    });
    moves.collect()
}

/// The random numbers of a root: Gumbel variables, or a point of a Dirichlet distribution.
fn noise(settings: &TreeSettings, moves: usize, rng: &mut impl Rng) -> Vec<f32> {
    match (settings.algorithm, settings.noise) {
        (Algorithm::Gumbel, _) => {
            let gumbel = Gumbel::new(0.0_f32, 1.0).expect("a scale above 0");
            (0..moves).map(|_| settings.gumbel_scale * gumbel.sample(rng)).collect()
        }
        (Algorithm::Puct, Some(RootNoise { alpha, .. })) => {
            let gamma = Gamma::new(alpha, 1.0).expect("a checked parameter");
            let numbers: Vec<f32> = (0..moves).map(|_| gamma.sample(rng)).collect();
            let sum: f32 = numbers.iter().sum();
            let even = 1.0 / moves as f32;
            // A small parameter may give no number above 0.
            let share = |number: f32| if sum > 0.0 { number / sum } else { even };
            numbers.into_iter().map(share).collect()
        }
        (Algorithm::Puct, None) => vec![0.0; moves],
    }
}
