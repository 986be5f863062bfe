//! The parameters, the value of a position, and values of positions that differ from it in a few inputs.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::sigmoid::{LANES, logistic, squash};
use super::trace::EligibilityTrace;
use crate::models::{Gradient, ParameterGroup, RateGroup, Rates, ValueFunction, symmetric};
use crate::online::{Differentiable, Input, Point};

/// y = σ(Σ_j v_j h_j + c), h_j = σ(Σ_i w_ji x_i + b_j), σ(s) = 1/(1 + e^−s).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Logistic {
    inputs: usize,
    hidden: usize,
    /// Whether the units have offsets b and c; without, these stay 0.
    has_offsets: bool,
    /// A row of w for each input, then b, then v, each filled up with zeros to whole vectors; then c.
    weights: Vec<f32>,
}

impl Logistic {
    /// All parameters zero.
    ///
    /// # Panics
    /// If there are no inputs or no hidden units.
    pub(crate) fn zeros(inputs: usize, hidden: usize, has_offsets: bool) -> Logistic {
        assert!(inputs > 0 && hidden > 0, "a network has inputs and units");
        let rows = inputs + 2;
        let weights = vec![0.0; rows * hidden.next_multiple_of(LANES) + 1];
        Logistic { inputs, hidden, has_offsets, weights }
    }

    /// Parameters uniform in ±`range`; offsets, if there are any, too.
    pub(crate) fn random(
        inputs: usize,
        hidden: usize,
        has_offsets: bool,
        range: f32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Logistic {
        let mut network = Logistic::zeros(inputs, hidden, has_offsets);
        // Offsets are drawn in any case: networks with and without them begin with the same weights.
        network.parameters_mut().for_each(|weight| *weight = range * symmetric(random));
        if !has_offsets {
            network.clear_offsets();
        }
        network
    }

    fn clear_offsets(&mut self) {
        let bias = self.row(self.inputs);
        self.weights[bias].fill(0.0);
        *self.weights.last_mut().expect("c") = 0.0;
    }

    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    pub(crate) fn hidden(&self) -> usize {
        self.hidden
    }

    pub(crate) fn has_offsets(&self) -> bool {
        self.has_offsets
    }

    /// w, one row for each input; then b; then v; then c.
    pub(super) fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let (width, hidden) = (self.width(), self.hidden);
        let (rows, last) = self.weights.split_at_mut((self.inputs + 2) * width);
        rows.chunks_exact_mut(width).flat_map(move |row| &mut row[..hidden]).chain(last)
    }

    /// The same, to read, for tests.
    #[cfg(test)]
    pub(crate) fn weights(&self) -> impl Iterator<Item = &f32> {
        let (width, hidden) = (self.width(), self.hidden);
        let (rows, last) = self.weights.split_at((self.inputs + 2) * width);
        rows.chunks_exact(width).flat_map(move |row| &row[..hidden]).chain(last)
    }

    /// Units and filling together.
    #[inline]
    pub(super) fn width(&self) -> usize {
        self.hidden.next_multiple_of(LANES)
    }

    /// Where a row is among the weights; b and v come after the inputs.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Range<usize> {
        row * self.width()..(row + 1) * self.width()
    }

    /// The net inputs of the hidden units.
    pub(crate) fn net(&self, inputs: &[Input]) -> Vec<f32> {
        let mut net = self.weights[self.row(self.inputs)].to_vec();
        inputs.iter().for_each(|&input| self.shift(&mut net, input));
        net
    }

    /// Takes into account that an input has grown by `change`.
    pub(crate) fn shift(&self, net: &mut [f32], (index, change): Input) {
        let row = &self.weights[self.row(index)];
        let sums = &mut net[..row.len()];
        for unit in 0..row.len() {
            sums[unit] += change * row[unit];
        }
    }

    /// s of the output unit: as y is, only not squashed.
    pub(crate) fn output(&self, net: &[f32]) -> f32 {
        let last = self.weights[self.weights.len() - 1];
        last + squash(net, &self.weights[self.row(self.inputs + 1)])
    }

    /// y of a position.
    pub(crate) fn value(&self, inputs: &[Input]) -> f32 {
        logistic(self.output(&self.net(inputs)))
    }
}

