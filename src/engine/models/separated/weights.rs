//! The parameters of a network with modalities apart, layer by layer, and those that count men and nothing else.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::inputs::{INPUTS, MODALITIES, Step, modality, piece};
use super::settings::{Activation, SeparatedSettings};
use crate::board::Square;
use crate::models::model::StartError;
use crate::models::parameters::{ParameterGroup, RateGroup};
use crate::models::uniform::symmetric;

/// First output weights are uniform in ± this.
const OUTPUT: f32 = 0.01;

/// V = tanh(c + Σ_j v_j h_j) over the units in common. Those see the units of all modalities, and these the inputs of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Separated {
    pub(super) activation: Activation,
    /// A layer for each modality, or one for all.
    pub(super) feature_layers: Vec<Layer>,
    pub(super) common: Layer,
    /// v_j.
    pub(super) output: Vec<f32>,
    /// c.
    pub(super) output_bias: f32,
}

/// The inputs of each of `layers` layers.
pub(super) fn inputs_of(layers: usize) -> Vec<Range<usize>> {
    if layers == MODALITIES.len() {
        return MODALITIES.to_vec();
    }
    let all = 0..INPUTS;
    vec![all]
}

impl Separated {
    /// Random weights that say next to nothing.
    pub(super) fn random(settings: &SeparatedSettings, seed: u64) -> Separated {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let inputs = inputs_of(settings.feature_layers.len());
        let feature_layers = inputs.iter().zip(&settings.feature_layers);
        let feature_layers: Vec<Layer> = feature_layers
            .map(|(inputs, &units)| Layer::first(inputs.len(), units, settings, &mut random))
            .collect();
        let first: usize = settings.feature_layers.iter().sum();
        let common = Layer::first(first, settings.hidden, settings, &mut random);
        let output = (0..settings.hidden).map(|_| OUTPUT * symmetric(&mut random)).collect();
        Separated {
            activation: settings.activation,
            feature_layers,
            common,
            output,
            output_bias: 0.0,
        }
    }

    /// Every parameter zero.
    pub(super) fn zeros(
        activation: Activation,
        feature_layers: &[usize],
        hidden: usize,
    ) -> Separated {
        let inputs = inputs_of(feature_layers.len());
        let layers = inputs.iter().zip(feature_layers);
        Separated {
            activation,
            feature_layers: layers
                .map(|(inputs, &units)| Layer::zeros(inputs.len(), units, activation))
                .collect(),
            common: Layer::zeros(feature_layers.iter().sum(), hidden, activation),
            output: vec![0.0; hidden],
            output_bias: 0.0,
        }
    }

    /// Where the units of each layer of the first rank begin, and the inputs they see.
    pub(super) fn places(&self) -> Vec<LayerSlice> {
        let mut start = 0;
        let inputs = inputs_of(self.feature_layers.len());
        let places = self.feature_layers.iter().zip(inputs).map(|(layer, inputs)| {
            let units = start..start + layer.units;
            start = units.end;
            LayerSlice { units, inputs }
        });
        places.collect()
    }

    /// The layer of the first rank that sees an input.
    #[inline]
    pub(super) fn layer_of(&self, input: usize) -> usize {
        if self.feature_layers.len() == 1 { 0 } else { modality(input) }
    }

    /// The net inputs of the first rank.
    pub(super) fn first_nets(&self, step: Step, nets: &mut Vec<f32>) {
        nets.clear();
        self.feature_layers.iter().for_each(|layer| nets.extend_from_slice(&layer.bias));
        let places = self.places();
        let globals = step.globals.iter().copied().enumerate().filter(|(_, x)| *x != 0.0);
        for (input, x) in globals.chain(step.sparse()) {
            let layer = self.layer_of(input);
            let LayerSlice { units, inputs } = &places[layer];
            add(&mut nets[units.clone()], self.feature_layers[layer].row(input - inputs.start), x);
        }
    }

    /// The net inputs of the layer in common.
    pub(super) fn common_nets(&self, first: &[f32], nets: &mut Vec<f32>) {
        nets.clear();
        nets.extend_from_slice(&self.common.bias);
        for (unit, &h) in first.iter().enumerate().filter(|(_, h)| **h != 0.0) {
            add(nets, self.common.row(unit), h);
        }
    }

    /// The sum whose tanh is V, of the outputs of the layer in common.
    pub(super) fn sum(&self, common: &[f32]) -> f32 {
        let terms = common.iter().zip(&self.output).map(|(h, v)| h * v);
        self.output_bias + terms.sum::<f32>()
    }

    /// The sensitivities of the first rank.
    pub(super) fn first_betas(&self) -> impl Iterator<Item = f32> {
        self.feature_layers.iter().flat_map(|layer| layer.beta.iter().copied())
    }

    /// The units of each layer of the first rank.
    pub(super) fn units(&self) -> Vec<usize> {
        self.feature_layers.iter().map(|layer| layer.units).collect()
    }
}

/// The names of the layers of the first rank in the file.
pub(super) fn layer_names(layers: usize) -> &'static [&'static str] {
    if layers == 1 { &["all"] } else { &["globals", "structures", "squares"] }
}

/// A layer's units among those of the first rank, and its inputs among all.
#[derive(Clone, Debug)]
pub(super) struct LayerSlice {
    pub units: Range<usize>,
    pub inputs: Range<usize>,
}

/// Hidden units side by side: net_j = b_j + Σ_i w_ij x_i.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    pub units: usize,
    /// w_ij by input, then by unit.
    pub weights: Vec<f32>,
    /// b_j.
    pub bias: Vec<f32>,
    /// β_j; 1 where units have none.
    pub beta: Vec<f32>,
}

