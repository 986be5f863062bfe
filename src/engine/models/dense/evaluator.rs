//! A network in the search: the sums of the first layer are whole numbers, kept along the line that is searched.

use std::sync::Arc;

use super::inputs::{DenseInputs, Seen};
use super::model::{Dense, DenseActivation, DenseLayer, Sides};
use crate::board::{ByColor, Color, Move, Position};
use crate::features::{GLOBALS, WORDS};
use crate::models::accumulator_stack::{AccumulatorStack, unit_for};
use crate::models::points::score;
use crate::search::{Evaluate, Score};

/// Units that are worked out together: sixteen numbers of 32 bits fill two or one vectors.
const LANES: usize = 16;

/// One whole number for each unit of a block.
type Sums = [i32; LANES];

/// Units of later layers that are worked out together.
const WIDE: usize = 32;

/// What one thread searches with.
#[derive(Clone, Debug)]
pub struct DenseEvaluator {
    network: Arc<Layers>,
    /// The sums for White, and those for Black where the network has his view.
    lines: ByColor<AccumulatorStack<Summed, Sums>>,
    units: Vec<f32>,
    next: Vec<f32>,
}

/// What the sums of a place are over.
#[derive(Clone, Copy, Debug)]
struct Summed {
    words: [u64; WORDS],
    /// White and black pieces: how far two positions are apart is counted in them.
    pieces: [u64; 2],
}

impl DenseEvaluator {
    /// Prepares a network for the search.
    pub fn new(dense: &Dense) -> DenseEvaluator {
        let network = Arc::new(Layers::new(dense));
        let empty = Summed { words: [0; WORDS], pieces: [0; 2] };
        let line = || AccumulatorStack::new(empty, &network.first.bias);
        DenseEvaluator {
            lines: ByColor { white: line(), black: line() },
            network,
            units: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The sum of the output, before its activation, for the first of the sides that have a view: the search wants to see how far a won
    /// position is won.
    #[inline]
    fn sum(&mut self, position: &Position, views: &[Color]) -> f32 {
        self.units.clear();
        views.iter().for_each(|&side| self.see(position, side));
        let Layers { hidden, output, .. } = &*self.network;
        for layer in hidden {
            layer.forward(&self.units, &mut self.next);
            std::mem::swap(&mut self.units, &mut self.next);
        }
        output.sum(&self.units)
    }

    /// Appends the units of the first layer as a side sees the position.
    #[inline]
    fn see(&mut self, position: &Position, side: Color) {
        let first = &self.network.first;
        let line = &mut self.lines[side];
        let Seen { words, globals } = self.network.inputs.seen(position, side);
        let pieces = Color::each(|color| position.pieces(color).bits());
        let from = line.nearest(|known| {
            (known.pieces[0] ^ pieces[0]).count_ones() + (known.pieces[1] ^ pieces[1]).count_ones()
        });
        let known = line.key(from);
        line.copy(from);
        first.update(line.sums(), &known.words, &words);
        line.set_key(Summed { words, pieces });
        first.units(line.sums(), &globals, &mut self.units);
    }
}

impl Evaluate for DenseEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.lines.white.start();
        self.lines.black.start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.lines.white.push();
        self.lines.black.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.lines.white.pop();
        self.lines.black.pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        let views = self.network.sides.views(position.turn());
        let sum = self.sum(position, views);
        // A linear output is a result already; the sum of a tanh is larger, and agrees with it where it is small.
        score(if views[0] == Color::White { sum } else { 0.0 - sum }, position)
    }
}

/// A network laid out; units are filled up to whole blocks with units that are 0 before their activation.
#[derive(Debug)]
struct Layers {
    inputs: DenseInputs,
    sides: Sides,
    first: First,
    hidden: Vec<Hidden>,
    output: Output,
}

