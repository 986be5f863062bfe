//! The hidden unit's activation and its two slopes.
//!
//! h = β·net / (1 + |β·net|), with a sensitivity β of its own for each unit, trained like a weight
//! (extended back-propagation, Sperduti and Starita 1993).

/// The activation h of a unit, in (−1, 1).
#[inline(always)]
#[must_use]
pub fn activate(beta: f32, net: f32) -> f32 {
    let z = beta * net;
    z / (1.0 + z.abs())
}

/// s = 1 / (1 + |β·net|)², the factor both slopes share: ∂h/∂net = β·s and ∂h/∂β = net·s.
#[inline(always)]
#[must_use]
pub fn slope(beta: f32, net: f32) -> f32 {
    let d = 1.0 / (1.0 + (beta * net).abs());
    d * d
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
