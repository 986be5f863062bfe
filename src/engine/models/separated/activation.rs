//! The output of a hidden unit, and its slopes.

use serde::{Deserialize, Serialize};

use crate::models::network::{activate, slope};

/// The activation function of hidden units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// max(net, 0)
    #[default]
    Relu,
    /// The paper's β·net / (1 + |β·net|), with a sensitivity β that each unit learns
    Softsign,
}

/// The output h of a unit, ∂h/∂net and ∂h/∂β.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct UnitOutput {
    pub value: f32,
    pub by_net: f32,
    pub by_beta: f32,
}

impl Activation {
    /// Whether units have a sensitivity.
    #[must_use]
    pub fn has_beta(self) -> bool {
        self == Activation::Softsign
    }

    /// The slope of a unit of the first sensitivity at a small net input.
    pub(super) fn first_slope(self, beta: f64) -> f64 {
        if self.has_beta() { beta } else { 1.0 }
    }

    /// The output.
    #[inline(always)]
    pub(super) fn value(self, beta: f32, net: f32) -> f32 {
        match self {
            Activation::Relu => net.max(0.0),
            Activation::Softsign => activate(beta, net),
        }
    }

    /// The output and its slopes.
    #[inline(always)]
    pub(super) fn evaluate(self, beta: f32, net: f32) -> UnitOutput {
        let value = self.value(beta, net);
        match self {
            Activation::Relu => {
                UnitOutput { value, by_net: if net > 0.0 { 1.0 } else { 0.0 }, by_beta: 0.0 }
            }
            Activation::Softsign => {
                let slope = slope(beta, net);
                UnitOutput { value, by_net: beta * slope, by_beta: net * slope }
            }
        }
    }

    /// The mean of ∂h/∂net between two net inputs.
    pub(super) fn mean_slope(self, beta: f32, from: f32, to: f32) -> f32 {
        if (to - from).abs() < 1e-4 {
            return self.evaluate(beta, to).by_net;
        }
        (self.value(beta, to) - self.value(beta, from)) / (to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_by_hand() {
        let relu = |net| Activation::Relu.evaluate(9.0, net);
        assert_eq!(relu(2.0), UnitOutput { value: 2.0, by_net: 1.0, by_beta: 0.0 });
        assert_eq!(relu(-2.0), UnitOutput { value: 0.0, by_net: 0.0, by_beta: 0.0 });
        let soft = Activation::Softsign.evaluate(3.0, 1.0);
        assert_eq!(soft, UnitOutput { value: 0.75, by_net: 3.0 / 16.0, by_beta: 1.0 / 16.0 });
    }

    #[test]
    fn the_mean_slope_between_two_nets_makes_the_difference_of_their_outputs() {
        for activation in [Activation::Relu, Activation::Softsign] {
            for (from, to) in [(-1.0, 2.0), (0.5, 0.25), (-2.0, -1.0)] {
                let slope = activation.mean_slope(2.0, from, to);
                let difference = activation.value(2.0, to) - activation.value(2.0, from);
                assert!((slope * (to - from) - difference).abs() < 1e-6);
            }
            assert_eq!(activation.mean_slope(2.0, 0.5, 0.5), activation.evaluate(2.0, 0.5).by_net);
        }
    }
}