/// The first layer.
#[derive(Debug)]
struct First {
    /// Blocks of a row.
    width: usize,
    /// The row of each bit of each word; that of nothing for bits that are never set.
    row: [[u32; 64]; WORDS],
    /// Whether the bits of each word add their rows.
    is_plus: [bool; WORDS],
    /// The weights of each input, block by block, in multiples of `unit`.
    rows: Vec<Sums>,
    bias: Vec<Sums>,
    /// What 1 in a sum is.
    unit: f32,
    /// The weights of the global inputs that the network has.
    globals: Vec<(usize, Vec<f32>)>,
    activation: DenseActivation,
}

/// A later layer, in groups of units.
#[derive(Debug)]
struct Hidden {
    groups: Vec<UnitGroup>,
    activation: DenseActivation,
}

#[derive(Debug)]
struct UnitGroup {
    /// By unit of the layer before.
    weights: Vec<[f32; WIDE]>,
    bias: [f32; WIDE],
}

/// The last layer: one unit.
#[derive(Debug)]
struct Output {
    weights: Vec<f32>,
    bias: f32,
}

impl Layers {
    fn new(dense: &Dense) -> Layers {
        let layers = dense.layers();
        let first = First::new(dense);
        // Where the units of the layer before are in the laid out form.
        let (units, padded) = (layers[0].units(), first.width * LANES);
        let views = dense.sides().views(Color::White).len();
        let mut places: Vec<usize> =
            (0..views).flat_map(|view| (0..units).map(move |unit| view * padded + unit)).collect();
        let mut width = views * padded;
        let (mut hidden, last) = (Vec::new(), layers.len() - 1);
        for layer in layers.iter().take(last).skip(1) {
            hidden.push(Hidden::new(layer, &places, width));
            places = (0..layer.units()).collect();
            width = layer.units().next_multiple_of(WIDE);
        }
        let output = match last {
            // The unit of the first layer is the output itself.
            0 => Output::new(&[1.0], 0.0, &places, width),
            last => Output::new(&layers[last].weights, layers[last].bias[0], &places, width),
        };
        Layers { inputs: dense.inputs().clone(), sides: dense.sides(), first, hidden, output }
    }
}

impl First {
    fn new(dense: &Dense) -> First {
        let (layer, inputs) = (&dense.layers()[0], dense.inputs());
        let (count, units) = (inputs.count(), layer.units());
        let width = units.div_ceil(LANES);
        let weight = |unit: usize, input: usize| layer.weights[unit * count + input];
        let globals = inputs.globals();
        let is_global = |input: usize| globals.contains(&Some(input));
        let largest = (0..units).map(|unit| {
            let weights = (0..count).filter(|&input| !is_global(input));
            weights.map(|input| weight(unit, input).abs()).sum::<f32>() + layer.bias[unit].abs()
        });
        let unit = unit_for(largest.fold(0.0, f32::max));
        let whole = |value: f32| (value / unit).round() as i32;
        let blocks = |value: &dyn Fn(usize) -> i32| -> Vec<Sums> {
            let lane = |block: usize, lane: usize| {
                let unit = block * LANES + lane;
                if unit < units { value(unit) } else { 0 }
            };
            (0..width).map(|block| std::array::from_fn(|place| lane(block, place))).collect()
        };
        // The row after those of all inputs adds nothing.
        let mut rows: Vec<Sums> =
            (0..count).flat_map(|input| blocks(&|unit| whole(weight(unit, input)))).collect();
        rows.extend(blocks(&|_| 0));
        let bits = inputs.bits();
        let is_plus = bits.map(|word| word.iter().flatten().all(|&(_, sign)| sign > 0.0));
        let row =
            bits.map(|word| word.map(|bit| (bit.map_or(count, |(input, _)| input) * width) as u32));
        let seen =
            globals.iter().enumerate().filter_map(|(global, input)| Some((global, (*input)?)));
        let padded = |input: usize| {
            let weights = (0..width * LANES).map(|unit| match unit < units {
                true => weight(unit, input),
                false => 0.0,
            });
            weights.collect()
        };
        First {
            width,
            row,
            is_plus,
            rows,
            bias: blocks(&|unit| whole(layer.bias[unit])),
            unit,
            globals: seen.map(|(global, input)| (global, padded(input))).collect(),
            // That of the output is applied to no sum of the search.
            activation: match dense.layers().len() {
                1 => DenseActivation::Linear,
                _ => layer.activation,
            },
        }
    }

