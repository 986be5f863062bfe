//! From whole numbers to what the network sees of the global inputs.

use super::globals::Globals;
use super::layout::GLOBALS;
use super::parity::Parity;

/// The scale of one global input, as the catalogue declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobalScale {
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

const LANES: usize = GLOBALS.end.next_multiple_of(8);

impl Scales {
    /// Compiles the scales, which stand in index order.
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
