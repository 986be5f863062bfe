//! The logistic function 1/(1 + e^−s), for one number and for many at once.

/// Lanes in which sums are worked out, so that they come in vectors and always in the same order.
pub(super) const LANES: usize = 8;

/// Beyond this the function is 0 or 1 to the last bit that counts, and the powers of two below stay in range.
const FAR: f32 = 80.0;

/// Added and taken away again, this rounds a number to the next whole one, which is then in its lowest bits.
const ROUND: f32 = 12_582_912.0;

/// 2^f for f from −1/2 to 1/2: the Taylor series to the sixth power, good to 10⁻⁷.
const POWERS: [f32; 7] = [
    1.0,
    std::f32::consts::LN_2,
    0.240_226_5,
    0.055_504_11,
    0.009_618_13,
    0.001_333_355_8,
    0.000_154_035_3,
];

/// 1/(1 + e^−s), without branches and without a call, so that loops over it become vector instructions.
#[inline(always)]
pub(crate) fn logistic(s: f32) -> f32 {
    1.0 / (1.0 + power(-s))
}

/// e^x for x within [`FAR`].
#[inline(always)]
fn power(x: f32) -> f32 {
    let t = x.clamp(-FAR, FAR) * std::f32::consts::LOG2_E;
    let shifted = t + ROUND;
    let f = t - (shifted - ROUND);
    let [a, b, c, d, e, g, h] = POWERS;
    let fraction = a + f * (b + f * (c + f * (d + f * (e + f * (g + f * h)))));
    // The whole part goes into the exponent.
    fraction * f32::from_bits((shifted.to_bits() << 23).wrapping_add(1f32.to_bits()))
}

/// The function of each number, weighted by another and summed up.
#[inline(always)]
pub(crate) fn squash(net: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let mut at = 0;
    while at + LANES <= net.len() {
        let (net, weights) = (&net[at..at + LANES], &weights[at..at + LANES]);
        for lane in 0..LANES {
            sums[lane] += weights[lane] * logistic(net[lane]);
        }
        at += LANES;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function_to_six_digits() {
        for step in -20_000..=20_000 {
            let s = step as f32 / 1000.0;
            let exact = 1.0 / (1.0 + (-f64::from(s)).exp());
            let error = (f64::from(logistic(s)) - exact).abs() / exact;
            assert!(error < 1.5e-6, "{s}: {error:e}");
        }
    }

    #[test]
    fn the_ends_are_numbers() {
        for (s, value) in [(0.0, 0.5), (1e30, 1.0), (f32::MAX, 1.0), (f32::INFINITY, 1.0)] {
            assert_eq!(logistic(s), value);
            assert!(logistic(-s) <= 0.5 && logistic(-s) >= 0.0);
        }
    }

    #[test]
    fn sums_are_those_of_single_values() {
        let net: Vec<f32> = (0..16).map(|i| i as f32 / 3.0 - 2.0).collect();
        let weights: Vec<f32> = (0..16).map(|i| 1.0 - i as f32 / 5.0).collect();
        let expected: f32 = net.iter().zip(&weights).map(|(&s, w)| w * logistic(s)).sum();
        assert!((squash(&net, &weights) - expected).abs() < 1e-5);
    }
}
