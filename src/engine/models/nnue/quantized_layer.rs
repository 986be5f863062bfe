//! The hidden layer as the search reads it: whole numbers of 16 bits.

use super::steps::{KINDS, TO_MOVE, input, turned};
use super::weights::Layer;
use crate::board::{Bitboard, Color, Square};

/// Units that are worked out together: 16 numbers of 16 bits fill a vector.
const LANES: usize = 16;

/// One number for each unit of a block.
pub(super) type Lanes = [i16; LANES];

/// Rows of a kind of pieces: one for each bit of a word, and one for an empty word, which like those of no square holds nothing.
const ROWS: usize = 65;

/// The most that a sum of a side may be, in steps of the unit.
const LARGEST_SUM: f32 = 32_000.0;

/// A net of 1 is at most so many steps: finer ones would not be seen in the value.
const FINEST: f32 = 4096.0;

/// And at least so many, even if sums then leave their range: weights that ask for it cannot be learned.
const COARSEST: f32 = 128.0;

/// f(net) = 1 as the outputs see it: 2 to the power of this.
const ANSWER_BITS: u32 = 14;

/// The most that the outputs of all units may come to: with answers of 14 bits their sum then keeps within 31.
const LARGEST_OUTPUTS: f32 = 65_536.0;

/// The most pieces whose outputs are kept ready.
const MOST_PIECES: usize = 40;

/// A layer, blocks of units one after the other: those of White's view, then those of Black's. Units are filled up to whole blocks
/// with units that say nothing.
#[derive(Debug)]
pub(super) struct QuantizedLayer {
    /// Blocks of one side.
    half: usize,
    /// What a piece of each kind on each bit of a set adds, and what nothing adds.
    rows: Vec<Lanes>,
    /// The sums of the empty board.
    empty: Vec<Lanes>,
    /// What is added for the side to move, White's and Black's.
    to_move: [Vec<Lanes>; 2],
    /// A net of 1 in steps: the largest power of two with which no sum leaves its range.
    one: i16,
    /// Squares of steps are shifted by this, which leaves 1 as 2¹⁴.
    shift: u32,
    /// v_j in steps of their own, by pieces on the board, then by unit.
    outputs: Vec<i16>,
    /// What 1 in the sum of the outputs stands for.
    unit: f32,
}

impl QuantizedLayer {
    /// Lays a layer out; `mix` tells the share of each stage with so many pieces.
    pub(super) fn new(layer: &Layer, mix: impl Fn(u32) -> [f32; 2]) -> QuantizedLayer {
        let half = layer.units.div_ceil(LANES);
        let one = (LARGEST_SUM / largest_sum(layer)).clamp(COARSEST, FINEST).log2().floor().exp2();
        let whole = |weights: &[f32]| -> Vec<Lanes> {
            let chunks = weights.chunks(LANES);
            chunks.map(|chunk| block(chunk, |weight| (weight * one).round() as i16)).collect()
        };
        let both = |own: &[f32], other: &[f32]| [whole(own), whole(other)].concat();
        let mut rows = vec![[0; LANES]; KINDS * ROWS * 2 * half];
        for kind in 0..KINDS {
            for square in Square::all() {
                let input = input(kind, square);
                let start = first_row(kind, Bitboard::from_square(square).bits()) * 2 * half;
                let weights = both(layer.row(input), layer.row(turned(input)));
                rows[start..start + 2 * half].copy_from_slice(&weights);
            }
        }
        let (nothing, to_move) = (vec![0.0; layer.units], layer.row(TO_MOVE));
        let steps = output_steps(layer);
        let outputs = (0..=MOST_PIECES as u32).flat_map(|pieces| {
            let (mix, [opening, endgame]) = (mix(pieces), layer.outputs());
            let mixed = opening.iter().zip(endgame).map(|(a, b)| mix[0] * a + mix[1] * b);
            let mut whole: Vec<i16> = mixed.map(|v| (v * steps).round() as i16).collect();
            whole.resize(half * LANES, 0);
            whole
        });
        QuantizedLayer {
            half,
            rows,
            empty: both(layer.bias(), layer.bias()),
            to_move: [both(to_move, &nothing), both(&nothing, to_move)],
            one: one as i16,
            shift: 2 * one.log2() as u32 - ANSWER_BITS,
            outputs: outputs.collect(),
            unit: 1.0 / (steps * (1 << ANSWER_BITS) as f32),
        }
    }

    /// The sums of the empty board.
    pub(super) fn empty(&self) -> &[Lanes] {
        &self.empty
    }

    /// What a row adds to a block of sums.
    #[inline(always)]
    pub(super) fn row(&self, row: usize, block: usize) -> &Lanes {
        &self.rows[row * 2 * self.half + block]
    }

    /// What the layer adds to the value's sum.
    #[inline]
    pub(super) fn output(&self, sums: &[Lanes], turn: Color, pieces: u32) -> f32 {
        let units = self.half * LANES;
        let pieces = (pieces as usize).min(MOST_PIECES);
        let to_move = self.to_move[usize::from(turn == Color::Black)].as_flattened();
        let ((own, other), (own_moves, other_moves)) =
            (sums.as_flattened().split_at(units), to_move.split_at(units));
        // All of one length, so that the loop looks at no bound.
        let outputs = &self.outputs[pieces * units..][..units];
        let (own, own_moves) = (&own[..units], &own_moves[..units]);
        let (other, other_moves) = (&other[..units], &other_moves[..units]);
        let square = |sum: i16, to_move: i16| {
            let net = i32::from(sum.wrapping_add(to_move).clamp(0, self.one));
            (net * net) >> self.shift
        };
        let mut sum = 0i32;
        for unit in 0..units {
            let sides = square(own[unit], own_moves[unit]) - square(other[unit], other_moves[unit]);
            sum = sum.wrapping_add(sides * i32::from(outputs[unit]));
        }
        sum as f32 * self.unit
    }
}

/// No net of any unit is larger, whatever the pieces: on each square stands one at most.
fn largest_sum(layer: &Layer) -> f32 {
    let unit = |unit: usize| {
        let weight = |input: usize| layer.row(input)[unit].abs();
        let square =
            |square| (0..KINDS).map(|kind| weight(input(kind, square))).fold(0.0, f32::max);
        layer.bias()[unit].abs() + weight(TO_MOVE) + Square::all().map(square).sum::<f32>()
    };
    (0..layer.units).map(unit).fold(1.0, f32::max)
}

/// An output of 1 in steps: the largest power of two with which neither an output nor the sum over all leaves its range.
fn output_steps(layer: &Layer) -> f32 {
    let [opening, endgame] = layer.outputs();
    let outputs = opening.iter().zip(endgame).map(|(a, b)| a.abs().max(b.abs()));
    let (sum, most) = outputs.fold((0.0f32, 0.0f32), |(sum, most), v| (sum + v, most.max(v)));
    let steps = (LARGEST_OUTPUTS / sum).min(LARGEST_SUM / most);
    steps.clamp(f32::MIN_POSITIVE, LARGEST_OUTPUTS).log2().floor().exp2()
}

/// A block of units, filled up with 0.
fn block(weights: &[f32], whole: impl Fn(f32) -> i16) -> Lanes {
    std::array::from_fn(|lane| weights.get(lane).map_or(0, |&weight| whole(weight)))
}

/// The row of the first piece of a set, all of one kind; of an empty set that of nothing.
#[inline(always)]
pub(super) fn first_row(kind: usize, set: u64) -> usize {
    kind * ROWS + set.trailing_zeros() as usize
}
