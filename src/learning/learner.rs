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
    model: Model,
    traces: Vec<Trace>,
    values: Vec<f32>,
    errors: Vec<f32>,
}

impl Learner {
    /// A learner that goes on from a model in a pass, counted from 0, with checked settings.
    #[must_use]
    pub fn new(model: Model, checked: &Checked, pass: u32) -> Learner {
        let lambda = checked.settings().lambda as f32;
        let mut learner = Learner::with_rates(model, lambda, 0.0, 0.0);
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
            traces: vec![Trace::new(); model.networks().len()],
            values: Vec::new(),
            errors: Vec::new(),
            model,
        }
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
        for (phase, sequence) in steps {
            let (own, rest) = errors.split_at(sequence.len());
            errors = rest;
            let trace = &mut self.traces[phase];
            trace.backward(&self.model.networks()[phase], own);
            trace.apply(sequence, self.model.network_mut(phase), self.rate, self.beta_rate);
        }
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::network::{Borders, Change, Network, SequenceBuffer};

    fn model(phases: usize) -> Model {
        let borders = Borders::new([25, 15][..phases - 1].to_vec()).expect("falling");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let network = |_| Network::random(4, 6, 0.2, 3.0, &mut random);
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
}
