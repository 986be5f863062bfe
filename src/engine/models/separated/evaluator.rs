//! The search's `Evaluate` for a network with separate modalities: the sums of the first rank are whole numbers, kept along the line
//! that is searched, and everything lies in vectors.

use std::sync::Arc;

use super::inputs::{PLANES, Seen, first_alike, input, sign};
use super::settings::Activation;
use super::weights::{Layer, Separated};
use crate::board::{Color, Move, Position};
use crate::features::GLOBALS;
use crate::models::accumulator_stack::AccumulatorStack;
use crate::models::points::score;
use crate::search::{Evaluate, Score};

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct SeparatedEvaluator {
    network: Arc<QuantizedLayers>,
    line: AccumulatorStack<Known, Lanes>,
    scratch: Vec<f32>,
}

impl SeparatedEvaluator {
    /// Prepares weights for the search.
    pub(super) fn new(model: &Separated) -> SeparatedEvaluator {
        let network = Arc::new(QuantizedLayers::new(model));
        let empty = Known { planes: [0; PLANES], men: [0; 2] };
        let line = AccumulatorStack::new(empty, network.empty());
        SeparatedEvaluator { network, line, scratch: Vec::new() }
    }

    /// The sum before it is squashed: the search wants to see how far a won position is won.
    #[inline]
    pub(super) fn sum(&mut self, position: &Position) -> f32 {
        let seen = Seen::of(position);
        let men = Color::ALL.map(|color| position.men(color).bits());
        let from = self.line.nearest(|known| {
            (known.men[0] ^ men[0]).count_ones() + (known.men[1] ^ men[1]).count_ones()
        });
        let known = self.line.key(from);
        self.line.copy(from);
        self.network.update(self.line.sums(), &known.planes, &seen.planes);
        self.line.set_key(Known { planes: seen.planes, men });
        self.network.sum(self.line.sums(), &seen.globals, &mut self.scratch)
    }
}

impl Evaluate for SeparatedEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.line.start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.line.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.line.pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.sum(position), position)
    }
}

/// What the sums of a place are over.
#[derive(Clone, Copy, Debug)]
struct Known {
    planes: [u64; PLANES],
    /// White and black men: how far two positions are apart is counted in them.
    men: [u64; 2],
}

/// Units of the first rank that are worked out together: eight numbers of 32 bits fill a vector.
const LANES: usize = 8;

/// One whole number for each unit of a block.
pub(super) type Lanes = [i32; LANES];

/// Units in common that are worked out together, so that as many sums grow side by side as a processor has additions under way.
const WIDE: usize = 32;

/// The most that a sum may be, in steps of its unit: additions then keep within 32 bits.
const LARGEST_SUM: f32 = (1 << 30) as f32;

/// The most steps that a net of 1 may be: finer ones would not be seen in a value.
const FINEST: f32 = 65_536.0;

/// Rows of a plane: one for each bit of a word.
const ROWS: usize = 64;

/// No input counts more often.
const MOST: f32 = 4.0;

/// Where the rows of a plane begin, and which blocks they add to.
#[derive(Clone, Copy, Debug)]
struct Plane {
    row: usize,
    first: usize,
    blocks: usize,
    is_plus: bool,
}

/// A network laid out; units are filled up to whole blocks with units that say nothing.
#[derive(Debug)]
pub(super) struct QuantizedLayers {
    activation: Activation,
    planes: [Plane; PLANES],
    rows: Vec<Lanes>,
    /// The sums of the empty board.
    empty: Vec<Lanes>,
    /// The value of 1 in a sum.
    unit: f32,
    /// The blocks that see the globals, and their weights, by input and block.
    global_blocks: std::ops::Range<usize>,
    globals: Vec<[f32; LANES]>,
    betas: Vec<f32>,
    common: Vec<Wide>,
    output_bias: f32,
}

/// Some units in common.
#[derive(Debug)]
struct Wide {
    /// By unit of the first rank.
    weights: Vec<[f32; WIDE]>,
    bias: [f32; WIDE],
    betas: [f32; WIDE],
    output: [f32; WIDE],
}

