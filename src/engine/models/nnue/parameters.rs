//! Patterns with a hidden layer as learning from play asks for them: gradients of any positions, and parameters by number.

use std::ops::Range;

use super::backprop::{ForwardTrace, NnueRates};
use super::inputs::{INPUTS, TO_MOVE};
use super::layer::{Layer, activation, seen_by};
use super::settings::NnueSettings;
use super::steps::NnueSteps;
use super::weights::Nnue;
use crate::models::form::{Form, StartError};
use crate::models::patterns::Patterns;
use crate::models::tunable::{Gradient, Tunable};

/// Where the parameters of the layer stand: those of the patterns, then the weights by input and unit, the biases, the outputs of the
/// opening and of the endgame.
#[derive(Clone, Copy)]
struct ParameterLayout {
    weights: usize,
    bias: usize,
    output: [usize; 2],
    end: usize,
}

impl ParameterLayout {
    fn of(form: &Nnue) -> ParameterLayout {
        let (weights, units) = (form.patterns.numbers(), form.layer.units);
        let bias = weights + INPUTS * units;
        let output = [bias + units, bias + 2 * units];
        ParameterLayout { weights, bias, output, end: bias + 3 * units }
    }
}

/// Adds the derivatives of what the layer adds to the sum of one step.
fn add_step(
    layer: &Layer,
    places: ParameterLayout,
    (pieces, white_moves): (&[u8], bool),
    mix: [f32; 2],
    error: f32,
    gradient: &mut Gradient,
) {
    let mut nets = [Vec::new(), Vec::new()];
    layer.nets(pieces, white_moves, &mut nets);
    let mut sides = [Vec::new(), Vec::new()];
    let of_both = nets[0].iter().zip(&nets[1]).map(|(&own, &other)| [own, other].map(activation));
    for (unit, [(own, own_slope), (other, other_slope)]) in of_both.enumerate() {
        let weight = mix[0] * layer.output[0][unit] + mix[1] * layer.output[1][unit];
        sides[0].push(error * weight * own_slope);
        sides[1].push(-error * weight * other_slope);
        for (start, share) in places.output.into_iter().zip(mix).filter(|(_, share)| *share != 0.0)
        {
            gradient.add(start + unit, error * share * (own - other));
        }
    }
    let row = |input: usize| places.weights + input * layer.units;
    for (side, slopes) in sides.iter().enumerate() {
        gradient.add_all(places.bias, slopes);
        for &input in pieces {
            gradient.add_all(row(seen_by(side, input)), slopes);
        }
    }
    gradient.add_all(row(TO_MOVE), &sides[usize::from(!white_moves)]);
}

impl Tunable for Nnue {
    /// Patterns that count men, and a layer that adds nothing.
    fn of_material(settings: &NnueSettings, seed: u64) -> Result<Nnue, StartError> {
        let patterns = Patterns::of_material(&settings.patterns, seed)?;
        Ok(Nnue { patterns, ..Nnue::first(settings, seed) })
    }

    fn paced(settings: NnueSettings, rate: f64, rest: Option<f64>) -> NnueSettings {
        NnueSettings { patterns: Patterns::paced(settings.patterns, rate, rest), ..settings }
    }

    fn sums(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        _: &mut ForwardTrace,
        sums: &mut Vec<f32>,
    ) {
        let mut nets = [Vec::new(), Vec::new()];
        for index in game {
            let step = self.patterns.step_at(&steps.patterns, index);
            let (pieces, white_moves) = steps.step(index);
            self.layer.nets(pieces, white_moves, &mut nets);
            let unit = |unit: usize| {
                let weight = step.mix[0] * self.layer.output[0][unit]
                    + step.mix[1] * self.layer.output[1][unit];
                weight * (activation(nets[0][unit]).0 - activation(nets[1][unit]).0)
            };
            let added: f32 = (0..self.layer.units).map(unit).sum();
            sums.push(self.patterns.sum(&step) + added);
        }
    }

    fn squashed(&self, sum: f32) -> (f32, f32) {
        self.patterns.squash().value(sum)
    }

    fn add_gradient(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let places = ParameterLayout::of(self);
        self.patterns.add_gradient(&steps.patterns, game.clone(), errors, gradient);
        for (index, &error) in game.zip(errors).filter(|(_, error)| **error != 0.0) {
            let mix = self.patterns.step_at(&steps.patterns, index).mix;
            add_step(&self.layer, places, steps.step(index), mix, error, gradient);
        }
    }

    fn numbers(&self) -> usize {
        ParameterLayout::of(self).end
    }

    fn parameter_mut(&mut self, index: usize) -> &mut f32 {
        let ParameterLayout { weights, bias, output: [opening, endgame], .. } =
            ParameterLayout::of(self);
        match index {
            index if index < weights => self.patterns.parameter_mut(index),
            index if index < bias => &mut self.layer.weights[index - weights],
            index if index < opening => &mut self.layer.bias[index - bias],
            index if index < endgame => &mut self.layer.output[0][index - opening],
            index => &mut self.layer.output[1][index - endgame],
        }
    }

    fn scale(&mut self, factor: f32) {
        self.patterns.scale(factor);
        self.layer.output.iter_mut().flatten().for_each(|weight| *weight *= factor);
    }

    fn rate(&self, index: usize, rates: NnueRates) -> f32 {
        if index < ParameterLayout::of(self).weights {
            self.patterns.rate(index, rates.patterns)
        } else {
            rates.hidden
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        let settings = NnueSettings { hidden: 3, ..NnueSettings::default() };
        let mut form = Nnue::of_material(&settings, 1).expect("material");
        let outputs = form.layer.output.iter_mut().flatten().enumerate();
        outputs.for_each(|(unit, weight)| *weight = 0.3 - 0.1 * unit as f32);
        gradient_is_right(&mut form, &settings, &wandering(5, 80, 9), 1);
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings_exactly() {
        let settings = NnueSettings::default();
        let form = Nnue::of_material(&settings, 1).expect("material");
        for position in wandering(8, 120, 1) {
            let (found, real) = (men(&form, &settings, &position), balance(&position));
            assert!((found - real).abs() < 1e-3, "{found} {real}");
        }
    }

    #[test]
    fn a_scaled_form_says_so_many_times_as_much() {
        let settings = NnueSettings::default();
        let mut form = Nnue::of_material(&settings, 1).expect("material");
        form.layer.output[0].fill(0.2);
        let position = wandering(8, 60, 1)[59];
        let before = men(&form, &settings, &position);
        form.scale(0.5);
        assert!((men(&form, &settings, &position) - 0.5 * before).abs() < 1e-4);
    }
}
