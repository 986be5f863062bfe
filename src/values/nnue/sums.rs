//! The hidden layer as the search reads it: sums of 16 bits, kept along the line that is searched.

use super::inputs::{INPUTS, KINDS, TO_MOVE, input, pieces, turned};
use super::layer::Layer;
use crate::board::{Bitboard, Color, Position, Square};

/// Units that are worked out together: 16 numbers of 16 bits fill a vector.
const LANES: usize = 16;

/// One number for each unit of a block.
type Lanes = [i16; LANES];

/// The bits of a set of squares.
const BITS: usize = 54;

/// The most that a sum of a side may be, in steps of the unit.
const LARGEST_SUM: f32 = 32_000.0;

/// A net of 1 is at most so many steps: finer ones would not be seen in the value.
const FINEST: f32 = 4096.0;

/// The most pieces whose outputs are kept ready.
const MOST_PIECES: usize = 40;

/// A layer, blocks of units one after the other: those of White's view, then those of Black's. Units are filled up to whole blocks
/// with units that say nothing.
#[derive(Debug)]
pub(super) struct WholeLayer {
    /// Blocks of one side.
    half: usize,
    /// What a piece of each kind on each bit of a set adds.
    rows: Vec<Lanes>,
    /// The sums of the empty board.
    empty: Vec<Lanes>,
    /// What is added for the side to move, White's and Black's.
    to_move: [Vec<Lanes>; 2],
    /// A net of 1 in steps: the largest power of two with which no sum leaves its range.
    one: i16,
    /// What a step squared adds to the sum, by pieces on the board and by unit.
    outputs: Vec<[f32; LANES]>,
}

impl WholeLayer {
    /// Lays a layer out; `mix` tells the share of each stage with so many pieces.
    pub(super) fn new(layer: &Layer, mix: impl Fn(u32) -> [f32; 2]) -> WholeLayer {
        let half = layer.units.div_ceil(LANES);
        let one = (LARGEST_SUM / largest_sum(layer)).clamp(1.0, FINEST).log2().floor().exp2();
        let whole = |weights: &[f32]| -> Vec<Lanes> {
            let chunks = weights.chunks(LANES);
            chunks.map(|chunk| lanes(chunk, |weight| (weight * one).round() as i16)).collect()
        };
        let both = |own: &[f32], other: &[f32]| [whole(own), whole(other)].concat();
        let mut rows = vec![[0; LANES]; KINDS * BITS * 2 * half];
        for kind in 0..KINDS {
            for square in Square::all() {
                let input = input(kind, square);
                let start = row_start(kind, Bitboard::from_square(square).bits(), half);
                let row = both(layer.row(input), layer.row(turned(input)));
                rows[start..start + 2 * half].copy_from_slice(&row);
            }
        }
        let (nothing, to_move) = (vec![0.0; layer.units], layer.row(TO_MOVE));
        let outputs = (0..=MOST_PIECES as u32).flat_map(|pieces| {
            let mix = mix(pieces);
            let [opening, endgame] = &layer.output;
            let mixed = opening.iter().zip(endgame).map(|(a, b)| mix[0] * a + mix[1] * b);
            let mixed: Vec<f32> = mixed.collect();
            mixed.chunks(LANES).map(|chunk| lanes(chunk, |v| v / (one * one))).collect::<Vec<_>>()
        });
        WholeLayer {
            half,
            rows,
            empty: both(&layer.bias, &layer.bias),
            to_move: [both(to_move, &nothing), both(&nothing, to_move)],
            one: one as i16,
            outputs: outputs.collect(),
        }
    }

    /// Adds to sums over the pieces `old` what makes them those over `new`.
    #[inline]
    fn change(&self, sums: &mut [Lanes], old: &[u64; KINDS], new: &[u64; KINDS]) {
        for kind in 0..KINDS {
            each_bit(new[kind] & !old[kind], |bit| {
                let row = &self.rows[row_start(kind, bit, self.half)..][..sums.len()];
                add(sums, row, i16::wrapping_add);
            });
            each_bit(old[kind] & !new[kind], |bit| {
                let row = &self.rows[row_start(kind, bit, self.half)..][..sums.len()];
                add(sums, row, i16::wrapping_sub);
            });
        }
    }