impl QuantizedLayers {
    /// Lays a network out.
    pub(super) fn new(model: &Separated) -> QuantizedLayers {
        let (starts, blocks) = blocks(model);
        let one = (LARGEST_SUM / largest_sum(model)).min(FINEST).log2().floor().exp2();
        let whole = |weights: &[f32]| -> Vec<Lanes> {
            weights.chunks(LANES).map(|chunk| block(chunk, |w| (w * one).round() as i32)).collect()
        };
        let mut rows = Vec::new();
        let mut planes = [Plane { row: 0, first: 0, blocks: 0, is_plus: true }; PLANES];
        for plane in 0..PLANES {
            let layer = layer_of_plane(model, plane);
            planes[plane] = Plane {
                row: rows.len(),
                first: starts[layer],
                blocks: model.feature_layers[layer].units.div_ceil(LANES),
                is_plus: sign(plane) > 0.0,
            };
            match first_alike(plane) {
                first if first < plane => planes[plane].row = planes[first].row,
                _ => (0..ROWS as u32).for_each(|bit| rows.extend(row(model, plane, bit, whole))),
            }
        }
        let global_blocks = starts[0]..starts[0] + model.feature_layers[0].units.div_ceil(LANES);
        let globals = GLOBALS.flat_map(|input| {
            model.feature_layers[0].row(input).chunks(LANES).map(|chunk| block(chunk, |w| w))
        });
        QuantizedLayers {
            activation: model.activation,
            planes,
            rows,
            empty: model.feature_layers.iter().flat_map(|layer| whole(&layer.bias)).collect(),
            unit: 1.0 / one,
            global_blocks,
            globals: globals.collect(),
            betas: padded_betas(model),
            common: in_common(model, blocks),
            output_bias: model.output_bias,
        }
    }

    /// The sums of the empty board.
    pub(super) fn empty(&self) -> &[Lanes] {
        &self.empty
    }

    /// Makes sums over other planes of sums over some planes.
    #[inline]
    pub(super) fn update(&self, sums: &mut [Lanes], old: &[u64; PLANES], new: &[u64; PLANES]) {
        for (plane, (&old, &new)) in self.planes.iter().zip(old.iter().zip(new)) {
            let (came, went) = (new & !old, old & !new);
            let (plus, minus) = if plane.is_plus { (came, went) } else { (went, came) };
            let sums = &mut sums[plane.first..plane.first + plane.blocks];
            self.each_row(plane, plus, |row| change(sums, row, i32::wrapping_add));
            self.each_row(plane, minus, |row| change(sums, row, i32::wrapping_sub));
        }
    }

    #[inline(always)]
    fn each_row(&self, plane: &Plane, mut bits: u64, mut visit: impl FnMut(&[Lanes])) {
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            visit(&self.rows[plane.row + bit * plane.blocks..][..plane.blocks]);
        }
    }

    /// The sum whose tanh is V, from the sums of the first rank; `first` is scratch memory.
    #[inline]
    pub(super) fn sum(
        &self,
        sums: &[Lanes],
        globals: &[f32; GLOBALS.end],
        first: &mut Vec<f32>,
    ) -> f32 {
        first.clear();
        first.extend(sums.as_flattened().iter().map(|&sum| sum as f32 * self.unit));
        let seeing = &mut first[self.global_blocks.start * LANES..self.global_blocks.end * LANES];
        let width = self.global_blocks.len();
        for (block, nets) in seeing.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut total = *nets;
            for (x, row) in globals.iter().zip(self.globals[block..].iter().step_by(width)) {
                (0..LANES).for_each(|lane| total[lane] += x * row[lane]);
            }
            *nets = total;
        }
        let nets = first.iter_mut().zip(&self.betas);
        nets.for_each(|(net, &beta)| *net = self.activation.value(beta, *net));
        let common = self.common.iter().map(|wide| wide.sum(self.activation, first));
        self.output_bias + common.sum::<f32>()
    }
}

