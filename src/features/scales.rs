//! From whole numbers to what the network sees of the global inputs.

use super::globals::Globals;
use super::layout::GLOBALS;
use super::structures::Parity;

/// Offset, scale, clip and parity of the global inputs.
#[derive(Clone, Debug)]
pub(super) struct Scales {
    offset: [f32; GLOBALS.end],
    scale: [f32; GLOBALS.end],
    clip: [f32; GLOBALS.end],
    sign: [f32; GLOBALS.end],
}

/// The scale of one global input, as the catalogue declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Taken off the raw value.
    pub offset: f32,
    /// Then divided by this.
    pub scale: f32,
    /// Then held within plus and minus this.
    pub clip: f32,
    /// What the colour mirror does to it.
    pub parity: Parity,
}

impl Scales {
    /// Compiles the scales, which stand in index order.
    pub(super) fn new(scales: &[Scale; GLOBALS.end]) -> Scales {
        Scales {
            offset: scales.map(|s| s.offset),
            scale: scales.map(|s| s.scale),
            clip: scales.map(|s| s.clip),
            sign: scales.map(|s| match s.parity {
                Parity::Odd => -1.0,
                Parity::Even => 1.0,
            }),
        }
    }

    /// `clip((raw − offset) / scale)` for every global input.
    #[inline(always)]
    pub(super) fn apply(&self, globals: &Globals) -> [f32; GLOBALS.end] {
        let raw = globals.values();
        std::array::from_fn(|i| {
            let value = (raw[i] as f32 - self.offset[i]) / self.scale[i];
            value.max(-self.clip[i]).min(self.clip[i])
        })
    }

    /// The scaled values of the mirrored position.
    #[inline]
    pub(super) fn mirrored(&self, values: &[f32; GLOBALS.end]) -> [f32; GLOBALS.end] {
        // Adding zero turns −0 into the +0 that `apply` gives.
        std::array::from_fn(|i| values[i] * self.sign[i] + 0.0)
    }
}
