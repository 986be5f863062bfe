//! One game learned by offline TD(λ): values, λ-returns, one gradient step.

use super::hyperparams::Checked;
use super::returns::lambda_errors;
use crate::network::{Model, Sequence, Trace};

/// The update rule and its working memory.
///
/// It knows neither draughts nor where the sequences come from: a trajectory is a few sequences, each with the phase whose
/// network judges it, and a result.
#[derive(Clone, Debug)]
pub struct Learner {
    lambda: f32,
    rate: f32,
    beta_rate: f32,
    /// Hidden units that are common to all phases.
    shared: usize,
    model: Model,
    traces: Vec<Trace>,
    values: Vec<f32>,
    errors: Vec<f32>,
    /// The inputs whose weights to shared units the present game changes.
    touched: Vec<bool>,
}

impl Learner {
    /// A learner that goes on from a model in a pass, counted from 0, with checked settings.
    ///
    /// # Panics
    /// If the settings share units that differ between the model's phases.
    #[must_use]
    pub fn new(model: Model, checked: &Checked, pass: u32) -> Learner {
        let lambda = checked.settings().lambda as f32;
        let learner = Learner::with_rates(model, lambda, 0.0, 0.0);
        let mut learner = learner.sharing(checked.settings().shared);
        learner.begin_pass(checked, pass);
        learner
    }

    /// Sets the rates of a pass, counted from 0.
    pub fn begin_pass(&mut self, checked: &Checked, pass: u32) {
        let settings = checked.settings();
        let factor = settings.decay.powi(pass as i32);
        self.set_rates((factor * settings.rate) as f32, (factor * settings.beta_rate) as f32);
    }

    /// Sets the rate η of the weights and that of the sensitivities from now on.
    pub fn set_rates(&mut self, rate: f32, beta_rate: f32) {
        (self.rate, self.beta_rate) = (rate, beta_rate);
    }

    /// A learner with λ, the rate η of the weights and that of the sensitivities.
    #[must_use]
    pub fn with_rates(model: Model, lambda: f32, rate: f32, beta_rate: f32) -> Learner {
        Learner {
            lambda,
            rate,
            beta_rate,
            shared: 0,
            touched: vec![false; model.inputs()],
            traces: vec![Trace::new(); model.networks().len()],
            values: Vec::new(),
            errors: Vec::new(),
            model,
        }
    }

    /// The same learner with the first `units` hidden units common to all phases: what one phase learns about them is learned
    /// for all. The output's bias stays each phase's own.
    ///
    /// # Panics
    /// If these units are not the same in all phases to begin with.
    #[must_use]
    pub fn sharing(mut self, units: usize) -> Learner {
        assert!(self.model.shares(units), "shared units are the same in all phases");
        self.shared = if self.model.networks().len() > 1 { units } else { 0 };
        self
    }

    /// The model as learned so far.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, at the end.
    #[must_use]
    pub fn into_model(self) -> Model {
        self.model
    }

