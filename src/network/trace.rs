//! Values and gradients over one sequence of inputs, at the price of what changes from step to step.
//!
//! The inputs of a step are a dense part (indices 0..dense) and a sparse part that is given by its changes since the
//! step before. The sums of the sparse part are carried along; their gradient is telescoped: with d_t the error at the
//! hidden layer, Σ_t x_i(t) d_t = Σ over the changes Δx_i at step t of Δx_i · S_t, where S_t = Σ_{u ≥ t} d_u. So both
//! directions cost one row of weights per change instead of one per active input.

use std::ops::Range;

use ndarray::ArrayViewMut1;

use super::activation::activate;
use super::perceptron::Network;

/// A sparse input that changes by +1 or −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which input.
    pub input: u16,
    /// +1 or −1.
    pub delta: i16,
}

/// Inputs step by step: the dense ones, and the changes of the sparse ones; in one allocation each.
///
/// Several sequences may stand one after the other: see [`SequenceBuffer::steps`].
#[derive(Clone, Debug, PartialEq)]
pub struct SequenceBuffer {
    width: usize,
    dense: Vec<f32>,
    changes: Vec<Change>,
    /// Where the changes of each step start, and the end of the last.
    starts: Vec<u32>,
}

impl SequenceBuffer {
    /// An empty buffer with this many dense inputs a step.
    #[must_use]
    pub fn new(width: usize) -> SequenceBuffer {
        SequenceBuffer { width, dense: Vec::new(), changes: Vec::new(), starts: vec![0] }
    }

    /// Forgets the steps and keeps the memory.
    pub fn clear(&mut self) {
        self.dense.clear();
        self.changes.clear();
        self.starts.truncate(1);
    }

    /// Adds a step. In the first step of a sequence the changes are against all sparse inputs zero.
    ///
    /// # Panics
    /// If `dense` has not the width of the buffer.
    #[inline]
    pub fn push(&mut self, dense: &[f32], changes: impl IntoIterator<Item = Change>) {
        assert_eq!(dense.len(), self.width, "every step has the same dense inputs");
        self.dense.extend_from_slice(dense);
        self.changes.extend(changes);
        self.starts.push(self.changes.len() as u32);
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sequence that stands in this range of steps.
    #[must_use]
    pub fn steps(&self, range: Range<usize>) -> Sequence<'_> {
        Sequence {
            width: self.width,
            dense: &self.dense[range.start * self.width..range.end * self.width],
            changes: &self.changes,
            starts: &self.starts[range.start..=range.end],
        }
    }
}

/// One sequence of a [`SequenceBuffer`].
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    width: usize,
    dense: &'a [f32],
    changes: &'a [Change],
    starts: &'a [u32],
}

impl<'a> Sequence<'a> {
    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The dense inputs of a step.
    #[inline]
    #[must_use]
    pub fn dense(&self, step: usize) -> &'a [f32] {
        &self.dense[step * self.width..(step + 1) * self.width]
    }

    /// The changes of a step.
    #[inline]
    #[must_use]
    pub fn changes(&self, step: usize) -> &'a [Change] {
        &self.changes[self.starts[step] as usize..self.starts[step + 1] as usize]
    }

    /// The changes of all steps.
    fn all_changes(&self) -> &'a [Change] {
        &self.changes[self.starts[0] as usize..self.starts[self.len()] as usize]
    }
}

/// What a gradient step adds up, in the shape of the network, with the inputs it touched.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// Σ_t δ_t ∇V(s_t).
    pub sum: Network,
    touched: Vec<bool>,
}

impl Gradient {
    /// A zero gradient in the shape of a network.
    #[must_use]
    pub fn new(inputs: usize, hidden: usize) -> Gradient {
        Gradient { sum: Network::zeros(inputs, hidden), touched: vec![false; inputs] }
    }

