//! One hidden layer and a linear output: the parameters, the value of one input vector, and what each input contributes to it.
//!
//! h = β·net / (1 + |β·net|), with a sensitivity β of its own for each unit, trained like a weight
//! (extended back-propagation, Sperduti and Starita 1993).

use ndarray::{Array, Array1, Array2, Dimension};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::models::parameters::{ParameterGroup, RateGroup};
use crate::models::uniform::symmetric;

/// The parameters of V = Σ_j v_j h_j + c with h_j = β_j·net_j / (1 + |β_j·net_j|) and net_j = Σ_i w_ji x_i + b_j.
///
/// Also the shape of a gradient. Everything is f32.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// w, shape (inputs, hidden): the weights of one input lie together, so that only active inputs are touched.
    pub input: Array2<f32>,
    /// b, shape (hidden).
    pub bias: Array1<f32>,
    /// β, shape (hidden): the sensitivity of each hidden unit.
    pub beta: Array1<f32>,
    /// v, shape (hidden).
    pub output: Array1<f32>,
    /// c.
    pub output_bias: f32,
}

impl Network {
    /// All parameters zero.
    pub fn zeros(inputs: usize, hidden: usize) -> Network {
        Network {
            input: Array2::zeros((inputs, hidden)),
            bias: Array1::zeros(hidden),
            beta: Array1::zeros(hidden),
            output: Array1::zeros(hidden),
            output_bias: 0.0,
        }
    }

    /// Weights and biases uniform in [−`range`, `range`], every sensitivity `beta`.
    pub fn random(
        inputs: usize,
        hidden: usize,
        range: f32,
        beta: f32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Network {
        let mut network = Network::zeros(inputs, hidden);
        let weights = network.input.iter_mut().chain(&mut network.bias).chain(&mut network.output);
        for weight in weights {
            *weight = range * symmetric(random);
        }
        network.output_bias = range * symmetric(random);
        network.beta.fill(beta);
        network
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.input.nrows()
    }

    pub(crate) fn hidden(&self) -> usize {
        self.input.ncols()
    }

    /// The number of parameters, sensitivities included.
    #[cfg(test)]
    pub(crate) fn parameters(&self) -> usize {
        self.input.len() + 3 * self.hidden() + 1
    }

    /// V of a dense input vector of length [`Network::inputs`].
    #[cfg(test)]
    pub(crate) fn value(&self, inputs: &[f32]) -> f32 {
        let active = inputs.iter().copied().enumerate().filter(|&(_, x)| x != 0.0);
        self.output_of(&self.net(active))
    }

    /// The net inputs of the hidden units, shape (hidden), from the active inputs as (index, value).
    pub(crate) fn net(&self, active: impl Iterator<Item = (usize, f32)>) -> Vec<f32> {
        // A plain slice becomes vector instructions wherever this is inlined, which a row of the matrix does not.
        let (hidden, weights) = (self.hidden(), self.input.as_slice().expect("standard layout"));
        let mut net = self.bias.to_vec();
        for (index, x) in active {
            let row = &weights[index * hidden..(index + 1) * hidden];
            let sums = &mut net[..row.len()];
            for unit in 0..row.len() {
                sums[unit] += x * row[unit];
            }
        }
        net
    }

    /// V from the net inputs of the hidden units.
    pub(super) fn output_of(&self, net: &[f32]) -> f32 {
        let beta = &self.beta.as_slice().expect("contiguous")[..net.len()];
        let output = &self.output.as_slice().expect("contiguous")[..net.len()];
        let mut sum = 0.0;
        for unit in 0..net.len() {
            sum += activate(beta[unit], net[unit]) * output[unit];
        }
        self.output_bias + sum
    }

    /// The parameters in groups, under a name of the whole.
    pub(super) fn groups(&self, name: &str) -> [ParameterGroup<'_>; 5] {
        let (inputs, hidden) = (self.inputs(), self.hidden());
        let group = |part: &str, shape: &[usize], rate, values| {
            ParameterGroup::new(format!("{name}.{part}"), shape, rate, values)
        };
        let (weights, rest) = (RateGroup::Weights, RateGroup::Rest);
        let bias = std::slice::from_ref(&self.output_bias);
        [
            group("hidden.weight", &[inputs, hidden], weights, slice(&self.input)),
            group("hidden.bias", &[hidden], weights, slice(&self.bias)),
            group("hidden.beta", &[hidden], rest, slice(&self.beta)),
            group("output.weight", &[hidden], weights, slice(&self.output)).output(),
            group("output.bias", &[1], weights, bias).output(),
        ]
    }

    /// The values of the same groups.
    pub(super) fn groups_mut(&mut self) -> [&mut [f32]; 5] {
        let Network { input, bias, beta, output, output_bias } = self;
        let output_bias = std::slice::from_mut(output_bias);
        [slice_mut(input), slice_mut(bias), slice_mut(beta), slice_mut(output), output_bias]
    }
}

fn slice<D: Dimension>(array: &Array<f32, D>) -> &[f32] {
    array.as_slice().expect("standard layout")
}

fn slice_mut<D: Dimension>(array: &mut Array<f32, D>) -> &mut [f32] {
    array.as_slice_mut().expect("standard layout")
}

/// The activation h of a unit, in (−1, 1).
#[inline(always)]
pub(in crate::models) fn activate(beta: f32, net: f32) -> f32 {
    let z = beta * net;
    z / (1.0 + z.abs())
}

/// s = 1 / (1 + |β·net|)², the factor both slopes share: ∂h/∂net = β·s and ∂h/∂β = net·s.
#[inline(always)]
pub(in crate::models) fn slope(beta: f32, net: f32) -> f32 {
    let d = 1.0 / (1.0 + (beta * net).abs());
    d * d
}

/// A value taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Contributions {
    /// V of the inputs.
    pub value: f32,
    /// V with every input zero.
    pub rest: f32,
    /// The part of each active input: index, value of the input, contribution. Together with `rest` they add up to `value`.
    pub parts: Vec<(usize, f32, f32)>,
}