    /// What the layer adds to the value's sum.
    #[inline]
    fn output(&self, sums: &[Lanes], turn: Color, pieces: u32) -> f32 {
        let half = self.half;
        let pieces = (pieces as usize).min(MOST_PIECES);
        let outputs = &self.outputs[pieces * half..][..half];
        let to_move = &self.to_move[usize::from(turn == Color::Black)];
        let (own, other) = sums.split_at(half);
        let (own_moves, other_moves) = to_move.split_at(half);
        let mut parts = [0.0f32; LANES];
        for block in 0..half {
            let own = self.squares(&own[block], &own_moves[block]);
            let other = self.squares(&other[block], &other_moves[block]);
            for lane in 0..LANES {
                let difference = (own[lane] - other[lane]) as f32;
                parts[lane] = outputs[block][lane].mul_add(difference, parts[lane]);
            }
        }
        parts.iter().sum()
    }

    /// f(net) of the units of a block, in steps squared.
    #[inline(always)]
    fn squares(&self, sums: &Lanes, to_move: &Lanes) -> [i32; LANES] {
        std::array::from_fn(|lane| {
            let net = sums[lane].wrapping_add(to_move[lane]).clamp(0, self.one);
            i32::from(net) * i32::from(net)
        })
    }
}

/// No net of any unit is larger, whatever the pieces: on each square stands one at most.
fn largest_sum(layer: &Layer) -> f32 {
    let unit = |unit: usize| {
        let weight = |input: usize| layer.weights[input * layer.units + unit].abs();
        let square =
            |square| (0..KINDS).map(|kind| weight(input(kind, square))).fold(0.0, f32::max);
        layer.bias[unit].abs() + weight(TO_MOVE) + Square::all().map(square).sum::<f32>()
    };
    (0..layer.units).map(unit).fold(1.0, f32::max)
}

/// Where the row of a piece begins.
#[inline(always)]
fn row_start(kind: usize, bit: u64, half: usize) -> usize {
    (kind * BITS + bit.trailing_zeros() as usize) * 2 * half
}

/// A block of units, filled up with 0.
fn lanes<T: Copy + Default>(weights: &[f32], turn: impl Fn(f32) -> T) -> [T; LANES] {
    std::array::from_fn(|lane| weights.get(lane).map_or_else(T::default, |&weight| turn(weight)))
}

#[inline(always)]
fn each_bit(mut bits: u64, mut visit: impl FnMut(u64)) {
    while bits != 0 {
        visit(bits & bits.wrapping_neg());
        bits &= bits - 1;
    }
}

#[inline(always)]
fn add(sums: &mut [Lanes], row: &[Lanes], by: impl Fn(i16, i16) -> i16) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for lane in 0..LANES {
            sums[lane] = by(sums[lane], row[lane]);
        }
    }
}

/// The sums along the current line.
///
/// Kept for each ply and brought up to date only when a value is asked for, by the difference from whichever known sums are
/// nearest: those of an earlier position at the same ply, or of the line before.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    ply: usize,
    /// The pieces over which the sums of each ply are.
    pieces: Vec<[u64; KINDS]>,
    /// The sums of each ply, one after the other.
    sums: Vec<Lanes>,
    width: usize,
}

impl Sums {
    /// The sums of lines of so many plies: of the empty board, all of them.
    pub(super) fn new(layer: &WholeLayer, plies: usize) -> Sums {
        let sums = layer.empty.repeat(plies);
        Sums { ply: 0, pieces: vec![[0; KINDS]; plies], sums, width: layer.empty.len() }
    }

    /// Goes to a ply.
    #[inline]
    pub(super) fn go_to(&mut self, ply: usize) {
        self.ply = ply;
    }

    /// The ply it is at.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// What the layer adds to the value's sum in a position, which is that of the current ply.
    #[inline]
    pub(super) fn output(&mut self, layer: &WholeLayer, position: &Position) -> f32 {
        let new = pieces(position).map(|set| set.bits());
        let from = self.nearest(&new);
        let width = self.width;
        if from != self.ply {
            let (before, here) = self.sums.split_at_mut(self.ply * width);
            here[..width].copy_from_slice(&before[from * width..][..width]);
        }
        let sums = &mut self.sums[self.ply * width..][..width];
        layer.change(sums, &self.pieces[from], &new);
        self.pieces[self.ply] = new;
        layer.output(sums, position.turn(), position.occupied().len())
    }

    /// The ply whose pieces differ least, among the current one and the two before it.
    #[inline]
    fn nearest(&self, new: &[u64; KINDS]) -> usize {
        let plies = self.ply.saturating_sub(2)..=self.ply;
        let apart = |old: &[u64; KINDS]| -> u32 {
            (0..KINDS).map(|kind| (old[kind] ^ new[kind]).count_ones()).sum()
        };
        plies.min_by_key(|&ply| apart(&self.pieces[ply])).unwrap_or(self.ply)
    }
}

const _: () = assert!(INPUTS <= 256, "an input is a byte in the steps of learning");
