//! The sums of patterns with a hidden layer and their gradient.

use std::ops::Range;

use super::inputs::INPUTS;
use super::layer::Layer;
use super::steps::NnueSteps;
use super::trace::ForwardTrace;
use super::weights::Nnue;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, RateGroup, Rates};

impl ValueFunction for Nnue {
    type Steps = NnueSteps;
    type Trace = ForwardTrace;

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let mut groups = self.patterns.groups();
        groups.extend(layer_groups("hidden", &self.layer, self.patterns.stages()));
        groups
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let mut groups = self.patterns.groups_mut();
        if self.layer.units > 0 {
            groups.extend(self.layer.parts_mut());
        }
        groups
    }

    fn forward(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        sums: &mut Vec<f32>,
    ) {
        trace.clear();
        for index in game {
            let step = self.patterns.step_at(&steps.patterns, index);
            let added = trace.forward(&self.layer, steps.step(index), step.mix);
            sums.push(self.patterns.sum(&step) + added);
        }
    }

    fn activation(&self, sum: f32) -> (f32, f32) {
        self.patterns.activation(sum)
    }

    fn backward(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        self.patterns.backward(&steps.patterns, game.clone(), &mut (), errors, gradient);
        let start = self.patterns.slots();
        for (place, (index, &error)) in game.zip(errors).enumerate() {
            if error != 0.0 {
                let mix = self.patterns.step_at(&steps.patterns, index).mix;
                let into = (&mut *gradient, start);
                trace.backward(self.layer.units, place, steps.step(index), mix, error, into);
            }
        }
    }

    fn step(
        &mut self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        rates: Rates,
    ) {
        let units = self.layer.units;
        let mut gradient = trace.gradient.take();
        // A plain step adds to the weights what Adam adds to the gradient.
        let (layer, rate) = match self.adam {
            None => (&mut self.layer, rates.hidden),
            Some(_) => (gradient.get_or_insert_with(|| Layer::zero(units)), 1.0),
        };
        for (place, (index, &error)) in game.zip(errors).enumerate() {
            let step = self.patterns.step_at(&steps.patterns, index);
            self.patterns.step_one(&step, error, rates);
            let into = (&mut layer.parameters[..], 0);
            trace.backward(units, place, steps.step(index), step.mix, rate * error, into);
        }
        if let (Some(adam), Some(gradient)) = (&mut self.adam, &mut gradient) {
            adam.step(&mut self.layer, gradient, rates.hidden);
        }
        trace.gradient = gradient;
    }

    fn state(&self) -> Vec<ParameterGroup<'_>> {
        let stages = self.patterns.stages();
        let groups = self.adam.iter().flat_map(|adam| {
            let squares = layer_groups("hidden.square", &adam.squares, stages);
            layer_groups("hidden.mean", &adam.means, stages).into_iter().chain(squares)
        });
        groups.collect()
    }

    fn state_mut(&mut self) -> Vec<&mut [f32]> {
        let moments = self.adam.iter_mut().flat_map(|adam| [&mut adam.means, &mut adam.squares]);
        moments.filter(|layer| layer.units > 0).flat_map(Layer::parts_mut).collect()
    }
}

/// The parameters of a layer, or what Adam remembers of each, under the name of the layer; nothing without units.
fn layer_groups<'a>(name: &str, layer: &'a Layer, stages: u32) -> Vec<ParameterGroup<'a>> {
    if layer.units == 0 {
        return Vec::new();
    }
    let [weights, bias, outputs] = layer.parts();
    let group = |part: &str, shape: &[usize], values: &'a [f32]| {
        ParameterGroup::new(format!("{name}.{part}"), shape, RateGroup::Hidden, values)
    };
    vec![
        group("weight", &[INPUTS, layer.units], weights),
        group("bias", &[layer.units], bias),
        group("output", &[stages as usize, layer.units], outputs).output(),
    ]
}
