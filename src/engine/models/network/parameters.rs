//! The paper's network as learning from play asks for it: gradients of any positions, and parameters by number.

use std::ops::Range;

use super::form::NetworkForm;
use super::mlp::Network;
use super::model::{Memory, Model, Rates};
use super::settings::NetworkSettings;
use super::start;
use super::steps::Steps;
use super::trace::ForwardTrace;
use crate::models::form::{Learnable, StartError};
use crate::models::tunable::{Gradient, Tunable};

/// A group of a network's parameters.
enum Group {
    Input,
    Bias,
    Beta,
    Output,
    OutputBias,
}

/// Which network a parameter belongs to, in which group, and where it stands there: phase by phase, in each the input weights, the
/// biases, the sensitivities, the output weights and the output's bias.
fn place(model: &Model, index: usize) -> (usize, Group, usize) {
    let (inputs, hidden) = (model.inputs() * model.hidden(), model.hidden());
    let each = inputs + 3 * hidden + 1;
    let (phase, at) = (index / each, index % each);
    match at.checked_sub(inputs) {
        None => (phase, Group::Input, at),
        Some(at) if at < hidden => (phase, Group::Bias, at),
        Some(at) if at < 2 * hidden => (phase, Group::Beta, at - hidden),
        Some(at) if at < 3 * hidden => (phase, Group::Output, at - 2 * hidden),
        Some(_) => (phase, Group::OutputBias, 0),
    }
}

/// Adds the derivatives of a network whose parameters begin at `start`.
fn add(sums: &Network, start: usize, gradient: &mut Gradient) {
    let (inputs, hidden) = (sums.input.len(), sums.hidden());
    gradient.add_all(start, &sums.input);
    for (group, values) in [&sums.bias, &sums.beta, &sums.output].into_iter().enumerate() {
        gradient.add_all(start + inputs + group * hidden, values);
    }
    gradient.add_all(start + inputs + 3 * hidden, [&sums.output_bias]);
}

impl Tunable for NetworkForm {
    fn of_material(settings: &NetworkSettings, seed: u64) -> Result<NetworkForm, StartError> {
        let model = start::material_model(settings, seed, Self::MAN)?;
        Ok(NetworkForm::new(settings.view(), model.sharing(settings.shared)))
    }

    fn paced(settings: NetworkSettings, rate: f64, rest: Option<f64>) -> NetworkSettings {
        NetworkSettings { rate, beta_rate: rest.unwrap_or(10.0 * rate), ..settings }
    }

    /// The output is linear: what the search is shown is V.
    fn sums(&self, steps: &Steps, game: Range<usize>, memory: &mut Memory, sums: &mut Vec<f32>) {
        self.judge(steps, game, memory, sums);
    }

    /// The steps may pass from phase to phase and back: a principal leaf can have fewer pieces than the next.
    fn add_gradient(
        &self,
        steps: &Steps,
        game: Range<usize>,
        mut errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let (model, common) = (self.model(), self.model().common());
        let zeros = Network::zeros(model.inputs(), model.hidden());
        let mut sums = vec![zeros; model.networks().len()];
        let (mut trace, mut values) = (ForwardTrace::new(), Vec::new());
        for (phase, sequence) in steps.sequences(game) {
            let (own, rest) = errors.split_at(sequence.len());
            errors = rest;
            trace.forward(&model.networks()[phase], sequence, &mut values);
            trace.backward(&model.networks()[phase], own);
            trace.apply_units(sequence, 0..common, &mut sums[0], 1.0, 1.0);
            trace.apply_units(sequence, common..model.hidden(), &mut sums[phase], 1.0, 1.0);
            trace.apply_output_bias(&mut sums[phase], 1.0);
        }
        let each = sums[0].parameters();
        for (phase, sums) in sums.iter().enumerate() {
            add(sums, phase * each, gradient);
        }
    }

    fn parameter_mut(&mut self, index: usize) -> &mut f32 {
        let (phase, group, at) = place(self.model(), index);
        let network = self.model_mut().network_mut(phase);
        match group {
            Group::Input => &mut network.input.as_slice_mut().expect("standard layout")[at],
            Group::Bias => &mut network.bias[at],
            Group::Beta => &mut network.beta[at],
            Group::Output => &mut network.output[at],
            Group::OutputBias => &mut network.output_bias,
        }
    }

