//! The laws of patterns: gradient, symmetry, files.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::fen;
use crate::models::file::{WeightsFile, encode, without_checksum};
use crate::models::model::Model;
use crate::models::trials::{evaluated, positions, stepped};

/// Two small windows, so that cases are met again.
fn settings() -> PatternSettings {
    let text = "[[window]]\nname = \"a\"\nsquares = [27, 28, 31, 32, 33]\n[[window]]\nname = \"b\"\nsquares = [1, 22, 18]\n";
    let shapes = Arc::new(Shapes::read(text).expect("two windows"));
    PatternSettings { shapes, ..PatternSettings::default() }
}

fn random(settings: &PatternSettings, seed: u64) -> Patterns {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut model = Patterns::first(settings, 1);
    for weight in weights(&mut model) {
        *weight = (random.next_u64() % 2001) as f32 / 10_000.0 - 0.1;
    }
    model
}

fn weights(model: &mut Patterns) -> impl Iterator<Item = &mut f32> {
    model.weights.iter_mut().flatten()
}

#[test]
fn the_gradient_of_every_weight_equals_finite_differences() {
    for (stages, squash) in [(2, Squash::Tanh), (1, Squash::Tanh), (2, Squash::Linear)] {
        let settings = PatternSettings { stages, squash, rate: 1.0, rest_rate: 1.0, ..settings() };
        let (mut model, positions) = (random(&settings, 5), positions(7, 30));
        let errors: Vec<f32> = (0..positions.len()).map(|t| (t as f32 - 9.0) / 11.0).collect();
        let mut moved = stepped(&model, &settings, &positions, &errors);
        let before: Vec<f32> = weights(&mut model).map(|w| *w).collect();
        let gradient: Vec<f32> =
            weights(&mut moved).zip(&before).map(|(after, before)| *after - before).collect();
        let mut checked = 0;
        for (index, expected) in gradient.iter().enumerate().filter(|(_, g)| **g != 0.0) {
            let mut at = |offset: f32| {
                *weights(&mut model).nth(index).expect("a weight") = before[index] + offset;
                let values = evaluated(&model, &settings, &positions, false);
                *weights(&mut model).nth(index).expect("a weight") = before[index];
                let weighted = values.iter().zip(&errors).map(|(v, e)| f64::from(v * e));
                weighted.sum::<f64>()
            };
            let difference = (at(1e-2) - at(-1e-2)) / 2e-2;
            let error = (difference - f64::from(*expected)).abs();
            assert!(error < 5e-3 * (1.0 + difference.abs()), "{index}: {expected} {difference}");
            checked += 1;
        }
        assert!(checked > 30, "{checked}");
    }
}

#[test]
fn a_step_by_hand() {
    // One position, only White's man on 28 in window a, no globals, no kings: one case of the window as it stands, one of the
    // turned one, and those of b. All weights 0: V = 0, ∂V/∂sum = 1, δ = 1, so each case moves by η times its sign and share.
    let settings = PatternSettings { globals: false, kings: false, rate: 0.5, ..settings() };
    let model = Patterns::first(&settings, 1);
    let position = fen::read("W:W28:B29").expect("a position");
    let model = stepped(&model, &settings, &[position], &[1.0]);
    // Square 28 is the second of a: case 3. Turned it is 23, which a does not hold. 29 is in neither; turned it is 22, the second
    // square of b, where the turned window sees a man of its own: case 3. So a stands on 3 (+) and 0 (−), b on 0 (+) and 3 (−).
    let share = [2.0 / 40.0 * 0.5, 38.0 / 40.0 * 0.5];
    let b = model.shapes.range(1).start;
    assert_eq!(model.weights[3], share);
    assert_eq!(model.weights[0], share.map(|x| -x));
    assert_eq!(model.weights[b], share);
    assert_eq!(model.weights[b + 3], share.map(|x| -x));
    assert_eq!(model.cases().iter().filter(|pair| pair[1] != 0.0).count(), 4);
}

#[test]
fn what_is_good_for_one_side_is_as_good_for_the_other() {
    let model = random(&settings(), 11);
    for position in positions(3, 60) {
        let (own, other) = (model.value(&position, 14), model.value(&position.mirrored(), 14));
        assert!((own + other).abs() < 1e-6, "{position:?}: {own} {other}");
    }
}

#[test]
fn the_parts_of_an_explanation_add_up_to_the_learned_value() {
    let settings = settings();
    let model = random(&settings, 13);
    let positions = positions(5, 40);
    for (position, value) in positions.iter().zip(evaluated(&model, &settings, &positions, false)) {
        let explained = model.explain(position);
        let sum: f32 = explained.parts.iter().map(|part| part.contribution).sum();
        assert!((explained.value - value).abs() < 1e-5, "{position:?}");
        assert!((explained.rest + sum - value).abs() < 1e-4, "{position:?}");
        assert_eq!(model.value(position, position.occupied().len()), explained.value);
    }
}

#[test]
fn kings_are_told_on_the_squares_they_stand_on() {
    let settings = PatternSettings { kings: true, ..settings() };
    let position = fen::read("W:WK1,K7:BK5,3").expect("fen");
    let parts = random(&settings, 19).explain(&position).parts;
    let mut names: Vec<&str> =
        parts.iter().filter(|part| part.group == "kings").map(|part| &*part.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["black_king_5", "white_king_1", "white_king_7"]);
}

#[test]
fn patterns_written_and_read_are_the_same_and_spoiled_ones_are_refused() {
    for stages in [1, 2] {
        let settings = PatternSettings { stages, kings: stages == 2, ..settings() };
        let mut model = random(&settings, 17);
        if stages == 1 {
            model.weights.iter_mut().for_each(|pair| pair[1] = 0.0);
        }
        let bytes =
            without_checksum(encode(&model, "test", serde_json::Value::Null).expect("bytes"));
        let path = std::path::Path::new("p.safetensors");
        let read = |bytes: &[u8]| WeightsFile::of(path, bytes.to_vec())?.model::<Patterns>();
        assert_eq!(read(&bytes).expect("read"), model);
        for at in (0..bytes.len()).step_by(3) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x21;
            let _ = read(&bytes);
            assert!(read(&bytes[..at]).is_err());
        }
    }
}

#[test]
fn another_shape_is_no_start() {
    let model = random(&settings(), 19);
    assert!(model.warm_start(&settings()).is_ok_and(|started| started == model));
    let other = PatternSettings { stages: 1, globals: false, ..settings() };
    let message = model.warm_start(&other).expect_err("another shape").to_string();
    assert!(message.contains("other stages, globals than"), "{message}");
}