impl Network {
    /// Divides a value among its active inputs by integrated gradients (Sundararajan, Taly and Yan 2017) along the straight
    /// line from no input at all: x_i ∫ ∂V/∂x_i.
    ///
    /// With one hidden layer the integral is exact: input i gets x_i Σ_j w_ji v_j (h(n_j) − h(b_j)) / (n_j − b_j).
    pub fn explain(&self, active: &[(usize, f32)]) -> Contributions {
        let net = self.net(active.iter().copied());
        let mean_slopes: Vec<f32> = (0..self.hidden())
            .map(|j| self.output[j] * mean_slope(self.beta[j], self.bias[j], net[j]))
            .collect();
        let part = |&(index, x): &(usize, f32)| {
            let weights = self.input.row(index);
            let sum: f32 = weights.iter().zip(&mean_slopes).map(|(w, s)| w * s).sum();
            (index, x, x * sum)
        };
        Contributions {
            value: self.output_of(&net),
            rest: self.output_of(&self.bias.to_vec()),
            parts: active.iter().map(part).collect(),
        }
    }
}

/// The mean of ∂h/∂net between two net inputs.
fn mean_slope(beta: f32, from: f32, to: f32) -> f32 {
    if (to - from).abs() < 1e-4 {
        return beta * slope(beta, from);
    }
    (activate(beta, to) - activate(beta, from)) / (to - from)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_network_of_two_units_by_hand() {
        let mut network = Network::zeros(2, 2);
        network.input[(0, 0)] = 1.0;
        network.input[(1, 0)] = 2.0;
        network.input[(1, 1)] = -1.0;
        network.bias[1] = 0.5;
        network.beta.fill(2.0);
        network.output[0] = 1.0;
        network.output[1] = 3.0;
        network.output_bias = 0.25;
        // net = (1·1 + 2·0.5, −0.5 + 0.5) = (2, 0); z = (4, 0); h = (0.8, 0).
        assert_eq!(network.value(&[1.0, 0.5]), 0.25 + 0.8);
    }

    #[test]
    fn random_weights_stay_in_range_and_repeat_with_the_seed() {
        let make =
            |seed| Network::random(23, 80, 0.2, 3.0, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let network = make(1);
        assert!(network.input.iter().all(|w| w.abs() <= 0.2));
        assert!(network.input.iter().any(|w| w.abs() > 0.19));
        assert!(network.beta.iter().all(|&b| b == 3.0));
        assert_eq!(network, make(1));
        assert_ne!(network, make(2));
    }

    #[test]
    fn nn4_has_17921_weights_and_80_sensitivities() {
        assert_eq!(Network::zeros(222, 80).parameters(), 17_921 + 80);
    }

    #[test]
    fn values_by_hand() {
        assert_eq!(activate(3.0, 0.0), 0.0);
        assert_eq!(activate(3.0, 1.0), 0.75);
        assert_eq!(activate(3.0, -1.0), -0.75);
        assert_eq!(slope(3.0, 1.0), 1.0 / 16.0);
    }

    #[test]
    fn slopes_equal_finite_differences() {
        let step = 1e-3;
        for (beta, net) in [(3.0, 0.4), (3.0, -0.4), (-1.5, 0.7), (0.2, -2.0), (5.0, 0.05)] {
            let by_net = (activate(beta, net + step) - activate(beta, net - step)) / (2.0 * step);
            let by_beta = (activate(beta + step, net) - activate(beta - step, net)) / (2.0 * step);
            assert!((by_net - beta * slope(beta, net)).abs() < 2e-3, "{beta} {net}");
            assert!((by_beta - net * slope(beta, net)).abs() < 2e-3, "{beta} {net}");
        }
    }

    #[test]
    fn the_parts_add_up_to_the_value() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let network = Network::random(50, 80, 0.5, 3.0, &mut random);
        let active: Vec<(usize, f32)> =
            (0..50).step_by(3).map(|i| (i, i as f32 / 25.0 - 1.0)).collect();
        let explanation = network.explain(&active);
        let mut dense = vec![0.0; 50];
        active.iter().for_each(|&(i, x)| dense[i] = x);
        assert!((explanation.value - network.value(&dense)).abs() < 1e-5);
        let sum: f32 = explanation.parts.iter().map(|part| part.2).sum();
        assert!((explanation.rest + sum - explanation.value).abs() < 1e-4);
    }

    #[test]
    fn a_single_input_gets_the_whole_difference() {
        let mut network = Network::zeros(2, 1);
        network.input[(1, 0)] = 1.0;
        network.beta.fill(3.0);
        network.output.fill(2.0);
        network.output_bias = 0.5;
        let explanation = network.explain(&[(1, 1.0)]);
        // h = 3/4; V = 0.5 + 2·0.75.
        assert_eq!((explanation.rest, explanation.value), (0.5, 2.0));
        assert_eq!(explanation.parts, [(1, 1.0, 1.5)]);
    }
}
