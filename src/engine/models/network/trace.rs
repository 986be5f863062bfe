//! Values and gradient steps over one sequence of inputs, at the price of what changes from step to step.
//!
//! The inputs of a step are a dense part (indices 0..width) and a sparse part that is given by its changes since the step
//! before. The sums of the sparse part are carried along; their gradient is telescoped: with d_t the error at the hidden
//! layer, Σ_t x_i(t) d_t = Σ over the changes Δx_i at step t of Δx_i · S_t, where S_t = Σ_{u ≥ t} d_u. So both directions cost
//! one row of numbers per change instead of one per active input, and a row of weights is written once.

use std::ops::Range;

use ndarray::{Array1, Array2};

use super::mlp::{Network, activate};
use super::steps::Sequence;

/// Working memory for the values and gradients of sequences; reused from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct ForwardTrace {
    /// Net inputs, (steps, hidden).
    nets: Vec<f32>,
    /// Errors at the hidden layer, (steps, hidden); in the end their sums from each step on.
    errors: Vec<f32>,
    /// Σ_t δ_t ∂V/∂v, shape (hidden).
    output: Vec<f32>,
    /// Σ_t δ_t ∂V/∂β, shape (hidden).
    beta: Vec<f32>,
    /// Σ_t δ_t.
    output_bias: f32,
}

impl ForwardTrace {
    /// Working memory.
    pub(super) fn new() -> ForwardTrace {
        ForwardTrace::default()
    }

    /// Appends V of every step to `values` and remembers what [`ForwardTrace::backward`] needs.
    pub(super) fn forward(&mut self, network: &Network, steps: Sequence, values: &mut Vec<f32>) {
        let hidden = network.hidden();
        self.nets.resize(steps.len() * hidden, 0.0);
        let mut at = 0;
        while at < hidden {
            at += match hidden - at {
                80.. => self.sum_panel::<80>(network, steps, at),
                32.. => self.sum_panel::<32>(network, steps, at),
                8.. => self.sum_panel::<8>(network, steps, at),
                4.. => self.sum_panel::<4>(network, steps, at),
                _ => self.sum_panel::<1>(network, steps, at),
            };
        }
        values.extend(self.nets.chunks_exact(hidden).map(|nets| output_of(network, nets)));
    }

    /// Carries the errors δ_t of the steps of the last [`ForwardTrace::forward`] back to the hidden layer:
    /// d_t,j = δ_t v_j β_j s_t,j.
    ///
    /// # Panics
    /// If there is not one δ for each step.
    pub(super) fn backward(&mut self, network: &Network, deltas: &[f32]) {
        let hidden = network.hidden();
        assert_eq!(deltas.len() * hidden, self.nets.len(), "one error for each step");
        for sums in [&mut self.output, &mut self.beta] {
            sums.clear();
            sums.resize(hidden, 0.0);
        }
        self.output_bias = deltas.iter().sum();
        self.errors.resize(self.nets.len(), 0.0);
        // Of one length, so that the units are worked out together.
        let beta = &network.beta.as_slice().expect("contiguous")[..hidden];
        let output = &network.output.as_slice().expect("contiguous")[..hidden];
        let (beta_sums, output_sums) = (&mut self.beta[..hidden], &mut self.output[..hidden]);
        for (step, &delta) in deltas.iter().enumerate() {
            let nets = &self.nets[step * hidden..][..hidden];
            let errors = &mut self.errors[step * hidden..][..hidden];
            for unit in 0..hidden {
                let z = beta[unit] * nets[unit];
                let d = 1.0 / (1.0 + z.abs());
                let common = delta * output[unit] * d * d;
                output_sums[unit] += delta * (z * d);
                beta_sums[unit] += common * nets[unit];
                errors[unit] = common * beta[unit];
            }
        }
    }

