//! What each input contributes to the value of a network with modalities apart.

use super::inputs::{GROUPS, INPUTS, Seen, SeparatedSteps, described};
use super::settings::Activation;
use super::weights::{Layer, Separated};
use crate::board::{Bitboard, Position};
use crate::models::explanation::{Explanation, Part};

/// The net inputs and outputs of a network for some inputs.
struct ForwardPass {
    first: Vec<f32>,
    common: Vec<f32>,
    sum: f32,
}

impl Separated {
    /// Divides a value among the inputs by the rescale rule of DeepLIFT (Shrikumar, Greenside and Kundaje 2017), against a position of
    /// which nothing is known: layer by layer each unit hands its share of the difference on in proportion to what each input adds
    /// to its net. So all parts together are exactly the difference.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let seen = Seen::of(position);
        let steps = SeparatedSteps::of(position);
        let mut nets = Vec::new();
        self.first_nets(steps.step(0), &mut nets);
        let (here, nothing) = (self.pass(nets), self.pass(self.nothing()));
        let shares = self.shares(&here, &nothing);
        let inputs = seen.dense();
        let parts = (0..INPUTS).filter(|&input| inputs[input] != 0.0);
        let parts = parts.map(|input| self.part(input, inputs[input], &shares));
        Explanation {
            judge: format!("separated, {} pieces", position.occupied().len()),
            value: here.sum.tanh(),
            rest: nothing.sum.tanh(),
            groups: GROUPS.to_vec(),
            parts: parts.collect(),
        }
    }

    /// The net inputs of the first rank when no input says anything.
    fn nothing(&self) -> Vec<f32> {
        self.feature_layers.iter().flat_map(|layer| layer.bias.iter().copied()).collect()
    }

    fn pass(&self, first: Vec<f32>) -> ForwardPass {
        let outputs = |betas: &mut dyn Iterator<Item = f32>, nets: &[f32]| -> Vec<f32> {
            betas.zip(nets).map(|(beta, &net)| self.activation.value(beta, net)).collect()
        };
        let mut common = Vec::new();
        self.common_nets(&outputs(&mut self.first_betas(), &first), &mut common);
        let sum = self.sum(&outputs(&mut self.common.beta.iter().copied(), &common));
        ForwardPass { first, common, sum }
    }

    /// What 1 in the net of each unit of the first rank adds to the value, on the way from nothing.
    fn shares(&self, here: &ForwardPass, nothing: &ForwardPass) -> Vec<f32> {
        let squash = match here.sum - nothing.sum {
            difference if difference.abs() < 1e-4 => 1.0 - here.sum.tanh().powi(2),
            difference => (here.sum.tanh() - nothing.sum.tanh()) / difference,
        };
        let common = mean_slopes(self.activation, &self.common.beta, &here.common, &nothing.common);
        let common: Vec<f32> =
            common.zip(&self.output).map(|(slope, weight)| slope * weight * squash).collect();
        let betas: Vec<f32> = self.first_betas().collect();
        let first = mean_slopes(self.activation, &betas, &here.first, &nothing.first);
        let handed = |unit: usize| dot(self.common.row(unit), &common);
        first.enumerate().map(|(unit, slope)| slope * handed(unit)).collect()
    }

    fn part(&self, input: usize, value: f32, shares: &[f32]) -> Part {
        let layer = self.layer_of(input);
        let place = &self.places()[layer];
        let weights: &Layer = &self.feature_layers[layer];
        let share = dot(weights.row(input - place.inputs.start), &shares[place.units.clone()]);
        let (name, group, square) = described(input);
        let squares = square.map(Bitboard::from_square);
        Part { index: input, name, group, input: value, contribution: value * share, squares }
    }
}

fn mean_slopes<'a>(
    activation: Activation,
    betas: &'a [f32],
    here: &'a [f32],
    nothing: &'a [f32],
) -> impl Iterator<Item = f32> + 'a {
    let nets = nothing.iter().zip(here);
    betas.iter().zip(nets).map(move |(&beta, (&from, &to))| activation.mean_slope(beta, from, to))
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
