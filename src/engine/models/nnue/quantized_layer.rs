//! The hidden layer as the search reads it: whole numbers of 16 bits. The digits of the pattern indices come before its sums.

use wide::{i16x16, i32x8};

use super::steps::{KINDS, TO_MOVE, input, turned};
use super::weights::Layer;
use crate::board::{Bitboard, Color, Square};
use crate::models::patterns::PatternSet;

/// Units that are worked out together: 16 numbers of 16 bits fill a vector.
const LANES: usize = 16;

/// One number for each unit of a block: a vector, so that no build settings decide whether its numbers are worked out together.
pub(super) type Lanes = i16x16;

/// Rows of a kind of pieces: one for each bit of a word, and one for an empty word, which like those of no square holds nothing.
const ROWS: usize = 65;

/// The most that a sum of a side may be, in steps of the unit.
const LARGEST_SUM: f32 = 32_000.0;

/// The most steps that a net of 1 may be: finer ones would not be seen in the value.
const FINEST: f32 = 4096.0;

/// The fewest, even if sums then leave their range: weights that ask for it cannot be learned.
const COARSEST: f32 = 128.0;

/// f(net) = 1 as the outputs see it: 2 to the power of this.
const ANSWER_BITS: u32 = 14;

/// The most that the outputs of all units may come to: with answers of 14 bits their sum then keeps within 31.
const LARGEST_OUTPUTS: f32 = 65_536.0;

/// The most pieces whose outputs are kept ready.
const MOST_PIECES: usize = 40;

/// A layer. A row has the digits of the pattern indices, then blocks of units: those of White's view, then those of Black's. Units
/// are filled up to whole blocks with units that say nothing.
#[derive(Debug)]
pub(super) struct QuantizedLayer {
    /// Blocks of digits.
    digits: usize,
    /// Blocks of units of one side.
    half: usize,
    /// What a piece of each kind on each bit of a set adds, and what nothing adds.
    rows: Vec<Lanes>,
    /// The sums of the empty board.
    empty: Vec<Lanes>,
    /// What is added for the side to move, White's and Black's.
    to_move: [Vec<Lanes>; 2],
    /// A net of 1 in steps: the largest power of two with which no sum leaves its range.
    one: Lanes,
    /// Nets are multiplied by this: the upper half of the square of one is then 2¹⁴.
    factor: Lanes,
    /// v_j in steps of their own, by pieces on the board, then by unit.
    outputs: Vec<Lanes>,
    /// The value of 1 in the sum of the outputs.
    unit: f32,
}

impl QuantizedLayer {
    /// Lays a layer out; `mix` gives the share of each stage for a number of pieces.
    pub(super) fn new(
        layer: &Layer,
        pattern_set: &PatternSet,
        mix: impl Fn(u32) -> [f32; 2],
    ) -> QuantizedLayer {
        let (digits, half) = (pattern_set.blocks(), layer.units.div_ceil(LANES));
        let width = digits + 2 * half;
        let one = (LARGEST_SUM / largest_sum(layer)).clamp(COARSEST, FINEST).log2().floor().exp2();
        let whole = |weights: &[f32]| -> Vec<Lanes> {
            let chunks = weights.chunks(LANES);
            chunks.map(|chunk| block(chunk, |weight| (weight * one).round() as i16)).collect()
        };
        let both = |own: &[f32], other: &[f32]| [whole(own), whole(other)].concat();
        let mut rows = vec![Lanes::ZERO; KINDS * ROWS * width];
        for kind in 0..KINDS {
            for square in Square::all() {
                let input = input(kind, square);
                let start = first_row(kind, Bitboard::from_square(square).bits()) * width;
                let (index_digits, units) = rows[start..start + width].split_at_mut(digits);
                units.copy_from_slice(&both(layer.row(input), layer.row(turned(input))));
                if let Some(color) = color_of_men(kind) {
                    for (block, lanes) in index_digits.iter_mut().enumerate() {
                        *lanes = Lanes::new(pattern_set.digits(block, color, square));
                    }
                }
            }
        }
        let (nothing, to_move) = (vec![0.0; layer.units], layer.row(TO_MOVE));
        let steps = output_steps(layer);
        let outputs = (0..=MOST_PIECES as u32).flat_map(|pieces| {
            let (mix, [opening, endgame]) = (mix(pieces), layer.outputs());
            let mixed = opening.iter().zip(endgame).map(|(a, b)| mix[0] * a + mix[1] * b);
            let mixed: Vec<f32> = mixed.collect();
            let chunks = mixed.chunks(LANES);
            chunks.map(|chunk| block(chunk, |v| (v * steps).round() as i16)).collect::<Vec<_>>()
        });
        QuantizedLayer {
            digits,
            half,
            rows,
            empty: [vec![Lanes::ZERO; digits], both(layer.bias(), layer.bias())].concat(),
            to_move: [both(to_move, &nothing), both(&nothing, to_move)],
            one: Lanes::splat(one as i16),
            factor: Lanes::splat(1 << ((ANSWER_BITS + 16) / 2 - one.log2() as u32)),
            outputs: outputs.collect(),
            unit: 1.0 / (steps * (1 << ANSWER_BITS) as f32),
        }
    }