    /// w += `rate`·Σ_t δ_t ∂V/∂w, and the same for β with `beta_rate`, after [`ForwardTrace::backward`] on the same steps.
    ///
    /// Applied to a network of zeros with rates of 1 this is the gradient itself.
    ///
    /// # Panics
    /// If the network has another shape than the one judged.
    #[cfg(test)]
    pub(super) fn apply(
        &mut self,
        steps: Sequence,
        network: &mut Network,
        rate: f32,
        beta_lr: f32,
    ) {
        self.apply_units(steps, 0..network.hidden(), network, rate, beta_lr);
        self.apply_output_bias(network, rate);
    }

    /// The part of an update that concerns some hidden units: their weights, β and output weights. Each unit's part may
    /// be applied once after a [`ForwardTrace::backward`], to whichever network has the shape of the one judged.
    ///
    /// # Panics
    /// If the network has another shape than the one judged, or not these units.
    pub(super) fn apply_units(
        &mut self,
        steps: Sequence,
        units: Range<usize>,
        network: &mut Network,
        rate: f32,
        beta_lr: f32,
    ) {
        let hidden = network.hidden();
        assert_eq!(steps.len() * hidden, self.errors.len(), "the network has the shape judged");
        let own = units.clone();
        add_all(&mut slice(&mut network.output)[own.clone()], &self.output[own.clone()], rate);
        add_all(&mut slice(&mut network.beta)[own.clone()], &self.beta[own], beta_lr);
        let mut at = units.start;
        while at < units.end {
            at += match units.end - at {
                80.. => self.apply_panel::<80>(steps, at, network, rate),
                32.. => self.apply_panel::<32>(steps, at, network, rate),
                8.. => self.apply_panel::<8>(steps, at, network, rate),
                4.. => self.apply_panel::<4>(steps, at, network, rate),
                _ => self.apply_panel::<1>(steps, at, network, rate),
            };
        }
    }

    /// The part of an update that concerns the output's own bias.
    pub(super) fn apply_output_bias(&self, network: &mut Network, rate: f32) {
        network.output_bias += rate * self.output_bias;
    }

    /// The net inputs of `P` hidden units from `at`, for all steps. A constant width keeps the sums in registers.
    fn sum_panel<const P: usize>(
        &mut self,
        network: &Network,
        steps: Sequence,
        at: usize,
    ) -> usize {
        let hidden = network.hidden();
        let weights = network.input.as_slice().expect("standard layout");
        let bias = network.bias.as_slice().expect("contiguous");
        let mut sparse: [f32; P] = *panel(bias, at);
        for (t, nets) in self.nets.chunks_exact_mut(hidden).enumerate() {
            for change in steps.changes(t) {
                let row = panel(weights, change.input() * hidden + at);
                add_scaled(&mut sparse, row, change.delta());
            }
            let mut sums = sparse;
            for (index, &x) in steps.dense(t).iter().enumerate() {
                add_scaled(&mut sums, panel(weights, index * hidden + at), x);
            }
            nets[at..at + P].copy_from_slice(&sums);
        }
        P
    }

    /// The step of the weights into `P` hidden units from `at`.
    fn apply_panel<const P: usize>(
        &mut self,
        steps: Sequence,
        at: usize,
        network: &mut Network,
        rate: f32,
    ) -> usize {
        let hidden = network.hidden();
        let weights = slice2(&mut network.input);
        for index in 0..steps.width() {
            let mut sum = [0.0; P];
            for t in 0..steps.len() {
                add_scaled(&mut sum, panel(&self.errors, t * hidden + at), steps.dense(t)[index]);
            }
            add_scaled(panel_mut(weights, index * hidden + at), &sum, rate);
        }
        let mut suffix: [f32; P] = [0.0; P];
        for t in (0..steps.len()).rev() {
            let errors = panel_mut(&mut self.errors, t * hidden + at);
            add_scaled(&mut suffix, errors, 1.0);
            *errors = suffix;
        }
        add_scaled(panel_mut(slice(&mut network.bias), at), &suffix, rate);
        for changes in steps.by_input() {
            let (mut sum, mut input) = ([0.0; P], 0);
            for change in changes {
                add_scaled(
                    &mut sum,
                    panel(&self.errors, change.step() * hidden + at),
                    change.delta(),
                );
                input = change.input();
            }
            add_scaled(panel_mut(weights, input * hidden + at), &sum, rate);
        }
        P
    }
}

