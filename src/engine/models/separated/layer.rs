//! A layer of hidden units: weights from its inputs, biases, sensitivities.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::activation::Activation;
use super::settings::SeparatedSettings;
use crate::models::parameters::{ParameterGroup, RateGroup};
use crate::models::uniform::symmetric;

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

    /// The number of inputs.
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

/// to ← to + x·from.
#[inline]
pub(super) fn add(to: &mut [f32], from: &[f32], x: f32) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += x * from);
}
