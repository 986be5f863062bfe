//! Online TD(λ) with eligibility traces: the weights change after every ply, before the next move is chosen.

use std::fmt::Debug;

/// An input that is not 0: which, and its value.
pub(crate) type Input = (usize, f32);

/// A position whose value counts for a share: one whole position, or the leaves of a search with their probabilities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<'a> {
    pub share: f32,
    pub inputs: &'a [Input],
}

/// A value that is learned ply by ply, while the game is played: with a gradient, and a trace of gradients gone by.
pub(crate) trait Differentiable: Clone + Debug + Send + Sync {
    /// The eligibility e of each weight.
    type Trace: Clone + Debug + Send;

    /// e = 0.
    fn trace(&self) -> Self::Trace;

    /// y of a position.
    fn value(&self, inputs: &[Input]) -> f32;

    /// w ← w + step·e, then e ← decay·e.
    fn follow(&mut self, trace: &mut Self::Trace, step: f32, decay: f32);

    /// e ← e + share·∇y; returns y.
    fn remember(&self, trace: &mut Self::Trace, at: Point<'_>) -> f32;
}

/// The update rule around anything with a value and a gradient.
///
/// Where [`Learner`](draughts_td_train::learning::Learner) sums over a whole game with the weights of its beginning, this one learns on the way:
/// δ = y(s_{t+1}) − y(s_t), at the end r − y(s_t); w ← w + αδe; e ← λe + ∇y(s_{t+1}); e = 0 at the start (Sutton 1988, as Tesauro
/// and Tsinteris and Wilson use it). Both values of a δ are of the same weights, unless another chain has changed them in between.
#[derive(Clone, Debug)]
pub(crate) struct OnlineTd<F: Differentiable> {
    model: F,
    lambda: f32,
    rate: f32,
    chains: Vec<Chain<F::Trace>>,
}

/// Positions that teach each other, one after the other.
#[derive(Clone, Debug)]
struct Chain<T> {
    trace: T,
    /// y of the last position, with the weights that it left.
    last: Option<f32>,
}

impl<F: Differentiable> OnlineTd<F> {
    /// A learner with λ and the rate α, of games in `chains` chains: one if each position teaches the one before it, two if only
    /// positions after moves of the same side teach each other.
    ///
    /// # Panics
    /// If there is no chain.
    pub(crate) fn new(model: F, lambda: f32, rate: f32, chains: usize) -> OnlineTd<F> {
        assert!(chains > 0, "positions are in a chain");
        let chain = Chain { trace: model.trace(), last: None };
        OnlineTd { lambda, rate, chains: vec![chain; chains], model }
    }

    /// What has been learned so far.
    pub(crate) fn model(&self) -> &F {
        &self.model
    }

    /// Learns from the next position of a chain: the shares of its points add up to 1, its value is their mean.
    ///
    /// # Panics
    /// If there is no such chain.
    pub(crate) fn step<'a>(
        &mut self,
        chain: usize,
        points: impl Iterator<Item = Point<'a>> + Clone,
    ) {
        let OnlineTd { model, lambda, rate, chains } = self;
        if let Some(last) = chains[chain].last {
            let value: f32 = points.clone().map(|at| at.share * model.value(at.inputs)).sum();
            model.follow(&mut chains[chain].trace, *rate * (value - last), *lambda);
        }
        let Chain { trace, last } = &mut chains[chain];
        *last = Some(points.map(|at| at.share * model.remember(trace, at)).sum());
    }

