//! What each input contributes to a value.

use super::activation::{activate, slope};
use super::mlp::Network;

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
    #[must_use]
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
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

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
    fn one_input_alone_gets_the_whole_difference() {
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