/// c + Σ_j v_j h_j, summed in eight lanes so that the order is fixed and the processor's vectors are used.
#[inline]
fn output_of(network: &Network, nets: &[f32]) -> f32 {
    const LANES: usize = 8;
    let (nets, nets_rest) = nets.as_chunks::<LANES>();
    let (beta, beta_rest) = network.beta.as_slice().expect("contiguous").as_chunks::<LANES>();
    let (output, output_rest) = network.output.as_slice().expect("contiguous").as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in 0..nets.len() {
        let (nets, beta, output) = (&nets[chunk], &beta[chunk], &output[chunk]);
        for lane in 0..LANES {
            lanes[lane] += output[lane] * activate(beta[lane], nets[lane]);
        }
    }
    let mut rest = 0.0;
    for unit in 0..nets_rest.len() {
        rest += output_rest[unit] * activate(beta_rest[unit], nets_rest[unit]);
    }
    network.output_bias + lanes.iter().sum::<f32>() + rest
}

fn slice(vector: &mut Array1<f32>) -> &mut [f32] {
    vector.as_slice_mut().expect("one dimension is contiguous")
}

fn slice2(matrix: &mut Array2<f32>) -> &mut [f32] {
    matrix.as_slice_mut().expect("standard layout")
}

fn add_all(sums: &mut [f32], values: &[f32], factor: f32) {
    for (sum, &value) in sums.iter_mut().zip(values) {
        *sum = value.mul_add(factor, *sum);
    }
}

#[inline(always)]
fn panel<const P: usize>(values: &[f32], at: usize) -> &[f32; P] {
    values[at..at + P].try_into().expect("the slice has the panel's width")
}

#[inline(always)]
fn panel_mut<const P: usize>(values: &mut [f32], at: usize) -> &mut [f32; P] {
    (&mut values[at..at + P]).try_into().expect("the slice has the panel's width")
}

