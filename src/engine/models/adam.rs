//! Adam: steps of about the same size whatever the size of the derivatives, from running means of the derivatives and of their squares.

/// β₁, the decay of the mean of derivatives.
const BETA_1: f32 = 0.9;
/// β₂, the decay of the mean of squares.
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Kingma's and Ba's rule (2015, algorithm 1) at one of its steps: m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², Δ = m̂/(√v̂ + ε) for η = 1;
/// β₁ 0.9, β₂ 0.999, ε 1e−8.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// 1 − β₁ᵗ and 1 − β₂ᵗ, which make m̂ and v̂ of m and v.
    means: f32,
    squares: f32,
}

impl Adam {
    /// The rule at step `number`, from 1.
    pub fn at(number: u64) -> Adam {
        let number = number.min(1 << 20) as i32;
        Adam { means: 1.0 - BETA_1.powi(number), squares: 1.0 - BETA_2.powi(number) }
    }

    /// Takes a derivative into account, and gives the step for η = 1.
    #[inline]
    #[must_use]
    pub fn step(self, derivative: f32, mean: &mut f32, square: &mut f32) -> f32 {
        *mean = BETA_1 * *mean + (1.0 - BETA_1) * derivative;
        *square = BETA_2 * *square + (1.0 - BETA_2) * (derivative * derivative);
        *mean / self.means / ((*square / self.squares).sqrt() + EPSILON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_steps_by_hand() {
        let (mut mean, mut square) = (0.0, 0.0);
        let first = Adam::at(1).step(0.5, &mut mean, &mut square);
        // m̂ = 0.5 and v̂ = 0.25.
        assert!((first - 1.0).abs() < 1e-4, "{first}");
        // m = 0.045 − 0.05, m̂ = −0.005/0.19, and v̂ = 0.25 again.
        let second = Adam::at(2).step(-0.5, &mut mean, &mut square);
        assert!((second + 0.005 / 0.19 / 0.5).abs() < 1e-4, "{second}");
    }

    #[test]
    fn steps_do_not_grow_with_the_derivatives() {
        for scale in [1e-3, 1.0, 1e3] {
            let (mut mean, mut square) = (0.0, 0.0);
            for number in 1..=50 {
                let step = Adam::at(number).step(scale, &mut mean, &mut square);
                assert!((step - 1.0).abs() < 1e-2, "{scale}: {step}");
            }
        }
    }
}