    /// The sums of the empty board.
    pub(super) fn empty(&self) -> &[Lanes] {
        &self.empty
    }

    /// Blocks of a row.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        self.digits + 2 * self.half
    }

    /// What a row adds to the sums; `width` is the layer's, an argument so that a caller's loop over the blocks checks no bound.
    #[inline(always)]
    pub(super) fn row(&self, row: usize, width: usize) -> &[Lanes] {
        &self.rows[row * width..][..width]
    }

    /// The digits of the pattern indices among the sums.
    #[inline(always)]
    pub(super) fn index_digits<'a>(&self, sums: &'a [Lanes]) -> &'a [Lanes] {
        &sums[..self.digits]
    }

    /// What the layer adds to the value's sum.
    #[inline(always)]
    pub(super) fn output(&self, sums: &[Lanes], turn: Color, pieces: u32) -> f32 {
        let (half, pieces) = (self.half, (pieces as usize).min(MOST_PIECES));
        let outputs = &self.outputs[pieces * half..][..half];
        let (own, other) = sums[self.digits..].split_at(half);
        let (own_moves, other_moves) =
            self.to_move[usize::from(turn == Color::Black)].split_at(half);
        // All of one length, so that the loop looks at no bound.
        let (other, own_moves, other_moves) =
            (&other[..half], &own_moves[..half], &other_moves[..half]);
        // 32 bits suffice: `output_steps` bounds the sum of all products.
        let mut sum = i32x8::ZERO;
        for block in 0..half {
            let own = self.squares(own[block], own_moves[block]);
            let other = self.squares(other[block], other_moves[block]);
            sum += (own - other).dot(outputs[block]);
        }
        sum.reduce_add() as f32 * self.unit
    }

    /// f(net) of a block of units, as numbers of [`ANSWER_BITS`].
    #[inline(always)]
    fn squares(&self, sums: Lanes, to_move: Lanes) -> Lanes {
        // The upper half of a product of 16 bits is one instruction, a product of 32 bits two slow ones. One itself becomes −2¹⁵,
        // whose square is the same.
        let net = (sums + to_move).max(Lanes::ZERO).min(self.one) * self.factor;
        net.mul_keep_high(net)
    }
}

/// The side whose men a kind is.
fn color_of_men(kind: usize) -> Option<Color> {
    match kind {
        0 => Some(Color::White),
        2 => Some(Color::Black),
        _ => None,
    }
}

/// No net of any unit is larger, whatever the pieces: each square holds at most one.
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
    // Powers of two keep the scaling exact: rounding happens only in the weights themselves.
    let steps = (LARGEST_OUTPUTS / sum).min(LARGEST_SUM / most);
    steps.clamp(f32::MIN_POSITIVE, LARGEST_OUTPUTS).log2().floor().exp2()
}

/// A block of units, filled up with 0.
fn block(weights: &[f32], whole: impl Fn(f32) -> i16) -> Lanes {
    let lane = |lane| weights.get(lane).map_or(0, |&weight| whole(weight));
    Lanes::new(std::array::from_fn(lane))
}

/// The row of the first piece of a set, all of one kind; of an empty set that of nothing.
#[inline(always)]
pub(super) fn first_row(kind: usize, set: u64) -> usize {
    kind * ROWS + set.trailing_zeros() as usize
}