#[inline(always)]
fn add_scaled<const P: usize>(sums: &mut [f32; P], row: &[f32; P], factor: f32) {
    for unit in 0..P {
        sums[unit] = row[unit].mul_add(factor, sums[unit]);
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::models::network::steps::{Change, SequenceBuffer};

    const DENSE: usize = 3;
    const INPUTS: usize = 9;

    /// A random sequence and, beside it, every step as a dense vector.
    fn random_steps(
        length: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> (SequenceBuffer, Vec<Vec<f32>>) {
        let mut steps = SequenceBuffer::new(DENSE, INPUTS);
        let mut vectors: Vec<Vec<f32>> = Vec::new();
        let mut current = vec![0.0; INPUTS];
        for _ in 0..length {
            for x in &mut current[..DENSE] {
                *x = (random.next_u64() % 201) as f32 / 100.0 - 1.0;
            }
            let mut changes = Vec::new();
            for (input, x) in current.iter_mut().enumerate().skip(DENSE) {
                if random.next_u64().is_multiple_of(3) {
                    let delta = if *x > 0.0 || (*x == 0.0 && random.next_u64().is_multiple_of(2)) {
                        -1
                    } else {
                        1
                    };
                    *x += f32::from(delta);
                    changes.push(Change { input: input as u16, delta });
                }
            }
            steps.push(&current[..DENSE], changes);
            vectors.push(current.clone());
        }
        steps.end();
        (steps, vectors)
    }

    fn example(hidden: usize, seed: u64) -> (Network, SequenceBuffer, Vec<Vec<f32>>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut network = Network::random(INPUTS, hidden, 0.5, 2.0, &mut random);
        for (j, beta) in network.beta.iter_mut().enumerate() {
            *beta += j as f32 * 0.1 - 1.0;
        }
        let (steps, vectors) = random_steps(12, &mut random);
        (network, steps, vectors)
    }

    #[test]
    fn values_along_a_sequence_equal_the_values_of_its_steps() {
        for hidden in [1, 5, 16, 80, 97] {
            let (network, steps, vectors) = example(hidden, 7);
            let mut values = Vec::new();
            ForwardTrace::new().forward(&network, steps.sequence(0), &mut values);
            for (value, vector) in values.iter().zip(&vectors) {
                assert!((value - network.value(vector)).abs() < 1e-4, "{hidden} units");
            }
            assert_eq!(values.len(), vectors.len());
        }
    }

    /// Σ_t δ_t V(s_t), the function whose gradient is taken.
    fn weighted(network: &Network, vectors: &[Vec<f32>], deltas: &[f32]) -> f64 {
        let values = vectors.iter().map(|v| f64::from(network.value(v)));
        values.zip(deltas).map(|(v, &d)| v * f64::from(d)).sum()
    }

    fn parameters(network: &mut Network) -> Vec<&mut f32> {
        let Network { input, bias, beta, output, output_bias } = network;
        let vectors = bias.iter_mut().chain(beta).chain(output);
        input.iter_mut().chain(vectors).chain(std::iter::once(output_bias)).collect()
    }

    #[test]
    fn the_gradient_of_every_parameter_equals_finite_differences() {
        let (mut network, steps, vectors) = example(17, 11);
        let deltas: Vec<f32> = (0..12).map(|t| (t as f32 - 5.0) / 7.0).collect();
        let mut gradient = Network::zeros(INPUTS, 17);
        let mut trace = ForwardTrace::new();
        trace.forward(&network, steps.sequence(0), &mut Vec::new());
        trace.backward(&network, &deltas);
        trace.apply(steps.sequence(0), &mut gradient, 1.0, 1.0);
        let exact: Vec<f32> = parameters(&mut gradient).into_iter().map(|g| *g).collect();
        let step = 2e-3;
        for (index, &expected) in exact.iter().enumerate() {
            let mut at = |offset: f32| {
                *parameters(&mut network)[index] += offset;
                let sum = weighted(&network, &vectors, &deltas);
                *parameters(&mut network)[index] -= offset;
                sum
            };
            let difference = (at(step) - at(-step)) / f64::from(2.0 * step);
            let error = (difference - f64::from(expected)).abs();
            assert!(
                error < 4e-3 * (1.0 + difference.abs()),
                "parameter {index}: {expected} {difference}"
            );
        }
    }

    #[test]
    fn units_applied_in_parts_move_as_in_one() {
        let (network, steps, _) = example(45, 3);
        let gradient = |parts: &[Range<usize>]| {
            let (mut gradient, mut trace) = (Network::zeros(INPUTS, 45), ForwardTrace::new());
            trace.forward(&network, steps.sequence(0), &mut Vec::new());
            trace.backward(&network, &[0.5; 12]);
            for units in parts {
                trace.apply_units(steps.sequence(0), units.clone(), &mut gradient, 1.0, 1.0);
            }
            trace.apply_output_bias(&mut gradient, 1.0);
            gradient
        };
        let whole = gradient(&[0..45, 45..45]);
        assert_eq!(gradient(&[0..5, 5..44, 44..45]), whole);
        let part = gradient(&[0..0, 20..45]);
        assert!(part.input.rows().into_iter().all(|row| row.iter().take(20).all(|&w| w == 0.0)));
        assert_ne!(part, whole);
    }

    #[test]
    fn the_sensitivities_have_a_rate_of_their_own() {
        let (network, steps, _) = example(16, 3);
        let step = |rate, beta_lr| {
            let (mut after, mut trace) = (network.clone(), ForwardTrace::new());
            trace.forward(&network, steps.sequence(0), &mut Vec::new());
            trace.backward(&network, &[0.5; 12]);
            trace.apply(steps.sequence(0), &mut after, rate, beta_lr);
            after
        };
        let (weights, betas) = (step(0.1, 0.0), step(0.0, 0.1));
        assert_eq!(weights.beta, network.beta);
        assert_ne!(weights.input, network.input);
        assert_ne!(betas.beta, network.beta);
        assert_eq!((&betas.input, &betas.output), (&network.input, &network.output));
    }
}