    /// The values of a trajectory's steps, in order. A trajectory passes through each phase at most once.
    pub fn judge<'a>(&mut self, steps: impl Iterator<Item = (usize, Sequence<'a>)>) -> &[f32] {
        self.values.clear();
        for (phase, sequence) in steps {
            let network = &self.model.networks()[phase];
            self.traces[phase].forward(network, sequence, &mut self.values);
        }
        &self.values
    }

    /// Learns one trajectory that ended with `outcome`: w += η Σ_t (target_t − V(s_t)) ∇V(s_t), with the weights fixed
    /// until its end; a TD error may reach across the border of two phases. Returns the values from before.
    pub fn learn<'a>(
        &mut self,
        steps: impl Iterator<Item = (usize, Sequence<'a>)> + Clone,
        outcome: f32,
    ) -> &[f32] {
        self.judge(steps.clone());
        lambda_errors(&self.values, outcome, self.lambda, &mut self.errors);
        let mut errors = self.errors.as_slice();
        for (phase, sequence) in steps.clone() {
            let (own, rest) = errors.split_at(sequence.len());
            errors = rest;
            self.traces[phase].backward(&self.model.networks()[phase], own);
        }
        for (phase, sequence) in steps {
            self.apply(phase, sequence);
        }
        if self.shared > 0 {
            self.spread();
        }
        &self.values
    }

    /// The step of one phase: of its own units into its network, of shared ones into the first network.
    fn apply(&mut self, phase: usize, sequence: Sequence) {
        let (trace, rate, beta_rate) = (&mut self.traces[phase], self.rate, self.beta_rate);
        if self.shared == 0 {
            return trace.apply(sequence, self.model.network_mut(phase), rate, beta_rate);
        }
        let first = self.model.network_mut(0);
        trace.apply_units(sequence, 0..self.shared, first, rate, beta_rate);
        let network = self.model.network_mut(phase);
        trace.apply_units(sequence, self.shared..network.hidden(), network, rate, beta_rate);
        trace.apply_output_bias(network, rate);
        self.touched[..sequence.width()].fill(true);
        sequence.changing_inputs().for_each(|input| self.touched[input] = true);
    }

    /// Gives what the game changed in the shared units to all phases.
    fn spread(&mut self) {
        let touched = self.touched.iter().enumerate().filter(|(_, touched)| **touched);
        self.model.share(self.shared, touched.map(|(input, _)| input));
        self.touched.fill(false);
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::network::{Borders, Change, Network, SequenceBuffer};

    const INPUTS: usize = 4;
    const HIDDEN: usize = 6;

    fn model(phases: usize) -> Model {
        let borders = Borders::new([25, 15][..phases - 1].to_vec()).expect("falling");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let network = |_| Network::random(INPUTS, HIDDEN, 0.2, 3.0, &mut random);
        Model::new(borders, (0..phases).map(network).collect())
    }

    /// Five steps of two dense inputs and one sparse input that comes and goes, in sequences of these lengths.
    fn buffer(lengths: &[usize]) -> SequenceBuffer {
        let mut buffer = SequenceBuffer::new(2, 4);
        let change = |delta| Change { input: 3, delta };
        let steps = [
            ([0.5, -1.0], None),
            ([0.25, -0.5], Some(change(1))),
            ([0.0, 0.5], Some(change(-1))),
            ([0.1, 0.2], Some(change(1))),
            ([0.3, 0.4], None),
        ];
        let mut steps = steps.into_iter();
        for &length in lengths {
            for (dense, change) in steps.by_ref().take(length) {
                buffer.push(&dense, change);
            }
            buffer.end();
        }
        buffer
    }

    #[test]
    fn learning_one_result_again_and_again_approaches_it() {
        let buffer = buffer(&[5]);
        let mut learner = Learner::with_rates(model(1), 0.9, 0.02, 0.01);
        let steps = || std::iter::once((0, buffer.sequence(0)));
        for _ in 0..2000 {
            learner.learn(steps(), -1.0);
        }
        for value in learner.judge(steps()) {
            assert!((value + 1.0).abs() < 0.05, "{value}");
        }
    }

    #[test]
    fn one_step_equals_the_sum_of_its_single_gradients() {
        let buffer = buffer(&[5]);
        let steps = || std::iter::once((0, buffer.sequence(0)));
        let mut learner = Learner::with_rates(model(1), 0.5, 0.1, 0.0);
        let before = learner.model().networks()[0].clone();
        let values = learner.judge(steps()).to_vec();
        let mut errors = Vec::new();
        lambda_errors(&values, 1.0, 0.5, &mut errors);
        learner.learn(steps(), 1.0);
        let after = &learner.model().networks()[0];
        // ∂V/∂c = 1: the output bias moves by η Σ E_t.
        let moved = 0.1 * errors.iter().sum::<f32>();
        assert!((after.output_bias - before.output_bias - moved).abs() < 1e-6);
        assert_eq!(after.beta, before.beta, "a rate of 0 keeps the sensitivities");
    }

    #[test]
    fn an_error_reaches_across_the_border_of_two_phases() {
        let buffer = buffer(&[3, 2]);
        let steps = [(0, buffer.sequence(0)), (1, buffer.sequence(1))];
        let mut learner = Learner::with_rates(model(2), 0.0, 0.1, 0.0);
        let before = learner.model().clone();
        let values = learner.judge(steps.into_iter()).to_vec();
        learner.learn(steps.into_iter(), 1.0);
        // With λ = 0 the last position of the first phase learns the value of the first of the second.
        let errors = [values[1] - values[0], values[2] - values[1], values[3] - values[2]];
        let moved = learner.model().networks()[0].output_bias - before.networks()[0].output_bias;
        assert!((moved - 0.1 * errors.iter().sum::<f32>()).abs() < 1e-6);
    }

    /// A model of two phases whose first units are the same.
    fn sharing(units: usize) -> Model {
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
        let buffer = buffer(&[3, 2]);
        let steps = [(0, buffer.sequence(0)), (1, buffer.sequence(1))];
        let before = sharing(4);
        let learned = |shared| {
            let learner = Learner::with_rates(before.clone(), 0.7, 0.1, 0.2);
            let mut learner = learner.sharing(shared);
            learner.learn(steps.into_iter(), 1.0);
            learner.into_model()
        };
        let (apart, together) = (learned(0), learned(4));
        assert!(together.shares(4) && !together.shares(5) && !apart.shares(1));
        let networks = |model: &Model| [model.networks()[0].clone(), model.networks()[1].clone()];
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
        let (whole, parts) = (buffer(&[5]), buffer(&[3, 2]));
        let mut start = sharing(HIDDEN);
        let bias = start.networks()[0].output_bias;
        start.network_mut(1).output_bias = bias;
        let one = Model::new(Borders::none(), start.networks()[..1].to_vec());
        let mut one = Learner::with_rates(one, 0.9, 0.05, 0.1);
        let mut two = Learner::with_rates(start, 0.9, 0.05, 0.1).sharing(HIDDEN);
        one.learn(std::iter::once((0, whole.sequence(0))), 1.0);
        two.learn([(0, parts.sequence(0)), (1, parts.sequence(1))].into_iter(), 1.0);
        let (one, two) = (one.into_model(), two.into_model());
        let biases: f32 = two.networks().iter().map(|network| network.output_bias - bias).sum();
        assert!((one.networks()[0].output_bias - bias - biases).abs() < 1e-6);
        for j in 0..HIDDEN {
            let pairs = unit(&one.networks()[0], j).into_iter().zip(unit(&two.networks()[1], j));
            pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-6, "unit {j}: {a} {b}"));
        }
    }

    #[test]
    fn shared_units_stay_the_same_in_all_phases_through_many_games() {
        let buffer = buffer(&[2, 1, 2]);
        let mut start = model(3);
        start.share(3, 0..INPUTS);
        let mut learner = Learner::with_rates(start, 0.9, 0.05, 0.1).sharing(3);
        for game in 0..50 {
            // A game may begin and end in any phase.
            let steps = (game % 3..3).take(1 + game % 2).map(|p| (p, buffer.sequence(p)));
            learner.learn(steps, if game % 2 == 0 { 1.0 } else { -1.0 });
            assert!(learner.model().shares(3), "game {game}");
        }
        assert!(!learner.model().shares(4));
    }
}
