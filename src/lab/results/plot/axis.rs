//! Axes: from values to pixels, and round numbers to mark.

use crate::results::text::number;

/// An axis: what it measures, in which unit, and from where to where.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    pub label: String,
    /// Its ends; from the data if absent.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis whose ends follow from the data.
    pub(crate) fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), range: None }
    }

    pub(crate) fn with_range(self, low: f64, high: f64) -> Axis {
        Axis { range: Some((low, high)), ..self }
    }

    /// The ends, or those of the finite values with a twentieth to spare.
    pub(super) fn ends(&self, values: impl Iterator<Item = f64>) -> (f64, f64) {
        if let Some(range) = self.range {
            return range;
        }
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return (0.0, 1.0);
        }
        let spare = if low == high { 1.0 } else { (high - low) / 20.0 };
        (low - spare, high + spare)
    }
}

/// A linear map from values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LinearScale {
    pub values: (f64, f64),
    pub pixels: (f64, f64),
}

impl LinearScale {
    /// The pixel of a value; values beyond the ends are drawn at the ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let ((low, high), (from, to)) = (self.values, self.pixels);
        let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
        from + share * (to - from)
    }

    pub(super) fn shows(&self, value: f64) -> bool {
        (self.values.0..=self.values.1).contains(&value)
    }

    /// Round numbers between the ends, about as many as asked for, with their words.
    pub(crate) fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        let (low, high) = self.values;
        let step = round_step((high - low) / about.max(1) as f64);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        let count = (last - first) as usize;
        // Adding 0 turns −0 into 0.
        let values = (0..=count).map(|index| (first + index as f64) * step + 0.0);
        values.map(|value| (value, number(value, decimals))).collect()
    }
}

/// The next of 1, 2, 5, 10, … times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let rounds = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    rounds.into_iter().find(|&step| step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(low: f64, high: f64, about: usize) -> Vec<String> {
        let scale = LinearScale { values: (low, high), pixels: (0.0, 1.0) };
        scale.ticks(about).into_iter().map(|(_, words)| words).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(words(0.0, 40_000.0, 4), ["0", "10,000", "20,000", "30,000", "40,000"]);
        assert_eq!(words(-1.0, 0.7, 5), ["−1.0", "−0.5", "0.0", "0.5"]);
        assert_eq!(words(0.231, 0.262, 4), ["0.24", "0.25", "0.26"]);
    }

    #[test]
    fn a_scale_maps_its_ends_and_stays_inside() {
        let scale = LinearScale { values: (-1.0, 1.0), pixels: (100.0, 0.0) };
        assert_eq!([-1.0, 0.0, 1.0, 5.0].map(|v| scale.at(v)), [100.0, 50.0, 0.0, 0.0]);
        assert!(scale.shows(1.0) && !scale.shows(1.1));
    }

    #[test]
    fn ends_without_data_are_zero_and_one() {
        let axis = Axis::new("x");
        assert_eq!(axis.ends([f64::NAN, f64::INFINITY].into_iter()), (0.0, 1.0));
        assert_eq!(axis.ends([2.0].into_iter()), (1.0, 3.0));
        assert_eq!(axis.ends([0.0, 20.0].into_iter()), (-1.0, 21.0));
    }
}