    /// Turns the sums over the old inputs into those over the new ones.
    #[inline]
    fn update(&self, sums: &mut [Sums], old: &[u64; WORDS], new: &[u64; WORDS]) {
        for word in 0..WORDS {
            let (came, went) = (new[word] & !old[word], old[word] & !new[word]);
            let (plus, minus) = if self.is_plus[word] { (came, went) } else { (went, came) };
            self.each_row(word, plus, |row| change(sums, row, i32::wrapping_add));
            self.each_row(word, minus, |row| change(sums, row, i32::wrapping_sub));
        }
    }

    #[inline(always)]
    fn each_row(&self, word: usize, mut bits: u64, mut visit: impl FnMut(&[Sums])) {
        while bits != 0 {
            let row = self.row[word][bits.trailing_zeros() as usize] as usize;
            bits &= bits - 1;
            visit(&self.rows[row..row + self.width]);
        }
    }

    /// Appends the units of these sums and global inputs.
    #[inline]
    fn units(&self, sums: &[Sums], globals: &[f32; GLOBALS.end], units: &mut Vec<f32>) {
        let start = units.len();
        units.extend(sums.as_flattened().iter().map(|&sum| sum as f32 * self.unit));
        let new = &mut units[start..];
        for (global, weights) in &self.globals {
            let x = globals[*global];
            for (unit, weight) in new.iter_mut().zip(weights) {
                *unit += x * weight;
            }
        }
        self.activation.apply(new);
    }
}

#[inline(always)]
fn change(sums: &mut [Sums], row: &[Sums], by: impl Fn(i32, i32) -> i32) {
    for (sum, row) in sums.iter_mut().zip(row) {
        (0..LANES).for_each(|lane| sum[lane] = by(sum[lane], row[lane]));
    }
}

impl Hidden {
    fn new(layer: &DenseLayer, places: &[usize], width: usize) -> Hidden {
        let group = |start: usize| {
            let mut weights = vec![[0.0; WIDE]; width];
            let mut bias = [0.0; WIDE];
            for unit in start..layer.units().min(start + WIDE) {
                bias[unit - start] = layer.bias[unit];
                for (input, &place) in places.iter().enumerate() {
                    weights[place][unit - start] = layer.weights[unit * places.len() + input];
                }
            }
            UnitGroup { weights, bias }
        };
        let groups = (0..layer.units()).step_by(WIDE).map(group).collect();
        Hidden { groups, activation: layer.activation }
    }

    #[inline]
    fn forward(&self, units: &[f32], next: &mut Vec<f32>) {
        next.clear();
        for group in &self.groups {
            let mut sums = group.bias;
            for (x, row) in units.iter().zip(&group.weights) {
                (0..WIDE).for_each(|lane| sums[lane] = row[lane].mul_add(*x, sums[lane]));
            }
            next.extend(sums);
        }
        self.activation.apply(next);
    }
}

impl Output {
    fn new(weights: &[f32], bias: f32, places: &[usize], width: usize) -> Output {
        let mut padded = vec![0.0; width];
        places.iter().zip(weights).for_each(|(&place, weight)| padded[place] = *weight);
        Output { weights: padded, bias }
    }

    #[inline]
    fn sum(&self, units: &[f32]) -> f32 {
        // Partial sums keep the additions independent, which makes them vectors.
        let mut parts = [0.0; LANES];
        let (weights, units) = (self.weights.as_chunks::<LANES>().0, units.as_chunks::<LANES>().0);
        for (weights, units) in weights.iter().zip(units) {
            (0..LANES)
                .for_each(|lane| parts[lane] = weights[lane].mul_add(units[lane], parts[lane]));
        }
        self.bias + parts.iter().sum::<f32>()
    }
}