    /// Learns the result of the game in every chain, and begins a new game.
    pub(crate) fn end(&mut self, outcome: f32) {
        for chain in &mut self.chains {
            let step = chain.last.take().map_or(0.0, |last| self.rate * (outcome - last));
            self.model.follow(&mut chain.trace, step, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::logistic::Logistic;

    /// The λ-returns of a whole game less its values, backwards.
    fn lambda_errors(values: &[f32], outcome: f32, lambda: f32) -> Vec<f32> {
        let (mut next, mut carried) = (outcome, 0.0);
        let backwards = values.iter().rev().map(|&value| {
            carried = (next - value) + lambda * carried;
            next = value;
            carried
        });
        let mut errors: Vec<f32> = backwards.collect();
        errors.reverse();
        errors
    }

    /// y = w·x, whose gradient is x whatever the weights.
    #[derive(Clone, Debug)]
    struct Linear(Vec<f32>);

    impl Differentiable for Linear {
        type Trace = Vec<f32>;

        fn trace(&self) -> Vec<f32> {
            vec![0.0; self.0.len()]
        }

        fn value(&self, inputs: &[Input]) -> f32 {
            inputs.iter().map(|&(place, x)| self.0[place] * x).sum()
        }

        fn follow(&mut self, trace: &mut Vec<f32>, step: f32, decay: f32) {
            self.0.iter_mut().zip(&*trace).for_each(|(w, e)| *w += step * e);
            trace.iter_mut().for_each(|e| *e *= decay);
        }

        fn remember(&self, trace: &mut Vec<f32>, at: Point<'_>) -> f32 {
            at.inputs.iter().for_each(|&(place, x)| trace[place] += at.share * x);
            self.value(at.inputs)
        }
    }

    fn whole(inputs: &[Input]) -> std::iter::Once<Point<'_>> {
        std::iter::once(Point { share: 1.0, inputs })
    }

    const A: [Input; 1] = [(0, 1.0)];
    const B: [Input; 1] = [(1, 1.0)];

    #[test]
    fn three_plies_by_hand() {
        let mut learner = OnlineTd::new(Linear(vec![0.5, 0.25]), 0.5, 0.1, 1);
        learner.step(0, whole(&A));
        assert_eq!(learner.model().0, [0.5, 0.25], "the first ply teaches nothing");
        // δ = 0.25 − 0.5; e = (1, 0): w0 = 0.5 − 0.025.
        learner.step(0, whole(&B));
        assert_eq!(learner.model().0, [0.475, 0.25]);
        // e = (0.5, 1); y of (1, 1) is 0.725, δ = 0.475: w = (0.475 + 0.02375, 0.25 + 0.0475).
        learner.step(0, whole(&[A[0], B[0]]));
        let close = |expected: [f32; 2], found: &[f32]| {
            expected.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-6)
        };
        assert!(close([0.498_75, 0.297_5], &learner.model().0));
        // e = (0.25 + 1, 0.5 + 1); y is 0.79625 with the new weights, δ = 1 − 0.79625 = 0.20375.
        learner.end(1.0);
        assert!(close([0.498_75 + 0.025_468_75, 0.297_5 + 0.030_562_5], &learner.model().0));
        // A new game begins without a trace.
        let before = learner.model().0.clone();
        learner.step(0, whole(&A));
        assert_eq!(learner.model().0, before);
    }

    #[test]
    fn shares_make_a_mean_of_leaves() {
        let mut learner = OnlineTd::new(Linear(vec![0.4, 0.8]), 0.0, 0.5, 1);
        let leaves = [Point { share: 0.25, inputs: &A }, Point { share: 0.75, inputs: &B }];
        learner.step(0, leaves.into_iter());
        // y = 0.1 + 0.6; δ = 0.3; ∇ = (0.25, 0.75).
        learner.end(1.0);
        let [a, b] = learner.model().0[..] else { panic!("two weights") };
        assert!((a - 0.4375).abs() < 1e-6 && (b - 0.9125).abs() < 1e-6, "{a} {b}");
    }

    #[test]
    fn chains_do_not_teach_each_other() {
        let mut learner = OnlineTd::new(Linear(vec![0.5, 0.0]), 0.9, 0.1, 2);
        learner.step(0, whole(&A));
        learner.step(1, whole(&B));
        assert_eq!(learner.model().0, [0.5, 0.0]);
        learner.end(1.0);
        assert_eq!(learner.model().0, [0.55, 0.1]);
    }

    #[test]
    fn with_small_rates_it_moves_as_the_sum_over_lambda_returns_does() {
        let mut random = rand_xoshiro::rand_core::SeedableRng::seed_from_u64(5);
        let start = Logistic::random(6, 4, true, 0.5, &mut random);
        let game: Vec<Vec<Input>> =
            (0..7).map(|ply| vec![(ply % 6, 1.0), ((ply * 3 + 1) % 5, 0.5)]).collect();
        let (rate, lambda) = (1e-3, 0.7);
        let mut learner = OnlineTd::new(start.clone(), lambda, rate, 1);
        game.iter().for_each(|inputs| learner.step(0, whole(inputs)));
        learner.end(1.0);
        let values: Vec<f32> = game.iter().map(|inputs| start.value(inputs)).collect();
        let errors = lambda_errors(&values, 1.0, lambda);
        let mut whole_game = start.clone();
        for (inputs, error) in game.iter().zip(errors) {
            let mut trace = start.trace();
            start.remember(&mut trace, Point { share: 1.0, inputs });
            whole_game.follow(&mut trace, rate * error, 0.0);
        }
        for inputs in &game {
            let moved = learner.model().value(inputs) - start.value(inputs);
            let expected = whole_game.value(inputs) - start.value(inputs);
            assert!(
                (moved - expected).abs() < 1e-3 * expected.abs().max(1e-3),
                "{moved} {expected}"
            );
        }
    }
}