impl Wide {
    /// What these units add to the sum.
    #[inline]
    fn sum(&self, activation: Activation, first: &[f32]) -> f32 {
        let mut nets = self.bias;
        for (h, row) in first.iter().zip(&self.weights) {
            (0..WIDE).for_each(|lane| nets[lane] += h * row[lane]);
        }
        let units = nets.iter().zip(&self.betas).zip(&self.output);
        units.map(|((&net, &beta), v)| v * activation.value(beta, net)).sum()
    }
}

#[inline(always)]
fn change(sums: &mut [Lanes], row: &[Lanes], by: impl Fn(i32, i32) -> i32) {
    for (sum, row) in sums.iter_mut().zip(row) {
        (0..LANES).for_each(|lane| sum[lane] = by(sum[lane], row[lane]));
    }
}

/// The first block of each layer of the first rank, and the number of all.
fn blocks(model: &Separated) -> (Vec<usize>, usize) {
    let mut blocks = 0;
    let starts = model.feature_layers.iter().map(|layer| {
        let start = blocks;
        blocks += layer.units.div_ceil(LANES);
        start
    });
    (starts.collect(), blocks)
}

/// The layer that sees the inputs of a plane.
fn layer_of_plane(model: &Separated, plane: usize) -> usize {
    let input = (0..ROWS as u32).find_map(|bit| input(plane, bit));
    model.layer_of(input.expect("every plane has inputs"))
}

/// What a bit of a plane adds, block by block; nothing for bits that are never set.
fn row(
    model: &Separated,
    plane: usize,
    bit: u32,
    whole: impl Fn(&[f32]) -> Vec<Lanes>,
) -> Vec<Lanes> {
    let layer = layer_of_plane(model, plane);
    let (weights, start) = (&model.feature_layers[layer], model.places()[layer].inputs.start);
    match input(plane, bit) {
        Some(input) => whole(weights.row(input - start)),
        None => vec![[0; LANES]; weights.units.div_ceil(LANES)],
    }
}

/// No net of any unit of the first rank is larger, the globals left out.
fn largest_sum(model: &Separated) -> f32 {
    let unit = |layer: &Layer, unit: usize| {
        let weights = layer.weights.iter().skip(unit).step_by(layer.units);
        layer.bias[unit].abs() + weights.map(|weight| MOST * weight.abs()).sum::<f32>()
    };
    let layer = |layer: &Layer| (0..layer.units).map(|j| unit(layer, j)).fold(1.0, f32::max);
    model.feature_layers.iter().map(layer).fold(1.0, f32::max)
}

/// The sensitivities of the first rank, block by block.
fn padded_betas(model: &Separated) -> Vec<f32> {
    let chunks = model.feature_layers.iter().flat_map(|layer| layer.beta.chunks(LANES));
    chunks.flat_map(|chunk| block::<f32, f32, LANES>(chunk, |beta| beta)).collect()
}

/// The layer in common; units of the first rank that only fill up a block have no weights.
fn in_common(model: &Separated, blocks: usize) -> Vec<Wide> {
    let mut rows = Vec::with_capacity(blocks * LANES);
    let mut unit = 0;
    for layer in &model.feature_layers {
        rows.extend((unit..unit + layer.units).map(|unit| model.common.row(unit).to_vec()));
        unit += layer.units;
        rows.resize(rows.len().next_multiple_of(LANES), vec![0.0; model.common.units]);
    }
    let wide = |start: usize| {
        let end = (start + WIDE).min(model.common.units);
        let part = |values: &[f32]| block(&values[start..end], |value| value);
        Wide {
            weights: rows.iter().map(|row| part(row)).collect(),
            bias: part(&model.common.bias),
            betas: part(&model.common.beta),
            output: part(&model.output),
        }
    };
    (0..model.common.units).step_by(WIDE).map(wide).collect()
}

/// Numbers as a block of fixed width, filled up with zeros.
fn block<T: Copy, N: Copy + Default, const WIDTH: usize>(
    numbers: &[T],
    change: impl Fn(T) -> N,
) -> [N; WIDTH] {
    std::array::from_fn(|lane| numbers.get(lane).map_or(N::default(), |&number| change(number)))
}
