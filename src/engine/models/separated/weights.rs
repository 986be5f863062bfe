//! The parameters of a network with modalities apart.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::activation::Activation;
use super::inputs::{INPUTS, MODALITIES, modality};
use super::layer::{Layer, add};
use super::settings::SeparatedSettings;
use super::steps::Step;
use crate::models::uniform::symmetric;

/// First output weights are uniform in ± this.
const OUTPUT: f32 = 0.01;

/// V = tanh(c + Σ_j v_j h_j) over the units in common. Those see the units of all modalities, and these the inputs of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Separated {
    pub(super) activation: Activation,
    /// A layer for each modality, or one for all.
    pub(super) apart: Vec<Layer>,
    pub(super) common: Layer,
    /// v_j.
    pub(super) output: Vec<f32>,
    /// c.
    pub(super) output_bias: f32,
}

/// The inputs of each of so many layers.
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
        let inputs = inputs_of(settings.apart.len());
        let apart = inputs.iter().zip(&settings.apart);
        let apart: Vec<Layer> = apart
            .map(|(inputs, &units)| Layer::first(inputs.len(), units, settings, &mut random))
            .collect();
        let first: usize = settings.apart.iter().sum();
        let common = Layer::first(first, settings.hidden, settings, &mut random);
        let output = (0..settings.hidden).map(|_| OUTPUT * symmetric(&mut random)).collect();
        Separated { activation: settings.activation, apart, common, output, output_bias: 0.0 }
    }

    /// Every parameter zero.
    pub(super) fn zeros(activation: Activation, apart: &[usize], hidden: usize) -> Separated {
        let inputs = inputs_of(apart.len());
        let layers = inputs.iter().zip(apart);
        Separated {
            activation,
            apart: layers
                .map(|(inputs, &units)| Layer::zeros(inputs.len(), units, activation))
                .collect(),
            common: Layer::zeros(apart.iter().sum(), hidden, activation),
            output: vec![0.0; hidden],
            output_bias: 0.0,
        }
    }

    /// Where the units of each layer of the first rank stand, and the inputs they see.
    pub(super) fn places(&self) -> Vec<LayerSlice> {
        let mut start = 0;
        let inputs = inputs_of(self.apart.len());
        let places = self.apart.iter().zip(inputs).map(|(layer, inputs)| {
            let units = start..start + layer.units;
            start = units.end;
            LayerSlice { units, inputs }
        });
        places.collect()
    }

    /// The layer of the first rank that sees an input.
    #[inline]
    pub(super) fn layer_of(&self, input: usize) -> usize {
        if self.apart.len() == 1 { 0 } else { modality(input) }
    }

    /// The net inputs of the first rank.
    pub(super) fn first_nets(&self, step: Step, nets: &mut Vec<f32>) {
        nets.clear();
        self.apart.iter().for_each(|layer| nets.extend_from_slice(&layer.bias));
        let places = self.places();
        let globals = step.globals.iter().copied().enumerate().filter(|(_, x)| *x != 0.0);
        for (input, x) in globals.chain(step.sparse()) {
            let layer = self.layer_of(input);
            let LayerSlice { units, inputs } = &places[layer];
            add(&mut nets[units.clone()], self.apart[layer].row(input - inputs.start), x);
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
        self.apart.iter().flat_map(|layer| layer.beta.iter().copied())
    }

    /// The units of each layer of the first rank.
    pub(super) fn units(&self) -> Vec<usize> {
        self.apart.iter().map(|layer| layer.units).collect()
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
