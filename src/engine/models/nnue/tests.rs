//! The laws of patterns with a hidden layer: gradient, symmetry, whole numbers, files.

use std::path::Path;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::weights::Layer;
use super::*;
use crate::board::Position;
use crate::models::file::{WeightsFile, encode};
use crate::models::model::Model;
use crate::models::patterns::{PatternSet, PatternSettings, Patterns};
use crate::models::trials::{
    self, evaluated, is_alike_for_both_sides, parts_add_up, positions, reads_back, stepped,
    steps_up_the_gradient,
};
use crate::search::Evaluate;

/// One small pattern, so that the hidden layer has most of the weights.
fn settings(hidden: usize) -> NnueSettings {
    let text = "[[window]]\nname = \"a\"\nsquares = [27, 28, 31, 32]\n";
    let pattern_set = Arc::new(PatternSet::read(text).expect("a window"));
    let patterns = PatternSettings { pattern_set, ..PatternSettings::default() };
    NnueSettings { hidden, patterns, ..NnueSettings::default() }
}

fn layer_weights(layer: &mut Layer) -> impl Iterator<Item = &mut f32> {
    layer.parameters.iter_mut()
}

/// The same, learned by Adam.
fn by_adam(settings: NnueSettings) -> NnueSettings {
    NnueSettings { hidden_optimizer: HiddenOptimiser::Adam, ..settings }
}

/// Random weights of the layer, of the size that learning makes; the patterns know nothing.
fn random(settings: &NnueSettings, seed: u64) -> Nnue {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut model = Nnue::first(settings, 1);
    for weight in layer_weights(&mut model.layer) {
        *weight += (random.next_u64() % 2001) as f32 / 5_000.0 - 0.2;
    }
    model
}

/// Calls `check` with each sum that a search would see.
fn walk(model: &Nnue, seed: u64, mut check: impl FnMut(f32, &Position)) {
    let evaluator = &mut model.evaluator();
    trials::walk(evaluator, seed, |evaluator, position| check(evaluator.sum(position), position));
}

#[test]
fn the_gradient_of_every_hidden_weight_equals_finite_differences() {
    let mut settings = NnueSettings { hidden_lr: 1.0, ..settings(3) };
    (settings.patterns.lr, settings.patterns.rest_lr) = (1.0, 1.0);
    for stages in [1, 2] {
        settings.patterns.stages = stages;
        // At the ends of its range a unit has a corner, which a difference rounds off.
        let checked = steps_up_the_gradient(&random(&settings, 5), &settings, 3e-3, 8e-3);
        assert!(checked > 100, "{checked}");
    }
}

/// One step towards White.
fn stepped_up(model: &Nnue, settings: &NnueSettings) -> Nnue {
    stepped(model, settings, &positions(7, 25), &[0.3; 25])
}

#[test]
fn adam_begins_with_steps_of_the_rate_along_the_sign_of_the_gradient() {
    let plain = NnueSettings { hidden_lr: 1.0, ..settings(4) };
    let adam = NnueSettings { hidden_lr: 0.01, ..by_adam(settings(4)) };
    let mut model = random(&plain, 5);
    let mut gradient = stepped_up(&model, &plain);
    let begun = model.warm_start(&adam).expect("the same shape");
    let mut moved = stepped_up(&begun, &adam);
    assert!(moved.patterns == gradient.patterns, "windows learn by plain steps");
    let before: Vec<f32> = layer_weights(&mut model.layer).map(|w| *w).collect();
    let both = layer_weights(&mut gradient.layer).zip(layer_weights(&mut moved.layer));
    let mut signs = [0; 3];
    for ((gradient, moved), before) in both.zip(before) {
        let (gradient, by) = (*gradient - before, *moved - before);
        // The ε of the rule is felt below this.
        if gradient.abs() > 1e-4 {
            assert!((by - 0.01 * gradient.signum()).abs() < 1e-4, "{gradient} {by}");
        } else if gradient == 0.0 {
            assert_eq!(by, 0.0);
        }
        signs[if gradient == 0.0 { 0 } else { 1 + usize::from(gradient > 0.0) }] += 1;
    }
    assert!(signs.iter().all(|count| *count > 20), "{signs:?}");
}

#[test]
fn what_adam_remembers_moves_the_layer_even_where_nothing_is_wrong_any_more() {
    let settings = by_adam(settings(4));
    let moved = stepped_up(&random(&settings, 5), &settings);
    let rested = stepped(&moved, &settings, &positions(7, 3), &[0.0; 3]);
    assert!(rested.patterns == moved.patterns && rested.layer != moved.layer);
    let steps = [&moved, &rested].map(|model| model.adam.as_ref().map(|adam| adam.steps));
    assert_eq!(steps, [Some(1), Some(2)]);
}