    /// w += `rate`·gradient, β += `beta_rate`·gradient of β, and the gradient becomes zero again.
    ///
    /// # Panics
    /// If the network has another shape.
    pub fn apply(&mut self, network: &mut Network, rate: f32, beta_rate: f32) {
        assert_eq!(
            self.sum.input.dim(),
            network.input.dim(),
            "gradient and network have one shape"
        );
        let rows = self.sum.input.rows_mut().into_iter().zip(network.input.rows_mut());
        for ((sum, weights), touched) in rows.zip(&mut self.touched) {
            if std::mem::take(touched) {
                step(sum, weights, rate);
            }
        }
        step(self.sum.bias.view_mut(), network.bias.view_mut(), rate);
        step(self.sum.output.view_mut(), network.output.view_mut(), rate);
        step(self.sum.beta.view_mut(), network.beta.view_mut(), beta_rate);
        network.output_bias += rate * std::mem::take(&mut self.sum.output_bias);
    }
}

fn step(mut sum: ArrayViewMut1<f32>, mut weights: ArrayViewMut1<f32>, rate: f32) {
    weights.scaled_add(rate, &sum);
    sum.fill(0.0);
}

/// Working memory for the values and gradients of sequences; reused from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Net inputs, (steps, hidden).
    nets: Vec<f32>,
    /// Errors at the hidden layer, (steps, hidden).
    errors: Vec<f32>,
}

impl Trace {
    /// Working memory.
    #[must_use]
    pub fn new() -> Trace {
        Trace::default()
    }

    /// Appends V of every step to `values` and remembers what [`Trace::backward`] needs.
    pub fn forward(&mut self, network: &Network, steps: Sequence, values: &mut Vec<f32>) {
        let hidden = network.hidden();
        self.nets.resize(steps.len() * hidden, 0.0);
        let mut at = 0;
        while at < hidden {
            at += match hidden - at {
                80.. => self.sum_panel::<80>(network, steps, at),
                16.. => self.sum_panel::<16>(network, steps, at),
                _ => self.sum_panel::<1>(network, steps, at),
            };
        }
        values.extend(self.nets.chunks_exact(hidden).map(|nets| output_of(network, nets)));
    }

    /// Adds Σ_t δ_t ∇V(s_t) to the gradient, for the sequence and network of the last [`Trace::forward`].
    ///
    /// # Panics
    /// If there is not one δ for each step.
    pub fn backward(
        &mut self,
        network: &Network,
        steps: Sequence,
        deltas: &[f32],
        gradient: &mut Gradient,
    ) {
        assert_eq!(deltas.len(), steps.len(), "one error for each step");
        self.output_errors(network, deltas, &mut gradient.sum);
        for change in steps.all_changes() {
            gradient.touched[usize::from(change.input)] = true;
        }
        gradient.touched[..steps.width].fill(true);
        let hidden = network.hidden();
        let mut at = 0;
        while at < hidden {
            at += match hidden - at {
                80.. => self.gradient_panel::<80>(steps, hidden, at, &mut gradient.sum),
                16.. => self.gradient_panel::<16>(steps, hidden, at, &mut gradient.sum),
                _ => self.gradient_panel::<1>(steps, hidden, at, &mut gradient.sum),
            };
        }
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
                let row = panel(weights, usize::from(change.input) * hidden + at);
                add_scaled(&mut sparse, row, change.delta.into());
            }
            let mut sums = sparse;
            for (index, &x) in steps.dense(t).iter().enumerate() {
                add_scaled(&mut sums, panel(weights, index * hidden + at), x);
            }
            nets[at..at + P].copy_from_slice(&sums);
        }
        P
    }

    /// The gradient of the weights into `P` hidden units from `at`.
    fn gradient_panel<const P: usize>(
        &self,
        steps: Sequence,
        hidden: usize,
        at: usize,
        sum: &mut Network,
    ) -> usize {
        let weights = sum.input.as_slice_mut().expect("standard layout");
        let mut suffix = [0.0; P];
        for t in (0..steps.len()).rev() {
            add_scaled(&mut suffix, panel::<P>(&self.errors, t * hidden + at), 1.0);
            for change in steps.changes(t) {
                let row = panel_mut(weights, usize::from(change.input) * hidden + at);
                add_scaled(row, &suffix, change.delta.into());
            }
        }
        add_scaled(panel_mut(sum.bias.as_slice_mut().expect("contiguous"), at), &suffix, 1.0);
        for index in 0..steps.width {
            let mut row: [f32; P] = *panel(weights, index * hidden + at);
            for (t, dense) in steps.dense.chunks_exact(steps.width).enumerate() {
                add_scaled(&mut row, panel(&self.errors, t * hidden + at), dense[index]);
            }
            *panel_mut(weights, index * hidden + at) = row;
        }
        P
    }

    /// d_t,j = δ_t v_j β_j s_t,j for all steps; adds the gradients of v, β and c on the way.
    fn output_errors(&mut self, network: &Network, deltas: &[f32], sum: &mut Network) {
        let hidden = network.hidden();
        let beta = network.beta.as_slice().expect("contiguous");
        let output = network.output.as_slice().expect("contiguous");
        let beta_sum = sum.beta.as_slice_mut().expect("contiguous");
        let output_sum = sum.output.as_slice_mut().expect("contiguous");
        self.errors.resize(deltas.len() * hidden, 0.0);
        let steps = self.nets.chunks_exact(hidden).zip(self.errors.chunks_exact_mut(hidden));
        for ((nets, errors), &delta) in steps.zip(deltas) {
            let units = nets.iter().zip(beta).zip(output);
            let sums = errors.iter_mut().zip(beta_sum.iter_mut()).zip(output_sum.iter_mut());
            for (((&net, &beta), &v), ((error, beta_sum), output_sum)) in units.zip(sums) {
                let z = beta * net;
                let d = 1.0 / (1.0 + z.abs());
                let common = delta * v * d * d;
                *output_sum += delta * (z * d);
                *beta_sum += common * net;
                *error = common * beta;
            }
            sum.output_bias += delta;
        }
    }
}

