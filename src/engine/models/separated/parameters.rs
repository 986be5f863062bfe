//! A network with modalities apart as learning from play asks for it: gradients of any positions, and parameters by number.

use std::ops::Range;

use super::rates::SeparatedRates;
use super::settings::SeparatedSettings;
use super::start;
use super::steps::SeparatedSteps;
use super::trace::ForwardTrace;
use super::weights::Separated;
use crate::models::form::StartError;
use crate::models::tunable::{Gradient, Tunable};

impl Tunable for Separated {
    fn of_material(settings: &SeparatedSettings, seed: u64) -> Result<Separated, StartError> {
        start::of_material(settings, seed, Self::MAN)
    }

    fn paced(settings: SeparatedSettings, rate: f64, rest: Option<f64>) -> SeparatedSettings {
        SeparatedSettings { rate, beta_rate: rest.unwrap_or(10.0 * rate), ..settings }
    }

    fn sums(
        &self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        sums: &mut Vec<f32>,
    ) {
        trace.clear();
        sums.extend(game.map(|index| trace.forward(self, steps.step(index))));
    }

    fn squashed(&self, sum: f32) -> (f32, f32) {
        let value = sum.tanh();
        (value, 1.0 - value * value)
    }

    fn add_gradient(
        &self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let (mut trace, mut derivatives) = (ForwardTrace::default(), self.zeros_alike());
        for index in game.clone() {
            let _ = trace.forward(self, steps.step(index));
        }
        trace.backward(self, errors);
        let rates = SeparatedRates { weights: 1.0, beta: 1.0 };
        trace.apply(&mut derivatives, steps, game, errors, rates);
        gradient.add_all(0, derivatives.groups().flatten());
    }

    fn parameter_mut(&mut self, mut index: usize) -> &mut f32 {
        for group in self.groups_mut() {
            if index < group.len() {
                return &mut group[index];
            }
            index -= group.len();
        }
        panic!("parameter {index} beyond the last")
    }

    fn rate(&self, index: usize, rates: SeparatedRates) -> f32 {
        if self.is_beta(index) { rates.beta } else { rates.weights }
    }

    fn scale(&mut self, factor: f32) {
        self.output.iter_mut().for_each(|weight| *weight *= factor);
        self.output_bias *= factor;
    }
}

impl Separated {
    /// Whether a parameter is a sensitivity: the last ones of a layer.
    fn is_beta(&self, mut index: usize) -> bool {
        for layer in self.apart.iter().chain([&self.common]) {
            let parameters: usize = layer.groups(self.activation).map(<[f32]>::len).sum();
            if index < parameters {
                return self.activation.has_beta() && index >= parameters - layer.units;
            }
            index -= parameters;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::activation::Activation;
    use super::*;
    use crate::models::form::Form;
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn settings(activation: Activation) -> SeparatedSettings {
        SeparatedSettings { apart: vec![3, 4, 5], hidden: 6, activation, ..Default::default() }
    }

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        for (activation, apart) in [
            (Activation::Softsign, vec![3, 4, 5]),
            (Activation::Softsign, vec![7]),
            (Activation::Relu, vec![3, 4, 5]),
        ] {
            // A flat start: no difference spans a corner of these units, where it would be no derivative.
            let settings = SeparatedSettings { apart, beta: 1.0, ..settings(activation) };
            let mut form = Separated::first(&settings, 5);
            form.output.iter_mut().for_each(|weight| *weight *= 50.0);
            gradient_is_right(&mut form, &settings, &wandering(5, 80, 19), 1);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings() {
        for (activation, error) in [(Activation::Relu, 1e-3), (Activation::Softsign, 0.35)] {
            let settings = settings(activation);
            let form = Separated::of_material(&settings, 1).expect("material");
            for position in wandering(8, 120, 1) {
                let (found, real) = (men(&form, &settings, &position), balance(&position));
                assert!((found - real).abs() <= 1e-4 + error * real.abs(), "{found} {real}");
            }
        }
        let narrow = SeparatedSettings { apart: vec![3, 4, 1], ..settings(Activation::Relu) };
        assert!(Separated::of_material(&narrow, 1).is_err());
    }

    #[test]
    fn a_scaled_form_says_so_many_times_as_much() {
        let settings = settings(Activation::Relu);
        let mut form = Separated::of_material(&settings, 1).expect("material");
        form.output.fill(0.2);
        form.output_bias = 0.1;
        let position = wandering(8, 60, 1)[59];
        let before = men(&form, &settings, &position);
        form.scale(0.5);
        assert!((men(&form, &settings, &position) - 0.5 * before).abs() < 1e-4);
    }

    #[test]
    fn only_sensitivities_have_the_rate_of_sensitivities() {
        let form = Separated::first(&settings(Activation::Softsign), 1);
        let rates = SeparatedRates { weights: 1.0, beta: 2.0 };
        let betas = (0..form.parameters()).filter(|&index| form.rate(index, rates) == 2.0);
        assert_eq!(betas.count(), 3 + 4 + 5 + 6);
        let mut form = form;
        *form.parameter_mut(23 * 3 + 3) = 7.5;
        assert_eq!((form.apart[0].beta[0], form.rate(23 * 3 + 3, rates)), (7.5, 2.0));
    }
}
