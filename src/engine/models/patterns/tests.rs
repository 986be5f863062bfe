//! The laws of patterns: gradient, symmetry, files.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::fen;
use crate::models::model::Model;
use crate::models::trials::{
    is_alike_for_both_sides, parts_add_up, positions, reads_back, stepped, steps_up_the_gradient,
};

const A: &str = "[[window]]\nname = \"a\"\nsquares = [27, 28, 31, 32, 33]\n";
const B: &str = "[[window]]\nname = \"b\"\nsquares = [1, 22, 18]\n";

/// Two small patterns, so that indices repeat.
fn settings() -> PatternSettings {
    with_patterns(&[A, B])
}

fn with_patterns(patterns: &[&str]) -> PatternSettings {
    let pattern_set = Arc::new(PatternSet::read(&patterns.concat()).expect("windows"));
    PatternSettings { pattern_set, ..PatternSettings::default() }
}

fn random(settings: &PatternSettings, seed: u64) -> Patterns {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut model = Patterns::first(settings, 1);
    for weight in model.weights.iter_mut().flatten() {
        *weight = (random.next_u64() % 2001) as f32 / 10_000.0 - 0.1;
    }
    model
}

#[test]
fn the_gradient_of_every_weight_equals_finite_differences() {
    for (stages, output_activation) in
        [(2, OutputActivation::Tanh), (1, OutputActivation::Tanh), (2, OutputActivation::Linear)]
    {
        let settings =
            PatternSettings { stages, output_activation, lr: 1.0, rest_lr: 1.0, ..settings() };
        let checked = steps_up_the_gradient(&random(&settings, 5), &settings, 1e-2, 5e-3);
        assert!(checked > 30, "{checked}");
    }
}

#[test]
fn a_step_by_hand() {
    // One position, only White's man on 28 in pattern a, no globals, no kings: one index of the pattern, one of its mirror
    // image, and those of b. All weights 0: V = 0, ∂V/∂sum = 1, δ = 1, so each weight moves by η times its sign and share.
    let settings = PatternSettings { globals: false, kings: false, lr: 0.5, ..settings() };
    let model = Patterns::first(&settings, 1);
    let position = fen::read("W:W28:B29").expect("a position");
    let model = stepped(&model, &settings, &[position], &[1.0]);
    // Square 28 is the second of a: index 3. Turned it is 23, which a does not hold. 29 is in neither; turned it is 22, the second
    // square of b, where the mirror image sees a man of its own: index 3. So a has 3 (+) and 0 (−), b on 0 (+) and 3 (−).
    let share = [2.0 / 40.0 * 0.5, 38.0 / 40.0 * 0.5];
    let b = model.pattern_set.range(1).start;
    assert_eq!(model.weights[3], share);
    assert_eq!(model.weights[0], share.map(|x| -x));
    assert_eq!(model.weights[b], share);
    assert_eq!(model.weights[b + 3], share.map(|x| -x));
    assert_eq!(model.pattern_weights().iter().filter(|pair| pair[1] != 0.0).count(), 4);
}

#[test]
fn what_is_good_for_one_side_is_as_good_for_the_other() {
    is_alike_for_both_sides(&random(&settings(), 11));
}

#[test]
fn the_parts_of_an_explanation_add_up_to_the_learned_value() {
    parts_add_up(&random(&settings(), 13), &settings(), &positions(5, 40));
}

#[test]
fn kings_are_counted_by_the_squares_they_are_on() {
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
        reads_back(&model, 3);
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

#[test]
fn more_windows_begin_with_the_values_of_those_that_are_there() {
    let (settings, added) = (settings(), "[[window]]\nname = \"c\"\nsquares = [16, 17, 21, 22]\n");
    let (model, more) = (random(&settings, 23), with_patterns(&[added, B, A]));
    let begun = model.warm_start(&more).expect("the windows of the model and one more");
    assert!(begun.matches(&more));
    assert!(begun.weights[begun.pattern_set.range(0)].iter().all(|pair| *pair == [0.0; 2]));
    for position in positions(29, 40) {
        // The patterns are summed in another order.
        let (value, before) = (begun.value(&position, 20), model.value(&position, 20));
        assert!((value - before).abs() < 1e-5, "{value} {before}");
    }
    let message = begun.warm_start(&settings).expect_err("a window fewer").to_string();
    assert!(message.contains("other windows than"), "{message}");
}
