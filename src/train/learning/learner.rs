//! One game learned by offline TD(λ): values, λ-returns, one gradient step.

use std::ops::Range;

use super::returns::{SearchTarget, game_errors, lambda_errors};
use crate::models::{Rates, ValueFunction};

/// The update rule and its working memory, around anything that has values and a gradient.
///
/// It knows neither draughts nor where the steps come from: a trajectory is some steps in a buffer, and a result.
#[derive(Clone, Debug)]
pub struct Learner<V: ValueFunction> {
    lambda: f32,
    rates: Rates,
    model: V,
    trace: V::Trace,
    values: Vec<f32>,
    /// ∂V/∂output of each step.
    slopes: Vec<f32>,
    errors: Vec<f32>,
}

impl<V: ValueFunction> Learner<V> {
    /// A learner with λ and the rates η.
    pub fn new(model: V, lambda: f32, rates: Rates) -> Learner<V> {
        let (trace, values, slopes, errors) =
            (V::Trace::default(), Vec::new(), Vec::new(), Vec::new());
        Learner { lambda, rates, model, trace, values, slopes, errors }
    }

    /// Sets the rates from now on.
    pub fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
    }

    /// What has been learned so far.
    pub fn model(&self) -> &V {
        &self.model
    }

    /// The values of a trajectory's steps, in order.
    pub fn values(&mut self, steps: &V::Steps, game: Range<usize>) -> &[f32] {
        self.values.clear();
        self.slopes.clear();
        self.model.forward(steps, game, &mut self.trace, &mut self.values);
        for value in &mut self.values {
            let slope;
            (*value, slope) = self.model.activation(*value);
            self.slopes.push(slope);
        }
        &self.values
    }

    /// Learns one trajectory that ended with `outcome`: w += η Σ_t (target_t − V(s_t)) ∇V(s_t), with the weights fixed
    /// until its end. Returns the values from before.
    pub fn learn(&mut self, steps: &V::Steps, game: Range<usize>, outcome: f32) -> &[f32] {
        self.values(steps, game.clone());
        lambda_errors(&self.values, outcome, self.lambda, &mut self.errors);
        self.step(steps, game);
        &self.values
    }

    /// As [`Learner::learn`], towards search scores: one target for each step, or none, which teaches as `learn` does. `sign` is
    /// −1 for mirrored games.
    pub(super) fn learn_search(
        &mut self,
        steps: &V::Steps,
        game: Range<usize>,
        outcome: f32,
        targets: &[SearchTarget],
        sign: f32,
    ) -> &[f32] {
        self.values(steps, game.clone());
        game_errors(&self.values, targets, sign, outcome, self.lambda, &mut self.errors);
        self.step(steps, game);
        &self.values
    }

    /// The step of the errors at the values.
    fn step(&mut self, steps: &V::Steps, game: Range<usize>) {
        self.errors.iter_mut().zip(&self.slopes).for_each(|(error, slope)| *error *= slope);
        self.model.step(steps, game, &mut self.trace, &self.errors, self.rates);
    }

    /// Learns one trajectory towards the same λ-returns, but step by step from the last to the first, each with the weights
    /// that the one before has left. `single` gives each step as a trajectory of its own.
    pub fn learn_stepwise(
        &mut self,
        steps: &V::Steps,
        game: Range<usize>,
        outcome: f32,
        single: impl Fn(usize) -> Range<usize>,
    ) {
        self.values(steps, game);
        let mut targets = Vec::new();
        lambda_errors(&self.values, outcome, self.lambda, &mut targets);
        targets.iter_mut().zip(&self.values).for_each(|(error, value)| *error += value);
        for (step, &target) in targets.iter().enumerate().rev() {
            self.learn(steps, single(step), target);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::models::Borders;
    use crate::models::network::{Change, Network, PhaseNetworks, Steps};

    const INPUTS: usize = 4;
    const HIDDEN: usize = 6;

    fn model(phases: usize) -> PhaseNetworks {
        let borders = Borders::new([25, 15][..phases - 1].to_vec()).expect("falling");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let network = |_| Network::random(INPUTS, HIDDEN, 0.2, 3.0, &mut random);
        PhaseNetworks::new(borders, (0..phases).map(network).collect())
    }

    const fn rates(weights: f32, beta: f32) -> Rates {
        Rates { weights, rest: beta, hidden: 0.0 }
    }

    /// Five steps of two dense inputs and one sparse input that comes and goes, in stretches of these lengths and phases.
    fn steps(stretches: &[(usize, usize)]) -> Steps {
        let mut buffer = Steps::new(2, 4);
        let change = |delta| Change { input: 3, delta };
        let steps = [
            ([0.5, -1.0], None),
            ([0.25, -0.5], Some(change(1))),
            ([0.0, 0.5], Some(change(-1))),
            ([0.1, 0.2], Some(change(1))),
            ([0.3, 0.4], None),
        ];
        let mut steps = steps.into_iter();
        for &(length, phase) in stretches {
            for (dense, change) in steps.by_ref().take(length) {
                buffer.push(&dense, change);
            }
            buffer.end(phase);
        }
        buffer
    }

    #[test]
    fn learning_one_result_again_and_again_approaches_it() {
        let steps = steps(&[(5, 0)]);
        let mut learner = Learner::new(model(1), 0.9, rates(0.02, 0.01));
        for _ in 0..2000 {
            learner.learn(&steps, 0..1, -1.0);
        }
        for value in learner.values(&steps, 0..1) {
            assert!((value + 1.0).abs() < 0.05, "{value}");
        }
    }

    #[test]
    fn one_step_equals_the_sum_of_its_single_gradients() {
        let steps = steps(&[(5, 0)]);
        let mut learner = Learner::new(model(1), 0.5, rates(0.1, 0.0));
        let before = learner.model().networks()[0].clone();
        let values = learner.values(&steps, 0..1).to_vec();
        let mut errors = Vec::new();
        lambda_errors(&values, 1.0, 0.5, &mut errors);
        learner.learn(&steps, 0..1, 1.0);
        let after = &learner.model().networks()[0];
        // ∂V/∂c = 1: the output bias moves by η Σ E_t.
        let moved = 0.1 * errors.iter().sum::<f32>();
        assert!((after.output_bias - before.output_bias - moved).abs() < 1e-6);
        assert_eq!(after.beta, before.beta, "a rate of 0 keeps the sensitivities");
    }

    #[test]
    fn an_error_reaches_across_the_border_of_two_phases() {
        let steps = steps(&[(3, 0), (2, 1)]);
        let mut learner = Learner::new(model(2), 0.0, rates(0.1, 0.0));
        let before = learner.model().clone();
        let values = learner.values(&steps, 0..2).to_vec();
        learner.learn(&steps, 0..2, 1.0);
        // With λ = 0 the last position of the first phase learns the value of the first of the second.
        let errors = [values[1] - values[0], values[2] - values[1], values[3] - values[2]];
        let moved = learner.model().networks()[0].output_bias - before.networks()[0].output_bias;
        assert!((moved - 0.1 * errors.iter().sum::<f32>()).abs() < 1e-6);
    }

    /// A model of two phases whose first units are the same.
    fn sharing(units: usize) -> PhaseNetworks {
        let mut model = model(2);
        model.share(units, 0..INPUTS);
        model
    }

    /// Weights, bias, β and output weight of a unit.
    fn unit(network: &Network, unit: usize) -> Vec<f32> {
        let own = [network.bias[unit], network.beta[unit], network.output[unit]];
        network.input.column(unit).iter().copied().chain(own).collect()
    }

    #[test]
    fn a_shared_unit_moves_by_the_sum_of_what_the_phases_would_move_it_by() {
        let steps = steps(&[(3, 0), (2, 1)]);
        let before = sharing(4);
        let learned = |shared| {
            let model = before.clone().sharing(shared);
            let mut learner = Learner::new(model, 0.7, rates(0.1, 0.2));
            learner.learn(&steps, 0..2, 1.0);
            learner.model().clone()
        };
        let (apart, together) = (learned(0), learned(4));
        assert!(together.shares(4) && !together.shares(5) && !apart.shares(1));
        let networks =
            |model: &PhaseNetworks| [model.networks()[0].clone(), model.networks()[1].clone()];
        let [start, ..] = networks(&before);
        for (phase, (apart_network, network)) in
            networks(&apart).iter().zip(networks(&together)).enumerate()
        {
            for j in 0..4 {
                let [first, second] = networks(&apart).map(|network| unit(&network, j));
                let sums = first.iter().zip(&second).zip(unit(&start, j));
                for (sum, found) in sums.map(|((a, b), w)| a + b - w).zip(unit(&network, j)) {
                    assert!((sum - found).abs() < 1e-6, "phase {phase} unit {j}: {sum} {found}");
                }
            }
            for j in 4..HIDDEN {
                assert_eq!(unit(&network, j), unit(apart_network, j), "phase {phase} unit {j}");
            }
            assert_eq!(network.output_bias, apart_network.output_bias);
        }
    }

    #[test]
    fn phases_that_share_all_units_move_them_as_one_network_does() {
        // The sparse input is 0 at the border, so both buffers hold the same inputs.
        let (whole, parts) = (steps(&[(5, 0)]), steps(&[(3, 0), (2, 1)]));
        let mut start = sharing(HIDDEN);
        let bias = start.networks()[0].output_bias;
        start.network_mut(1).output_bias = bias;
        let one = PhaseNetworks::new(Borders::none(), start.networks()[..1].to_vec());
        let mut one = Learner::new(one, 0.9, rates(0.05, 0.1));
        let mut two = Learner::new(start.sharing(HIDDEN), 0.9, rates(0.05, 0.1));
        one.learn(&whole, 0..1, 1.0);
        two.learn(&parts, 0..2, 1.0);
        let (one, two) = (one.model(), two.model());
        let biases: f32 = two.networks().iter().map(|network| network.output_bias - bias).sum();
        assert!((one.networks()[0].output_bias - bias - biases).abs() < 1e-6);
        for j in 0..HIDDEN {
            let pairs = unit(&one.networks()[0], j).into_iter().zip(unit(&two.networks()[1], j));
            pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-6, "unit {j}: {a} {b}"));
        }
    }

    #[test]
    fn shared_units_stay_the_same_in_all_phases_through_many_games() {
        let steps = steps(&[(2, 0), (1, 1), (2, 2)]);
        let mut start = model(3);
        start.share(3, 0..INPUTS);
        let mut learner = Learner::new(start.sharing(3), 0.9, rates(0.05, 0.1));
        for game in 0..50 {
            // A game may begin and end in any phase.
            let stretches = game % 3..3.min(game % 3 + 1 + game % 2);
            learner.learn(&steps, stretches, if game % 2 == 0 { 1.0 } else { -1.0 });
            assert!(learner.model().shares(3), "game {game}");
        }
        assert!(!learner.model().shares(4));
    }

    #[test]
    fn step_by_step_one_position_is_learned_as_a_game_of_one() {
        let (whole, mut both) = (steps(&[(5, 0)]), steps(&[(5, 0)]));
        both.push(&[0.5, -1.0], []);
        both.end(0);
        let mut one = Learner::new(model(1), 0.9, rates(0.1, 0.1));
        let mut other = one.clone();
        one.learn(&both, 1..2, 0.5);
        other.learn_stepwise(&both, 1..2, 0.5, |_| 1..2);
        let close = |a: &Learner<PhaseNetworks>, b: &Learner<PhaseNetworks>| {
            let pair = a.model().networks()[0].input.iter().zip(&b.model().networks()[0].input);
            pair.into_iter().all(|(a, b)| (a - b).abs() < 1e-6)
        };
        assert!(close(&one, &other));
        one.learn(&whole, 0..1, 0.5);
        assert!(!close(&one, &other));
    }
}