/// c + Σ_j v_j h_j, summed in eight lanes so that the order is fixed and the processor's vectors are used.
fn output_of(network: &Network, nets: &[f32]) -> f32 {
    let beta = network.beta.as_slice().expect("contiguous");
    let output = network.output.as_slice().expect("contiguous");
    let mut lanes = [0.0f32; 8];
    let chunks = nets.chunks(8).zip(beta.chunks(8)).zip(output.chunks(8));
    for ((nets, beta), output) in chunks {
        for (((lane, &net), &beta), &v) in lanes.iter_mut().zip(nets).zip(beta).zip(output) {
            *lane += v * activate(beta, net);
        }
    }
    network.output_bias + lanes.iter().sum::<f32>()
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
    for (sum, w) in sums.iter_mut().zip(row) {
        *sum = w.mul_add(factor, *sum);
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    const DENSE: usize = 3;
    const INPUTS: usize = 9;

    /// A random sequence and, beside it, every step as a dense vector.
    fn random_steps(
        length: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> (SequenceBuffer, Vec<Vec<f32>>) {
        let mut steps = SequenceBuffer::new(DENSE);
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
            Trace::new().forward(&network, steps.steps(0..12), &mut values);
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
        let deltas: Vec<f32> = (0..steps.len()).map(|t| (t as f32 - 5.0) / 7.0).collect();
        let mut gradient = Gradient::new(INPUTS, 17);
        let mut trace = Trace::new();
        trace.forward(&network, steps.steps(0..12), &mut Vec::new());
        trace.backward(&network, steps.steps(0..12), &deltas, &mut gradient);
        let exact: Vec<f32> = parameters(&mut gradient.sum).into_iter().map(|g| *g).collect();
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
    fn applying_a_gradient_moves_the_weights_and_clears_it() {
        let (mut network, steps, _) = example(16, 3);
        let before = network.clone();
        let mut gradient = Gradient::new(INPUTS, 16);
        let mut trace = Trace::new();
        trace.forward(&network, steps.steps(0..12), &mut Vec::new());
        trace.backward(&network, steps.steps(0..12), &[0.5; 12], &mut gradient);
        let sum = gradient.sum.clone();
        gradient.apply(&mut network, 0.1, 0.01);
        let moved = |rate: f32, after: &f32, before: &f32, sum: &f32| {
            (after - (before + rate * sum)).abs() < 1e-6
        };
        for ((a, b), s) in network.input.iter().zip(&before.input).zip(&sum.input) {
            assert!(moved(0.1, a, b, s));
        }
        for ((a, b), s) in network.beta.iter().zip(&before.beta).zip(&sum.beta) {
            assert!(moved(0.01, a, b, s));
        }
        assert_eq!(gradient.sum, Network::zeros(INPUTS, 16));
        let after = network.clone();
        gradient.apply(&mut network, 1.0, 1.0);
        assert_eq!(network, after);
    }
}