impl Differentiable for Logistic {
    type Trace = EligibilityTrace;

    fn trace(&self) -> EligibilityTrace {
        EligibilityTrace::new(self.weights.len(), self.inputs)
    }

    fn value(&self, inputs: &[Input]) -> f32 {
        self.value(inputs)
    }

    fn follow(&mut self, trace: &mut EligibilityTrace, step: f32, decay: f32) {
        let width = self.width();
        trace.follow(&mut self.weights, width, step, decay);
    }

    /// g = y(1−y): ∂y/∂c = g, ∂y/∂v_j = g·h_j, ∂y/∂b_j = g·v_j·h_j(1−h_j), ∂y/∂w_ji = (∂y/∂b_j)·x_i.
    fn remember(&self, trace: &mut EligibilityTrace, at: Point<'_>) -> f32 {
        let net = self.net(at.inputs);
        let y = logistic(self.output(&net));
        let g = at.share * y * (1.0 - y);
        let v = &self.weights[self.row(self.inputs + 1)];
        let (mut by_v, mut by_b) = (vec![0.0; v.len()], vec![0.0; v.len()]);
        for unit in 0..self.hidden {
            let h = logistic(net[unit]);
            by_v[unit] = g * h;
            by_b[unit] = g * v[unit] * h * (1.0 - h);
        }
        for &(index, x) in at.inputs {
            trace.add(index, self.row(index), &by_b, x);
        }
        trace.add(self.inputs + 1, self.row(self.inputs + 1), &by_v, 1.0);
        if self.has_offsets {
            trace.add(self.inputs, self.row(self.inputs), &by_b, 1.0);
            trace.add_last(g);
        }
        y
    }
}

/// One position after the other; results and values lie between 0 and 1. The output is the value itself.
impl ValueFunction for Logistic {
    type Steps = Vec<Vec<Input>>;
    type Trace = Option<EligibilityTrace>;

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let (inputs, hidden, width) = (self.inputs, self.hidden, self.width());
        let (input, rest) = self.weights.split_at(inputs * width);
        let (bias, rest) = rest.split_at(width);
        let (output, last) = rest.split_at(width);
        let group = |name, shape: &[usize], values| {
            ParameterGroup::new(name, shape, RateGroup::Weights, values)
        };
        vec![
            group("hidden.weight", &[inputs, hidden], input),
            group("hidden.bias", &[hidden], bias),
            group("output.weight", &[hidden], output),
            group("output.bias", &[1], last),
        ]
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let (inputs, width) = (self.inputs, self.width());
        let (input, rest) = self.weights.split_at_mut(inputs * width);
        let (bias, rest) = rest.split_at_mut(width);
        let (output, last) = rest.split_at_mut(width);
        vec![input, bias, output, last]
    }

    fn forward(
        &self,
        steps: &Vec<Vec<Input>>,
        game: Range<usize>,
        _: &mut Option<EligibilityTrace>,
        values: &mut Vec<f32>,
    ) {
        values.extend(steps[game].iter().map(|inputs| self.value(inputs)));
    }

    fn backward(
        &self,
        steps: &Vec<Vec<Input>>,
        game: Range<usize>,
        trace: &mut Option<EligibilityTrace>,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let mut sums = Logistic::zeros(self.inputs, self.hidden, self.has_offsets);
        self.accumulate(steps, game, trace, errors);
        trace.iter_mut().for_each(|trace| sums.follow(trace, 1.0, 0.0));
        gradient.add_all(0, &sums.weights);
    }

    fn step(
        &mut self,
        steps: &Vec<Vec<Input>>,
        game: Range<usize>,
        trace: &mut Option<EligibilityTrace>,
        errors: &[f32],
        rates: Rates,
    ) {
        self.accumulate(steps, game, trace, errors);
        trace.iter_mut().for_each(|trace| self.follow(trace, rates.weights, 0.0));
    }
}

