//! The search's `Evaluate` for patterns with a hidden layer: the sums of the layer are kept along the line that is searched.

use std::sync::Arc;

use super::quantized_layer::{Lanes, QuantizedLayer, first_row};
use super::steps::{KINDS, pieces};
use super::weights::Nnue;
use crate::board::{Bitboard, Move, Position};
use crate::models::accumulator_stack::AccumulatorStack;
use crate::models::patterns::PatternEvaluator;
use crate::models::points::score;
use crate::search::{Evaluate, Score};

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct NnueEvaluator {
    patterns: PatternEvaluator,
    layer: Arc<QuantizedLayer>,
    sums: Sums,
}

impl NnueEvaluator {
    /// Lays weights out for the search.
    pub(super) fn new(model: &Nnue) -> NnueEvaluator {
        let pattern_set = model.patterns.pattern_set();
        let layer =
            QuantizedLayer::new(&model.layer, pattern_set, |pieces| model.patterns.mix(pieces));
        let sums = AccumulatorStack::new([0; KINDS], layer.empty());
        let patterns = PatternEvaluator::new(&model.patterns);
        NnueEvaluator { patterns, layer: Arc::new(layer), sums }
    }

    /// The sum before it is squashed: the search wants to see how far a won position is won.
    #[inline]
    pub(super) fn sum(&mut self, position: &Position) -> f32 {
        self.sums.refresh(&self.layer, position);
        let (sums, layer) = (self.sums.sums(), &*self.layer);
        let indices = self.patterns.prefetched(layer.index_digits(sums));
        let layer = layer.output(sums, position.turn(), position.occupied().len());
        self.patterns.sum_of(indices, position) + layer
    }
}

impl Evaluate for NnueEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.sums.start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.sum(position), position)
    }
}

/// Pieces of one kind, as bits.
type Sets = [u64; KINDS];

/// Rows that are added or taken away together.
type Rows = [usize; KINDS];

/// The sums along the current line, each over pieces of all kinds.
pub(super) type Sums = AccumulatorStack<Sets, Lanes>;

impl Sums {
    /// Makes the sums of the current place those of a position.
    #[inline(always)]
    fn refresh(&mut self, layer: &QuantizedLayer, position: &Position) {
        let new = pieces(position).map(Bitboard::bits);
        self.update(layer, self.nearest(|old| apart(old, &new)), &new);
    }

    /// Makes the sums of the current place out of those of another.
    #[inline(always)]
    fn update(&mut self, layer: &QuantizedLayer, from: usize, new: &Sets) {
        let old = self.key(from);
        let (mut came, mut went) = (*new, old);
        for kind in 0..KINDS {
            came[kind] &= !old[kind];
            went[kind] &= !new[kind];
        }
        self.set_key(*new);
        // Two men of each colour are what two moves and captures of few men change, without a branch; more come seldom.
        self.change(layer, from, men(&mut came), men(&mut went));
        while came.iter().any(|set| *set != 0) || went.iter().any(|set| *set != 0) {
            self.change(layer, self.index(), any(&mut came), any(&mut went));
        }
    }

    /// The sums of the current place: those of another and the rows that came, less those that went.
    #[inline(always)]
    fn change(&mut self, layer: &QuantizedLayer, from: usize, came: Rows, went: Rows) {
        let width = layer.width();
        let (came, went) = (rows_of(layer, came, width), rows_of(layer, went, width));
        self.make(from, width, |block, mut total| {
            for kind in 0..KINDS {
                total = total + came[kind][block] - went[kind][block];
            }
            total
        });
    }
}

/// The number of squares that differ in content.
#[inline(always)]
fn apart(old: &Sets, new: &Sets) -> u32 {
    let mut apart = 0;
    for kind in 0..KINDS {
        apart |= old[kind] ^ new[kind];
    }
    apart.count_ones()
}

/// What these rows add, `width` blocks each.
#[inline(always)]
fn rows_of(layer: &QuantizedLayer, rows: Rows, width: usize) -> [&[Lanes]; KINDS] {
    // Written out: `map` would not be inlined.
    let [a, b, c, d] = rows;
    [layer.row(a, width), layer.row(b, width), layer.row(c, width), layer.row(d, width)]
}

/// The rows of two men of each colour, which are taken from their sets.
#[inline(always)]
fn men(sets: &mut Sets) -> Rows {
    const OTHER: usize = KINDS / 2;
    [take(sets, 0), take(sets, 0), take(sets, OTHER), take(sets, OTHER)]
}

/// The rows of a piece of each kind, which are taken from their sets.
#[inline(always)]
fn any(sets: &mut Sets) -> Rows {
    [take(sets, 0), take(sets, 1), take(sets, 2), take(sets, 3)]
}

/// The row of a piece of a kind, which is taken from its set; that of nothing if there is none.
#[inline(always)]
fn take(sets: &mut Sets, kind: usize) -> usize {
    let row = first_row(kind, sets[kind]);
    sets[kind] &= sets[kind].wrapping_sub(1);
    row
}