#[test]
fn what_is_good_for_one_side_is_as_good_for_the_other() {
    is_alike_for_both_sides(&random(&settings(7), 11));
}

#[test]
fn a_layer_that_was_never_learned_adds_nothing() {
    let settings = settings(8);
    let (model, patterns) = (Nnue::first(&settings, 3), Patterns::first(&settings.patterns, 3));
    for position in positions(9, 20) {
        assert_eq!(model.value(&position, 14), patterns.value(&position, 14));
    }
}

#[test]
fn the_parts_of_an_explanation_add_up_to_the_learned_value() {
    let settings = settings(5);
    parts_add_up(&random(&settings, 13), &settings, &positions(5, 40));
}

#[test]
fn sums_carried_along_a_line_are_those_from_scratch_to_the_bit() {
    for (seed, hidden) in [(1, 5), (2, 16), (3, 40)] {
        let model = random(&settings(hidden), seed);
        let player = model.evaluator();
        walk(&model, seed, |sum, position| {
            let mut fresh = player.clone();
            fresh.reset(position);
            assert_eq!(sum, fresh.sum(position), "{position:?}");
        });
    }
}

#[test]
fn the_search_sees_the_sum_that_was_learned_within_a_hundredth_of_a_man() {
    let settings = settings(32);
    let model = random(&settings, 17);
    let mut largest = 0.0f32;
    walk(&model, 19, |sum, position| {
        let learned = evaluated(&model, &settings, &[*position], false)[0];
        largest = largest.max((sum.tanh() - learned).abs());
    });
    // A result of ±1 is 2.5 men.
    assert!(largest < 0.004, "{largest}");
}

#[test]
fn a_file_written_and_read_is_the_same_and_spoiled_ones_are_refused() {
    for (stages, learned) in [(1, settings(3)), (2, settings(3)), (1, by_adam(settings(3)))] {
        let mut settings = learned;
        settings.patterns.stages = stages;
        let mut model = random(&settings, 17);
        if stages == 1 {
            model.layer.parts_mut()[2][3..].fill(0.0);
        }
        let text = reads_back(&stepped_up(&model, &settings), 3);
        assert!(text.contains(Nnue::KIND) && text.contains("hidden.weight"));
    }
}

#[test]
fn weights_that_no_learning_makes_neither_panic_nor_overflow() {
    let mut model = random(&settings(3), 23);
    model.layer.parts_mut()[0][7] = 1e9;
    model.layer.parts_mut()[1][1] = -1e9;
    model.layer.parts_mut()[2][2] = 1e9;
    walk(&model, 29, |sum, position| assert!(sum.is_finite(), "{position:?}"));
}

#[test]
fn a_run_may_start_from_patterns_and_then_begins_with_their_values() {
    let settings = settings(6);
    let (patterns, positions) = (Patterns::first(&settings.patterns, 1), positions(31, 30));
    let patterns = stepped(&patterns, &settings.patterns, &positions, &[0.5; 30]);
    let bytes = encode(&patterns, "test", serde_json::Value::Null).expect("bytes");
    let file = WeightsFile::of(Path::new("p.safetensors"), bytes).expect("a file");
    assert!(file.model::<Nnue>().is_err(), "patterns are no nnue");
    let begun =
        file.start::<Nnue>().expect("a start").warm_start(&settings).expect("the same windows");
    assert!(begun.matches(&settings));
    for position in &positions {
        assert_eq!(begun.value(position, 14), patterns.value(position, 14));
    }
    let bytes = encode(&begun, "test", serde_json::Value::Null).expect("bytes");
    let file = WeightsFile::of(Path::new("n.safetensors"), bytes).expect("a file");
    assert!(file.start::<Patterns>().is_err(), "patterns begin with nothing else");
}

#[test]
fn another_shape_is_no_start() {
    let model = random(&settings(4), 19);
    assert!(model.warm_start(&settings(4)).is_ok_and(|started| started == model));
    let adam = by_adam(settings(4));
    let learned = stepped_up(&model.warm_start(&adam).expect("as a start"), &adam);
    assert!(learned.matches(&adam) && !learned.matches(&settings(4)) && !model.matches(&adam));
    assert!(
        learned.warm_start(&adam).is_ok_and(|started| started == learned),
        "and resumes from a file"
    );
    assert!(learned.warm_start(&settings(4)).is_ok_and(|started| started.matches(&settings(4))));
    let message = model.warm_start(&settings(5)).expect_err("another shape").to_string();
    assert!(message.contains("give --hidden 4"), "{message}");
}