    fn scale(&mut self, factor: f32) {
        for phase in 0..self.model().networks().len() {
            let network = self.model_mut().network_mut(phase);
            network.output.mapv_inplace(|weight| factor * weight);
            network.output_bias *= factor;
        }
    }

    fn rate(&self, index: usize, rates: Rates) -> f32 {
        match place(self.model(), index).1 {
            Group::Beta => rates.beta,
            _ => rates.weights,
        }
    }

    /// Units in common stay those of the first phase.
    fn settle(&mut self) {
        let (common, inputs) = (self.model().common(), self.model().inputs());
        if common > 0 {
            self.model_mut().share(common, 0..inputs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::features::{Group as Inputs, Subset};
    use crate::models::form::{Encode, Form, FormSettings, Stored};
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn settings(borders: &[u32], shared: usize) -> NetworkSettings {
        let settings = NetworkSettings {
            hidden: 12,
            borders: borders.to_vec(),
            shared,
            ..NetworkSettings::for_inputs(Subset::Nn4)
        };
        settings.check().expect("in range")
    }

    /// Positions that go to and fro between three phases.
    fn leaves() -> Vec<crate::board::Position> {
        let texts = [
            "W:W28,32,37,38,K3:B8,12,18,K49",
            "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
            "B:W28,32,37,38:B8,12,18,19",
            "W:W31-50:B1-20",
            "B:W27,28,31,32,33,36-39:B7-9,12-14,16,18,19",
            "W:W41,K5:B22,K50",
        ];
        texts.map(|text| fen::read(text).expect(text)).to_vec()
    }

    #[test]
    fn the_gradient_of_one_phase_and_of_phases_to_and_fro_equals_finite_differences() {
        for settings in [settings(&[], 0), settings(&[25, 15], 0), settings(&[25, 15], 5)] {
            let mut form = NetworkForm::first(&settings, 3);
            gradient_is_right(&mut form, &settings, &leaves(), 7);
        }
    }

    #[test]
    fn a_step_of_the_gradient_is_the_step_of_a_game() {
        let settings = settings(&[], 0);
        let (mut whole, rates) =
            (NetworkForm::first(&settings, 3), Rates { weights: 0.1, beta: 0.3 });
        let mut single = whole.clone();
        let (mut encoder, errors) = (NetworkForm::encoder(&settings), [0.5, -0.25, 0.125]);
        let mut steps = encoder.steps();
        let game = encoder.encode(&wandering(4, 60, 20), false, &mut steps);
        let (mut memory, mut gradient) = (Memory::default(), Gradient::new(whole.numbers()));
        whole.add_gradient(&steps, game.clone(), &errors, &mut gradient);
        gradient.drain(|index, derivative| {
            let rate = whole.rate(index, rates);
            *whole.parameter_mut(index) += rate * derivative;
        });
        single.judge(&steps, game.clone(), &mut memory, &mut Vec::new());
        single.step(&steps, game, &mut memory, &errors, rates);
        let pairs = whole.tensors().into_iter().zip(single.tensors());
        for (a, b) in pairs {
            assert!(
                a.values.iter().zip(&b.values).all(|(a, b)| (a - b).abs() < 1e-5),
                "{}",
                a.name
            );
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_nothing_else() {
        for settings in [settings(&[], 0), settings(&[25, 15], 5)] {
            let settings = NetworkSettings { hidden: 80, ..settings };
            let form = NetworkForm::of_material(&settings, 1).expect("material");
            let mut worth = Vec::new();
            for position in wandering(8, 90, 3) {
                let (found, real) = (men(&form, &settings, &position), balance(&position));
                assert!(real != 0.0 || found.abs() < 1e-4, "{found} where material is level");
                assert!(found * real >= 0.0, "{found} {real}");
                if real.abs() <= 2.0 && real != 0.0 {
                    worth.push(found / real);
                }
            }
            let mean = worth.iter().sum::<f32>() / worth.len() as f32;
            assert!((mean - 1.0).abs() < 0.25, "{mean}");
        }
    }

    #[test]
    fn without_the_input_of_material_there_is_no_such_start() {
        let settings = NetworkSettings { without: vec![Inputs::Material], ..settings(&[], 0) };
        let error = NetworkForm::of_material(&settings, 1).expect_err("no material").to_string();
        assert!(error.contains("material"), "{error}");
    }
}
