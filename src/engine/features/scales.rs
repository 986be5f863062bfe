//! From whole numbers to what the network sees of the global inputs.

use wide::{f32x8, i32x8};

use super::globals::Globals;
use super::layout::GLOBALS;
use super::parity::Parity;
use crate::board::Position;

/// The scale of one global input, as the catalogue declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GlobalScale {
    /// Taken off the raw value.
    pub(crate) offset: f32,
    /// Then divided by this.
    pub scale: f32,
    /// Then held within plus and minus this.
    pub clip: f32,
    /// What the colour mirror does to it.
    pub parity: Parity,
}

/// The scales of all global inputs, one list for each step of the calculation and padded to whole vectors.
#[derive(Clone, Debug)]
pub(super) struct Scales {
    offset: [f32; LANES],
    scale: [f32; LANES],
    low: [f32; LANES],
    high: [f32; LANES],
    sign: [f32; GLOBALS.end],
}

/// Numbers of a vector, and those of all inputs in whole vectors.
const VECTOR: usize = 8;
const VECTORS: usize = GLOBALS.end.div_ceil(VECTOR);
const LANES: usize = VECTORS * VECTOR;

impl Scales {
    /// Compiles the scales, which come in index order.
    pub(super) fn new(scales: &[GlobalScale; GLOBALS.end]) -> Scales {
        let list = |of: fn(&GlobalScale) -> f32, padding: f32| {
            std::array::from_fn(|i| scales.get(i).map_or(padding, of))
        };
        Scales {
            offset: list(|s| s.offset, 0.0),
            scale: list(|s| s.scale, 1.0),
            low: list(|s| -s.clip, 0.0),
            high: list(|s| s.clip, 0.0),
            sign: scales.map(|s| match s.parity {
                Parity::Odd => -1.0,
                Parity::Even => 1.0,
            }),
        }
    }

    /// `clip((raw − offset) / scale)` for every global input.
    #[inline(always)]
    pub(super) fn apply(&self, globals: &Globals) -> [f32; GLOBALS.end] {
        let mut raw = [0; LANES];
        raw[..GLOBALS.end].copy_from_slice(globals.values());
        let mut values = [0.0; LANES];
        for i in 0..LANES {
            let value = (raw[i] as f32 - self.offset[i]) / self.scale[i];
            // Plain comparisons become one instruction each; `clamp` would look for NaN, which whole numbers never give.
            let value = if value < self.high[i] { value } else { self.high[i] };
            values[i] = if value > self.low[i] { value } else { self.low[i] };
        }
        *values.first_chunk().expect("the lanes are the inputs and some more")
    }

    /// Weighted sums of the scaled inputs, computed from the raw ones; the input of each weight by index.
    pub(super) fn sums(&self, weights: &[[f32; GLOBALS.end]; 2]) -> GlobalSums {
        let vectors = |of: &dyn Fn(usize) -> f32| {
            std::array::from_fn(|vector| {
                f32x8::new(std::array::from_fn(|lane| of(VECTOR * vector + lane)))
            })
        };
        let factor = |weights: &[f32; GLOBALS.end], i: usize| {
            weights.get(i).map_or(0.0, |weight| weight / self.scale[i])
        };
        GlobalSums {
            low: vectors(&|i| self.low[i] * self.scale[i] + self.offset[i]),
            high: vectors(&|i| self.high[i] * self.scale[i] + self.offset[i]),
            factors: weights.each_ref().map(|weights| vectors(&|i| factor(weights, i))),
            offsets: weights
                .each_ref()
                .map(|weights| (0..GLOBALS.end).map(|i| factor(weights, i) * self.offset[i]).sum()),
        }
    }

    /// Whether an input changes its sign with the colours.
    pub(super) fn is_odd(&self, input: usize) -> bool {
        self.sign[input] < 0.0
    }

    /// The scaled values of the mirrored position.
    #[inline]
    pub(super) fn mirrored(&self, values: &[f32; GLOBALS.end]) -> [f32; GLOBALS.end] {
        let mut mirrored = *values;
        for (value, sign) in mirrored.iter_mut().zip(&self.sign) {
            // Adding zero turns −0 into the +0 that `apply` gives.
            *value = *value * sign + 0.0;
        }
        mirrored
    }
}

/// Two weighted sums of the global inputs, worked out from the raw ones without scaling each of them.
#[derive(Clone, Debug)]
pub(crate) struct GlobalSums {
    low: [f32x8; VECTORS],
    high: [f32x8; VECTORS],
    factors: [[f32x8; VECTORS]; 2],
    offsets: [f32; 2],
}

impl GlobalSums {
    /// The sums for a position.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> [f32; 2] {
        let mut raw = [0; LANES];
        raw[..GLOBALS.end].copy_from_slice(Globals::of(position).values());
        let mut sums = [f32x8::ZERO; 2];
        for (i, raw) in raw.as_chunks().0.iter().enumerate() {
            let value = f32x8::from_i32x8(i32x8::new(*raw));
            let value = value.fast_min(self.high[i]).fast_max(self.low[i]);
            sums[0] += value * self.factors[0][i];
            sums[1] += value * self.factors[1][i];
        }
        [sums[0].reduce_add() - self.offsets[0], sums[1].reduce_add() - self.offsets[1]]
    }
}

#[cfg(test)]
mod tests {
    use crate::board::fen;
    use crate::features::{Catalogue, GLOBALS};

    #[test]
    fn weighted_sums_are_those_of_the_scaled_inputs_also_where_they_are_clipped() {
        let catalogue = Catalogue::embedded();
        let weight = |i: usize, stage: usize| 0.01 * (1 + i + 3 * stage) as f32;
        let weights = [0, 1].map(|stage| std::array::from_fn(|i| weight(i, stage)));
        let sums = catalogue.global_sums(&weights);
        for text in ["W:W31-50:B1-20", "B:WK46,28,32,33:BK5,19,23,8", "W:WK1-10:B45", "B:W6:BK50"] {
            let position = fen::read(text).expect("fen");
            let scaled = catalogue.globals(&position);
            for (stage, found) in sums.of(&position).into_iter().enumerate() {
                let sum: f32 = GLOBALS.map(|i| weight(i, stage) * scaled[i]).sum();
                assert!((found - sum).abs() < 1e-5, "{text}: {found} {sum}");
            }
        }
    }
}
