//! The sums of the first rank, kept along the line that is searched.

use super::inputs::{PLANES, Seen};
use super::quantized_layers::{Lanes, QuantizedLayers};
use crate::board::{Color, Position};
use crate::models::accumulator_stack::AccumulatorStack;

/// What the sums of a place are over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    planes: [u64; PLANES],
    /// White and black men: how far two positions are apart is counted in them.
    men: [u64; 2],
}

/// The sums along the current line.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    line: AccumulatorStack<Known, Lanes>,
    scratch: Vec<f32>,
}

impl Sums {
    /// The sums of lines of so many plies: of the empty board, all of them.
    pub(super) fn new(network: &QuantizedLayers, plies: usize) -> Sums {
        let empty = Known { planes: [0; PLANES], men: [0; 2] };
        Sums { line: AccumulatorStack::new(plies, empty, network.empty()), scratch: Vec::new() }
    }

    /// The line that they are along.
    #[inline]
    pub(super) fn line(&mut self) -> &mut AccumulatorStack<Known, Lanes> {
        &mut self.line
    }

    /// The sum whose tanh is V in a position, which is that of the current ply.
    #[inline]
    pub(super) fn sum(&mut self, network: &QuantizedLayers, position: &Position) -> f32 {
        let seen = Seen::of(position);
        let men = Color::ALL.map(|color| position.men(color).bits());
        let from = self.line.nearest(|known| {
            (known.men[0] ^ men[0]).count_ones() + (known.men[1] ^ men[1]).count_ones()
        });
        let known = self.line.key(from);
        self.line.copy(from);
        network.update(self.line.sums(), &known.planes, &seen.planes);
        self.line.set_key(Known { planes: seen.planes, men });
        network.sum(self.line.sums(), &seen.globals, &mut self.scratch)
    }
}
