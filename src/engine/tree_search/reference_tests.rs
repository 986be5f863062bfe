//! The same search in the plainest form: a recursive tree of boxes, one game, one leaf at a time, formulas in f64 as in the papers.

use super::gumbel;
use super::settings::{Algorithm, TreeSettings};
use super::tests::{POSITIONS, answers, evaluated, game, search, settings, visits};
use crate::board::{History, Move, MoveList, Position};

/// A value, and whether it is exact.
type Found = (f64, bool);

struct Node {
    position: Position,
    moves: Vec<Move>,
    logits: Vec<f64>,
    value: f64,
    visits: Vec<u32>,
    totals: Vec<f64>,
    exact: Vec<Option<f64>>,
    children: Vec<Option<Box<Node>>>,
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

fn argmax(scores: impl Iterator<Item = f64>) -> usize {
    let scores: Vec<f64> = scores.collect();
    (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("a move")
}

impl Node {
    fn new(position: Position, evaluate: &dyn Fn(&Position) -> (Vec<f32>, f32)) -> Node {
        let moves: Vec<Move> = MoveList::legal(&position).into_iter().collect();
        let (logits, value) = evaluate(&position);
        let count = moves.len();
        Node {
            position,
            moves,
            logits: logits.into_iter().map(f64::from).collect(),
            value: value.into(),
            visits: vec![0; count],
            totals: vec![0.0; count],
            exact: vec![None; count],
            children: (0..count).map(|_| None).collect(),
        }
    }

    fn q(&self, place: usize) -> Option<f64> {
        let mean = || self.totals[place] / f64::from(self.visits[place]);
        self.exact[place].or_else(|| (self.visits[place] > 0).then(mean))
    }

    fn all_visits(&self) -> f64 {
        self.visits.iter().copied().map(f64::from).sum()
    }

    fn puct(&self, c: f64) -> usize {
        let mean = (self.value + self.totals.iter().sum::<f64>()) / (1.0 + self.all_visits());
        let priors = softmax(&self.logits);
        argmax((0..self.moves.len()).map(|place| {
            let bonus = (1.0 + self.all_visits()).sqrt() / (1.0 + f64::from(self.visits[place]));
            self.q(place).unwrap_or(mean) + c * priors[place] * bonus
        }))
    }

    /// qtransform_completed_by_mix_value of mctx.
    fn completed(&self) -> Vec<f64> {
        let priors = softmax(&self.logits);
        let searched: Vec<usize> =
            (0..self.moves.len()).filter(|&place| self.visits[place] > 0).collect();
        let weight: f64 = searched.iter().map(|&place| priors[place]).sum();
        let q = |place| self.q(place).expect("a visit");
        let weighted: f64 = searched.iter().map(|&place| priors[place] * q(place) / weight).sum();
        let mixed = (self.value + self.all_visits() * weighted) / (1.0 + self.all_visits());
        let values = (0..self.moves.len()).map(|place| self.q(place).unwrap_or(mixed));
        let values: Vec<f64> = values.collect();
        let lowest = values.iter().copied().fold(f64::MAX, f64::min);
        let highest = values.iter().copied().fold(f64::MIN, f64::max);
        let most = f64::from(self.visits.iter().copied().max().expect("a move"));
        let scale = (50.0 + most) * 0.1;
        values.iter().map(|q| scale * (q - lowest) / (highest - lowest).max(1e-8)).collect()
    }

    fn scores(&self) -> Vec<f64> {
        self.completed().iter().zip(&self.logits).map(|(q, logit)| q + logit).collect()
    }

    fn improved_policy(&self) -> Vec<f64> {
        softmax(&self.scores())
    }

    fn interior(&self) -> usize {
        let policy = self.improved_policy();
        let share = |place: usize| f64::from(self.visits[place]) / (1.0 + self.all_visits());
        argmax((0..self.moves.len()).map(|place| policy[place] - share(place)))
    }

    /// The move with these visits and the best score, without Gumbel variables.
    fn halved(&self, visits: u32) -> usize {
        let scores = self.scores();
        argmax(
            (0..self.moves.len())
                .map(|place| if self.visits[place] == visits { scores[place] } else { f64::MIN }),
        )
    }

    /// A simulation that begins with a move of this node; the value for its side to move.
    fn simulate(
        &mut self,
        place: usize,
        history: &mut History,
        settings: &TreeSettings,
        evaluate: &dyn Fn(&Position) -> (Vec<f32>, f32),
    ) -> Found {
        let mv = self.moves[place];
        let next = self.position.succ(mv);
        history.push(&self.position, mv, &next);
        let (value, is_exact) = match (self.exact[place], &mut self.children[place]) {
            (Some(value), _) => (-value, true),
            (None, Some(child)) => {
                let choice = match settings.algorithm {
                    Algorithm::Puct => child.puct(settings.c.into()),
                    Algorithm::Gumbel => child.interior(),
                };
                child.simulate(choice, history, settings, evaluate)
            }
            (None, None) if !next.has_moves() => (-1.0, true),
            (None, None) if history.draw().is_some() => (0.0, true),
            (None, none) => {
                let child = Node::new(next, evaluate);
                let value = child.value;
                *none = Some(Box::new(child));
                (value, false)
            }
        };
        history.pop();
        self.visits[place] += 1;
        self.totals[place] -= value;
        if is_exact {
            self.exact[place] = Some(-value);
        }
        self.found(-value)
    }

    fn found(&self, value: f64) -> Found {
        let exact = self.exact.iter().copied();
        if exact.clone().any(|exact| exact == Some(1.0)) {
            return (1.0, true);
        }
        let best = exact.collect::<Option<Vec<f64>>>();
        best.map_or((value, false), |all| (all.into_iter().fold(-1.0, f64::max), true))
    }
}

#[test]
fn puct_visits_what_the_formula_visits() {
    let settings = settings(Algorithm::Puct);
    let mut search = search(settings, &POSITIONS);
    search.run(400, answers).expect("answers");
    for (text, found) in POSITIONS.iter().zip(visits(&search)) {
        let game = game(text);
        let (mut root, mut history) =
            (Node::new(*game.position(), &evaluated), game.history().clone());
        for _ in 0..400 {
            let place = root.puct(settings.c.into());
            root.simulate(place, &mut history, &settings, &evaluated);
        }
        assert_eq!(found, root.visits, "{text}");
        assert_eq!(found.iter().sum::<u32>(), 400);
    }
}

#[test]
fn gumbel_visits_what_sequential_halving_visits_and_improves_the_policy_as_the_paper_does() {
    let settings = settings(Algorithm::Gumbel);
    for simulations in [1, 16, 50, 200] {
        let mut search = search(settings, &POSITIONS);
        search.run(simulations, answers).expect("answers");
        let chosen = search.choose(0.0);
        let policies: Vec<Vec<f32>> = search.policies().collect();
        for (number, text) in POSITIONS.iter().enumerate() {
            let game = game(text);
            let (mut root, mut history) =
                (Node::new(*game.position(), &evaluated), game.history().clone());
            let considered = root.visits.len().min(16);
            for visits in gumbel::halving(considered, simulations) {
                let place = root.halved(visits);
                root.simulate(place, &mut history, &settings, &evaluated);
            }
            assert_eq!(visits(&search)[number], root.visits, "{text}, {simulations}");
            let most = root.visits.iter().max().expect("a move");
            assert_eq!(chosen[number], Some(root.halved(*most)), "{text}, {simulations}");
            for (found, wanted) in policies[number].iter().zip(root.improved_policy()) {
                assert!((f64::from(*found) - wanted).abs() < 1e-4, "{text}: {found}, {wanted}");
            }
        }
    }
}