impl Layer {
    /// A layer whose parameters are all zero.
    pub(super) fn zeros(inputs: usize, units: usize, activation: Activation) -> Layer {
        let weights = vec![0.0; inputs * units];
        let beta = if activation.has_beta() { 0.0 } else { 1.0 };
        Layer { units, weights, bias: vec![0.0; units], beta: vec![beta; units] }
    }

    /// A layer with random weights, uniform with the variance 2 / inputs (He et al. 2015) as far as the slope of the units is 1: so
    /// each layer hands on about as much as it is given.
    pub(super) fn first(
        inputs: usize,
        units: usize,
        settings: &SeparatedSettings,
        random: &mut Xoshiro256PlusPlus,
    ) -> Layer {
        let range = (6.0 / inputs as f64).sqrt() / settings.activation.first_slope(settings.beta);
        let weights = (0..inputs * units).map(|_| range as f32 * symmetric(random)).collect();
        let beta = if settings.activation.has_beta() { settings.beta as f32 } else { 1.0 };
        Layer { units, weights, bias: vec![0.0; units], beta: vec![beta; units] }
    }

    pub(super) fn inputs(&self) -> usize {
        self.weights.len() / self.units
    }

    /// The weights of an input, by unit.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.units..][..self.units]
    }

    /// The weights of an input, by unit, to change.
    #[inline]
    pub(super) fn row_mut(&mut self, input: usize) -> &mut [f32] {
        &mut self.weights[input * self.units..][..self.units]
    }

    /// The parameters that are learned, under the name of the layer; units without a sensitivity learn none.
    pub(super) fn groups(&self, name: &str, activation: Activation) -> Vec<ParameterGroup<'_>> {
        let (shape, units) = ([self.inputs(), self.units], [self.units]);
        let name = |part: &str| format!("{name}.{part}");
        let mut groups = vec![
            ParameterGroup::new(name("weight"), &shape, RateGroup::Weights, &self.weights),
            ParameterGroup::new(name("bias"), &units, RateGroup::Weights, &self.bias),
        ];
        if activation.has_beta() {
            groups.push(ParameterGroup::new(name("beta"), &units, RateGroup::Rest, &self.beta));
        }
        groups
    }

    /// The values of the same groups.
    pub(super) fn groups_mut(
        &mut self,
        activation: Activation,
    ) -> impl Iterator<Item = &mut [f32]> {
        let beta = activation.has_beta().then_some(&mut self.beta[..]);
        [&mut self.weights[..], &mut self.bias].into_iter().chain(beta)
    }
}

#[inline]
pub(super) fn add(to: &mut [f32], from: &[f32], x: f32) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += x * from);
}

/// The weight of a man in the units that count: for the paper's activation so small that they count alike one man after the other.
fn weight(activation: Activation) -> f32 {
    if activation.has_beta() { 0.002 } else { 0.05 }
}

/// A king in men.
const KING: f32 = 3.0;

/// A network in which a man has this value and a king three times it.
///
/// A pair of units over the squares counts the balance for one side and for the other. A pair in common hands it on, and the others
/// have no say yet. With ReLU it counts exactly; units of the paper's activation count a larger balance for a little less.
///
/// # Errors
/// When there is no pair of units in a layer that must have one.
pub(super) fn of_material(
    settings: &SeparatedSettings,
    seed: u64,
    man: f32,
) -> Result<Separated, StartError> {
    let squares = settings.feature_layers.len() - 1;
    if settings.feature_layers[squares] < 2 || settings.hidden < 2 {
        return Err("a network that starts from material needs two units over the squares and two in common".into());
    }
    let mut model = Separated::random(settings, seed);
    count_men(&mut model, squares);
    let first: usize = settings.feature_layers[..squares].iter().sum();
    pass_on(&mut model, first);
    model.output.fill(0.0);
    let output = man_value(&model, first);
    let signs = [man / output, -man / output];
    model.output[..2].copy_from_slice(&signs);
    Ok(model)
}

/// The first two units over the squares count men and kings, each for its side.
fn count_men(model: &mut Separated, squares: usize) {
    let start = inputs_of(model.feature_layers.len())[squares].start;
    let man = weight(model.activation);
    let layer = &mut model.feature_layers[squares];
    for input in 0..INPUTS - start {
        layer.row_mut(input)[..2].fill(0.0);
    }
    for (kind, value) in [man, -man, KING * man, -KING * man].into_iter().enumerate() {
        for square in Square::all() {
            let row = layer.row_mut(piece(kind, square) - start);
            (row[0], row[1]) = (value, -value);
        }
    }
}

/// The first two units in common see one of these two each, and nothing else.
fn pass_on(model: &mut Separated, first: usize) {
    for unit in 0..model.common.inputs() {
        model.common.row_mut(unit)[..2].fill(0.0);
    }
    model.common.row_mut(first)[0] = 1.0;
    model.common.row_mut(first + 1)[1] = 1.0;
}

/// What the pair in common makes of one man more.
fn man_value(model: &Separated, first: usize) -> f32 {
    let (betas, man): (Vec<f32>, f32) = (model.first_betas().collect(), weight(model.activation));
    let output = |sign: f32, unit: usize| {
        let h = model.activation.value(betas[first + unit], sign * man);
        model.activation.value(model.common.beta[unit], h)
    };
    output(1.0, 0) - output(-1.0, 1)
}
