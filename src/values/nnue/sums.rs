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
    /// Squares of steps are shifted by this, which leaves 1 as 2¹⁴.
    shift: u32,
    /// v_j in steps of their own, by pieces on the board, then by unit.
    outputs: Vec<i16>,
    /// What 1 in the sum of the outputs stands for.
    unit: f32,
}

impl WholeLayer {
    /// Lays a layer out; `mix` tells the share of each stage with so many pieces.
    pub(super) fn new(layer: &Layer, mix: impl Fn(u32) -> [f32; 2]) -> WholeLayer {
        let half = layer.units.div_ceil(LANES);
        let one = (LARGEST_SUM / largest_sum(layer)).clamp(COARSEST, FINEST).log2().floor().exp2();
        let whole = |weights: &[f32]| -> Vec<Lanes> {
            let chunks = weights.chunks(LANES);
            chunks.map(|chunk| block(chunk, |weight| (weight * one).round() as i16)).collect()
        };
        let both = |own: &[f32], other: &[f32]| [whole(own), whole(other)].concat();
        let mut rows = vec![[0; LANES]; KINDS * BITS * 2 * half];
        for kind in 0..KINDS {
            for square in Square::all() {
                let input = input(kind, square);
                let bit = Bitboard::from_square(square).bits().trailing_zeros();
                let start = row(kind, bit) * 2 * half;
                let weights = both(layer.row(input), layer.row(turned(input)));
                rows[start..start + 2 * half].copy_from_slice(&weights);
            }
        }
        let (nothing, to_move) = (vec![0.0; layer.units], layer.row(TO_MOVE));
        let steps = output_steps(layer);
        let outputs = (0..=MOST_PIECES as u32).flat_map(|pieces| {
            let (mix, [opening, endgame]) = (mix(pieces), &layer.output);
            let mixed = opening.iter().zip(endgame).map(|(a, b)| mix[0] * a + mix[1] * b);
            let mut whole: Vec<i16> = mixed.map(|v| (v * steps).round() as i16).collect();
            whole.resize(half * LANES, 0);
            whole
        });
        WholeLayer {
            half,
            rows,
            empty: both(&layer.bias, &layer.bias),
            to_move: [both(to_move, &nothing), both(&nothing, to_move)],
            one: one as i16,
            shift: 2 * one.log2() as u32 - ANSWER_BITS,
            outputs: outputs.collect(),
            unit: 1.0 / (steps * (1 << ANSWER_BITS) as f32),
        }
    }

    /// Makes the sums over the pieces `new` in `sums` out of those over `old`, which stand in `before`, or in `sums` itself.
    #[inline]
    fn change(
        &self,
        old: &[u64; KINDS],
        new: &[u64; KINDS],
        before: Option<&[Lanes]>,
        sums: &mut [Lanes],
    ) {
        let came = Rows::of(new, old);
        let went = Rows::of(old, new);
        let width = 2 * self.half;
        for (block, sums) in sums.iter_mut().enumerate() {
            // A copy in registers: only so are the lanes of a block worked out together.
            let mut total = before.map_or(*sums, |before| before[block]);
            for &row in came.as_slice() {
                let row = &self.rows[usize::from(row) * width + block];
                for lane in 0..LANES {
                    total[lane] = total[lane].wrapping_add(row[lane]);
                }
            }
            for &row in went.as_slice() {
                let row = &self.rows[usize::from(row) * width + block];
                for lane in 0..LANES {
                    total[lane] = total[lane].wrapping_sub(row[lane]);
                }
            }
            *sums = total;
        }
    }

    /// What the layer adds to the value's sum.
    #[inline]
    fn output(&self, sums: &[Lanes], turn: Color, pieces: u32) -> f32 {
        let units = self.half * LANES;
        let pieces = (pieces as usize).min(MOST_PIECES);
        let outputs = &self.outputs[pieces * units..][..units];
        let to_move = self.to_move[usize::from(turn == Color::Black)].as_flattened();
        let (own, other) = sums.as_flattened().split_at(units);
        let (own_moves, other_moves) = to_move.split_at(units);
        let sides = own.iter().zip(own_moves).zip(other.iter().zip(other_moves));
        let square = |(sum, to_move): (&i16, &i16)| {
            let net = i32::from(sum.wrapping_add(*to_move).clamp(0, self.one));
            (net * net) >> self.shift
        };
        let terms = sides
            .zip(outputs)
            .map(|((own, other), &output)| (square(own) - square(other)) * i32::from(output));
        terms.fold(0, i32::wrapping_add) as f32 * self.unit
    }
}

/// The rows of some pieces.
struct Rows {
    rows: [u16; Square::COUNT],
    count: usize,
}

impl Rows {
    /// Those of the pieces that are in `these` and not in `those`.
    #[inline(always)]
    fn of(these: &[u64; KINDS], those: &[u64; KINDS]) -> Rows {
        let mut rows = Rows { rows: [0; Square::COUNT], count: 0 };
        for kind in 0..KINDS {
            let mut bits = these[kind] & !those[kind];
            while bits != 0 {
                rows.rows[rows.count] = row(kind, bits.trailing_zeros()) as u16;
                rows.count += 1;
                bits &= bits - 1;
            }
        }
        rows
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.rows[..self.count]
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

/// An output of 1 in steps: the largest power of two with which neither an output nor the sum over all leaves its range.
fn output_steps(layer: &Layer) -> f32 {
    let [opening, endgame] = &layer.output;
    let outputs = opening.iter().zip(endgame).map(|(a, b)| a.abs().max(b.abs()));
    let (sum, most) = outputs.fold((0.0f32, 0.0f32), |(sum, most), v| (sum + v, most.max(v)));
    let steps = (LARGEST_OUTPUTS / sum).min(LARGEST_SUM / most);
    steps.clamp(f32::MIN_POSITIVE, LARGEST_OUTPUTS).log2().floor().exp2()
}

/// A block of units, filled up with 0.
fn block(weights: &[f32], whole: impl Fn(f32) -> i16) -> Lanes {
    std::array::from_fn(|lane| weights.get(lane).map_or(0, |&weight| whole(weight)))
}

/// The row of a piece on a bit of a set.
#[inline(always)]
fn row(kind: usize, bit: u32) -> usize {
    kind * BITS + bit as usize
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
        let (before, sums) = self.sums.split_at_mut(self.ply * width);
        let before = (from != self.ply).then(|| &before[from * width..][..width]);
        let sums = &mut sums[..width];
        layer.change(&self.pieces[from], &new, before, sums);
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
