//! The laws of a network with modalities apart: one step by hand, whole numbers, explanations, files.

use super::*;
use crate::board::Position;
use crate::models::model::{Model, ValueFunction};
use crate::models::parameters::Rates;
use crate::models::trials::{self, evaluated, parts_add_up, reads_back, stepped, wandering};
use crate::search::Evaluate;

fn shapes() -> [SeparatedSettings; 3] {
    let base =
        SeparatedSettings { feature_layers: vec![5, 9, 17], hidden: 33, ..Default::default() };
    let soft = SeparatedSettings { activation: Activation::Softsign, hidden: 12, ..base.clone() };
    let one = SeparatedSettings { feature_layers: vec![20], hidden: 64, ..base.clone() };
    [base, soft, one]
}

/// A network that says something.
fn loud(settings: &SeparatedSettings, seed: u64) -> Separated {
    let mut model = Separated::first(settings, seed);
    model.output.iter_mut().for_each(|weight| *weight *= 30.0);
    model.output_bias = 0.1;
    model
}

/// Calls `check` with each sum that a search would see.
fn walk(model: &Separated, seed: u64, mut check: impl FnMut(f32, &Position)) {
    let evaluator = &mut model.evaluator();
    trials::walk(evaluator, seed, |evaluator, position| check(evaluator.sum(position), position));
}

#[test]
fn a_step_of_a_game_is_the_gradient_of_its_errors_through_tanh() {
    for settings in shapes() {
        let (mut model, positions) = (loud(&settings, 3), wandering(4, 60, 6));
        let errors: Vec<f32> = (0..positions.len()).map(|t| t as f32 / 8.0 - 0.5).collect();
        let (mut steps, mut trace, mut sums) =
            (Separated::no_steps(&()), ForwardTrace::default(), Vec::new());
        let game = steps.extend(&positions, false);
        model.forward(&steps, game.clone(), &mut trace, &mut sums);
        let slopes = sums.iter().zip(&errors).map(|(sum, e)| e * (1.0 - sum.tanh().powi(2)));
        let slopes: Vec<f32> = slopes.collect();
        let mut gradient = crate::models::Gradient::new(model.padded_len());
        model.backward(&steps, game.clone(), &mut trace, &slopes, &mut gradient);
        let mut by_gradient = model.clone();
        let rates = Rates { weights: 0.01, rest: 0.02, hidden: 0.0 };
        let mut stepper = by_gradient.stepper(rates);
        gradient.drain(|index, derivative| stepper.add(index, derivative));
        let settings = SeparatedSettings { lr: 0.01, beta_lr: 0.02, ..settings };
        model = stepped(&model, &settings, &positions, &errors);
        let (found, expected) = (model.groups(), by_gradient.groups());
        for (found, expected) in found.iter().zip(&expected) {
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
            assert!(found.values.iter().zip(expected.values).all(close), "{}", found.name);
        }
    }
}

#[test]
fn a_step_by_hand_moves_every_weight_on_the_way() {
    let settings =
        SeparatedSettings { feature_layers: vec![1, 1, 1], hidden: 1, ..Default::default() };
    let mut model =
        Separated::zeros(settings.activation, &settings.feature_layers, settings.hidden);
    // Only White's man on 28 is heard: net 0.5, sum 0.5 · 2 · 0.25.
    let man = 27;
    model.feature_layers[2].weights[man] = 0.5;
    model.common.weights[2] = 2.0;
    model.output[0] = 0.25;
    let position = crate::board::fen::read("W:W28:B1").expect("fen");
    let value = 0.25f32.tanh();
    assert!((evaluated(&model, &settings, &[position], false)[0] - value).abs() < 1e-6);
    let settings = SeparatedSettings { lr: 0.1, beta_lr: 0.0, ..settings };
    let model = stepped(&model, &settings, &[position], &[-1.0]);
    let error = -0.1 * (1.0 - value * value);
    let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found}");
    close(model.output[0], 0.25 + error * 1.0);
    close(model.output_bias, error);
    close(model.common.weights[2], 2.0 + error * 0.25 * 0.5);
    close(model.common.bias[0], error * 0.25);
    close(model.feature_layers[2].weights[man], 0.5 + error * 0.25 * 2.0);
    close(model.feature_layers[2].bias[0], error * 0.25 * 2.0);
    // The black man on 1 was seen as well; units with an output of 0 pass nothing on.
    close(model.feature_layers[2].weights[50], error * 0.25 * 2.0);
    close(model.feature_layers[0].bias[0], 0.0);
}

#[test]
fn mirrored_steps_are_those_of_the_mirrored_positions() {
    let settings = &shapes()[0];
    let (model, positions) = (loud(settings, 3), wandering(6, 80, 4));
    let mirrored: Vec<Position> = positions.iter().map(Position::mirrored).collect();
    assert_eq!(
        evaluated(&model, settings, &positions, true),
        evaluated(&model, settings, &mirrored, false)
    );
}

#[test]
fn the_parts_of_an_explanation_add_up_to_the_learned_value() {
    for settings in shapes() {
        parts_add_up(&loud(&settings, 13), &settings, &wandering(5, 120, 3));
    }
}

#[test]
fn sums_carried_along_a_line_are_those_from_scratch_to_the_bit_and_those_that_were_learned() {
    for (seed, settings) in shapes().iter().enumerate() {
        let model = loud(settings, seed as u64);
        let player = model.evaluator();
        walk(&model, seed as u64, |sum, position| {
            let mut fresh = player.clone();
            fresh.reset(position);
            assert_eq!(sum, fresh.sum(position), "{position:?}");
            let learned = evaluated(&model, settings, &[*position], false)[0];
            assert!((sum.tanh() - learned).abs() < 1e-3, "{sum} {learned} {position:?}");
        });
    }
}

#[test]
fn weights_that_no_learning_makes_neither_panic_nor_overflow() {
    for settings in shapes() {
        let mut model = loud(&settings, 23);
        model.feature_layers[0].weights[7] = 1e9;
        model.feature_layers[0].bias[1] = -1e9;
        model.common.weights[3] = 1e9;
        model.output[2] = 1e9;
        walk(&model, 29, |sum, position| assert!(!sum.is_nan(), "{position:?}"));
    }
}

#[test]
fn a_file_written_and_read_is_the_same_and_spoiled_ones_are_refused() {
    for settings in shapes() {
        let small = SeparatedSettings {
            feature_layers: settings.feature_layers.iter().map(|_| 1).collect(),
            hidden: 2,
            ..settings
        };
        let text = reads_back(&loud(&small, 17), 7);
        assert!(text.contains(Separated::KIND) && text.contains("common.weight"));
        assert_eq!(text.contains("common.beta"), small.activation.has_beta());
    }
}

#[test]
fn another_shape_is_no_start() {
    let [settings, soft, one] = shapes();
    let model = loud(&settings, 19);
    assert!(model.warm_start(&settings).is_ok_and(|started| started == model));
    for other in [soft, one] {
        let message = model.warm_start(&other).expect_err("another shape").to_string();
        assert!(
            message.contains("--feature-layers 5,9,17 --hidden 33 --activation relu"),
            "{message}"
        );
    }
}