impl Logistic {
    /// e = Σ_t errors_t ∇y(s_t), where e was 0.
    fn accumulate(
        &self,
        steps: &[Vec<Input>],
        game: Range<usize>,
        trace: &mut Option<EligibilityTrace>,
        errors: &[f32],
    ) {
        let trace = trace.get_or_insert_with(|| self.trace());
        for (inputs, &share) in steps[game].iter().zip(errors) {
            self.remember(trace, Point { share, inputs });
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn network(hidden: usize, has_offsets: bool) -> Logistic {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        Logistic::random(9, hidden, has_offsets, 0.8, &mut random)
    }

    const INPUTS: [Input; 4] = [(0, 1.0), (3, 0.5), (4, 1.0), (8, -2.0)];

    #[test]
    fn tsinteris_and_wilson_s_network_has_10_001_weights() {
        assert_eq!(Logistic::zeros(198, 50, true).parameters_mut().count(), 10_001);
    }

    #[test]
    fn a_network_of_two_units_by_hand() {
        let mut network = Logistic::zeros(2, 2, true);
        // w of input 0, w of input 1, b, v, c.
        let weights = [1.0, 0.0, 2.0, -1.0, 0.0, 0.5, 2.0, -4.0, 0.25];
        network.parameters_mut().zip(weights).for_each(|(to, from)| *to = from);
        // Nets 1 + 2·0.5 = 2 and 0.5 − 0.5 = 0: h = (0.880797, 0.5), s = 2·0.880797 − 2 + 0.25 = 0.011594.
        let s = network.output(&network.net(&[(0, 1.0), (1, 0.5)]));
        assert!((s - 0.011_594).abs() < 1e-5, "{s}");
        assert!((network.value(&[(0, 1.0), (1, 0.5)]) - 0.502_898).abs() < 1e-5);
    }

    #[test]
    fn changed_inputs_change_the_value_as_if_it_were_worked_out_anew() {
        let network = network(13, true);
        let mut net = network.net(&INPUTS);
        for change in [(3, -0.5), (5, 1.0), (8, 1.0)] {
            network.shift(&mut net, change);
        }
        let anew = network.net(&[(0, 1.0), (4, 1.0), (5, 1.0), (8, -1.0)]);
        assert!((network.output(&net) - network.output(&anew)).abs() < 1e-6);
    }

    #[test]
    fn the_gradient_equals_finite_differences() {
        for (hidden, has_offsets) in [(5, true), (8, true), (5, false)] {
            let network = network(hidden, has_offsets);
            let mut trace = network.trace();
            network.remember(&mut trace, Point { share: 1.0, inputs: &INPUTS });
            // A step along the trace of size 1 from zero weights shows the gradient itself.
            let mut gradient = Logistic::zeros(9, hidden, has_offsets);
            gradient.follow(&mut trace, 1.0, 0.0);
            let count = network.weights().count();
            for index in 0..count {
                let moved = |by: f32| {
                    let mut moved = network.clone();
                    *moved.parameters_mut().nth(index).expect("a weight") += by;
                    f64::from(moved.value(&INPUTS))
                };
                let is_offset = index == count - 1 || (9 * hidden..10 * hidden).contains(&index);
                let found = *gradient.weights().nth(index).expect("a weight");
                if is_offset && !has_offsets {
                    assert_eq!(found, 0.0, "offsets that are left out stay 0");
                    continue;
                }
                let expected = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!((f64::from(found) - expected).abs() < 2e-5, "{index}: {found} {expected}");
            }
        }
    }

    #[test]
    fn networks_with_and_without_offsets_begin_with_the_same_weights() {
        let (with, without) = (network(5, true), network(5, false));
        assert_eq!(with.weights[with.row(0)], without.weights[without.row(0)]);
        assert_eq!(with.weights[with.row(10)], without.weights[without.row(10)]);
        assert!(without.weights[without.row(9)].iter().all(|&b| b == 0.0));
    }
}
