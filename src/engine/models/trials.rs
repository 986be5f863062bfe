//! What the tests of all models have in common: positions of games at random, their values, walks such as a search makes, laws.

use std::ops::Range;
use std::path::Path;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::file::{WeightsFile, encode, without_checksum};
use super::model::{Model, ModelSettings};
use super::parameters::{Gradient, Rates};
use crate::board::{Color, MoveList, Position, fen};
use crate::search::Evaluate;

/// Positions of a game that chance plays, kings among them.
pub(super) fn positions(seed: u64, most: usize) -> Vec<Position> {
    let first = fen::read("W:WK46,28,32,33,38,27,31:BK5,19,23,8,13,18,12").expect("fen");
    game(first, seed, most)
}

/// Positions of a game that chance plays from the start, each `stride`-th.
pub(super) fn wandering(seed: u64, most: usize, stride: usize) -> Vec<Position> {
    game(Position::start(), seed, most).into_iter().step_by(stride).collect()
}

fn game(first: Position, seed: u64, most: usize) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = vec![first];
    while positions.len() < most {
        let last = positions[positions.len() - 1];
        let moves = MoveList::legal(&last);
        let Some(&mv) = moves.get(random.next_u64() as usize % moves.len().max(1)) else { break };
        positions.push(last.succ(mv));
    }
    positions
}

/// The values of the positions of a game as learning sees them.
pub(super) fn evaluated<F: Model>(
    model: &F,
    settings: &F::Settings,
    positions: &[Position],
    mirrored: bool,
) -> Vec<f32> {
    let mut encoder = F::encoder(settings);
    let (mut steps, mut values) = (F::no_steps(&encoder), Vec::new());
    let game = F::encode(&mut encoder, positions, mirrored, &mut steps);
    model.values(&steps, game, &mut Default::default(), &mut values);
    values
}

/// A model after one step along the game, for the errors of its values.
pub(super) fn stepped<F: Model>(
    model: &F,
    settings: &F::Settings,
    positions: &[Position],
    errors: &[f32],
) -> F {
    let (mut model, mut encoder) = (model.clone(), F::encoder(settings));
    let (mut steps, mut trace, mut outputs) =
        (F::no_steps(&encoder), F::Trace::default(), Vec::new());
    let game = F::encode(&mut encoder, positions, false, &mut steps);
    model.forward(&steps, game.clone(), &mut trace, &mut outputs);
    let slopes = outputs.iter().map(|&output| model.activation(output).1);
    let errors: Vec<f32> = slopes.zip(errors).map(|(slope, error)| slope * error).collect();
    model.step(&steps, game, &mut trace, &errors, settings.rates(1.0));
    model
}

/// Walks at random, forwards and back, and calls `check` now and then where a search would ask.
pub(super) fn walk<E: Evaluate>(
    evaluator: &mut E,
    seed: u64,
    mut check: impl FnMut(&mut E, &Position),
) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut line = vec![Position::start()];
    evaluator.reset(&line[0]);
    for _ in 0..2000 {
        let position = line[line.len() - 1];
        let (moves, draw) = (MoveList::legal(&position), random.next_u64() as usize);
        if line.len() > 100 || moves.is_empty() || (draw.is_multiple_of(3) && line.len() > 1) {
            evaluator.pop();
            line.pop();
        } else {
            let mv = moves[draw / 3 % moves.len()];
            line.push(position.succ(mv));
            evaluator.push(&position, mv, &line[line.len() - 1]);
        }
        if random.next_u64().is_multiple_of(2) {
            check(evaluator, &line[line.len() - 1]);
        }
    }
}

/// Σ_t errors_t sum(s_t) of a model.
fn weighted<F: Model>(model: &F, steps: &F::Steps, game: Range<usize>, errors: &[f32]) -> f64 {
    let mut sums = Vec::new();
    model.forward(steps, game, &mut F::Trace::default(), &mut sums);
    sums.iter().zip(errors).map(|(&sum, &error)| f64::from(sum) * f64::from(error)).sum()
}

/// Compares every derivative that is not zero, or each `stride`-th of them, with finite differences.
pub(super) fn gradient_is_right<F: Model>(
    model: &mut F,
    settings: &F::Settings,
    positions: &[Position],
    stride: usize,
) {
    let mut encoder = F::encoder(settings);
    let mut steps = F::no_steps(&encoder);
    let game = F::encode(&mut encoder, positions, false, &mut steps);
    let errors: Vec<f32> = (0..positions.len()).map(|t| (t as f32 - 2.0) / 3.0).collect();
    let (mut trace, mut gradient) = (F::Trace::default(), Gradient::new(model.padded_len()));
    model.forward(&steps, game.clone(), &mut trace, &mut Vec::new());
    model.backward(&steps, game.clone(), &mut trace, &errors, &mut gradient);
    let mut found = Vec::new();
    gradient.drain(|index, derivative| found.push((index, derivative)));
    assert!(found.len() > 3 * stride, "{} derivatives", found.len());
    let step = 4e-3;
    for (index, derivative) in found.into_iter().step_by(stride) {
        let mut at = |offset: f32| {
            model.stepper(Rates::ONE).add(index, offset);
            model.tie_weights();
            let sum = weighted(model, &steps, game.clone(), &errors);
            model.stepper(Rates::ONE).add(index, -offset);
            model.tie_weights();
            sum
        };
        let difference = (at(step) - at(-step)) / f64::from(2.0 * step);
        let error = (difference - f64::from(derivative)).abs();
        assert!(error < 6e-3 * (1.0 + difference.abs()), "{index}: {derivative} {difference}");
    }
}

/// The value of a position that only its material decides, in men.
pub(super) fn men<F: Model>(model: &F, settings: &F::Settings, position: &Position) -> f32 {
    let mut encoder = F::encoder(settings);
    let mut steps = F::no_steps(&encoder);
    let game = F::encode(&mut encoder, std::slice::from_ref(position), false, &mut steps);
    let mut sums = Vec::new();
    model.forward(&steps, game, &mut F::Trace::default(), &mut sums);
    sums[0] / F::MAN
}

/// Men and kings of White less those of Black, a king as three.
pub(super) fn balance(position: &Position) -> f32 {
    let count = |color| position.men(color).len() + 3 * position.kings(color).len();
    count(Color::White) as f32 - count(Color::Black) as f32
}

/// Compares what a step moves with finite differences of the values, parameter by parameter, and returns how many moved.
pub(super) fn steps_up_the_gradient<F: Model>(
    model: &F,
    settings: &F::Settings,
    step: f32,
    tolerance: f64,
) -> usize {
    let positions = positions(7, 25);
    let errors: Vec<f32> = (0..positions.len()).map(|t| (t as f32 - 9.0) / 11.0).collect();
    let moved = stepped(model, settings, &positions, &errors);
    let numbers = |model: &F| -> Vec<f32> {
        model.groups().iter().flat_map(|group| group.values.to_vec()).collect()
    };
    let changes =
        numbers(&moved).into_iter().zip(numbers(model)).map(|(after, before)| after - before);
    let changes: Vec<(usize, f32)> = changes.enumerate().filter(|(_, by)| *by != 0.0).collect();
    for &(index, expected) in &changes {
        let at = |offset: f32| {
            let mut model = model.clone();
            model.stepper(Rates::ONE).add(index, offset);
            let values = evaluated(&model, settings, &positions, false);
            values.iter().zip(&errors).map(|(v, e)| f64::from(v * e)).sum::<f64>()
        };
        let difference = (at(step) - at(-step)) / f64::from(2.0 * step);
        let error = (difference - f64::from(expected)).abs();
        assert!(error < tolerance * (1.0 + difference.abs()), "{index}: {expected} {difference}");
    }
    changes.len()
}

/// What is good for one side is as good for the other.
pub(super) fn is_alike_for_both_sides<F: Model>(model: &F) {
    for position in positions(3, 60) {
        let (own, other) = (model.value(&position, 14), model.value(&position.mirrored(), 14));
        assert!((own + other).abs() < 1e-6, "{position:?}: {own} {other}");
    }
}

/// The parts of an explanation, and the groups of parts, add up to the learned value.
pub(super) fn parts_add_up<F: Model>(model: &F, settings: &F::Settings, positions: &[Position]) {
    for (position, value) in positions.iter().zip(evaluated(model, settings, positions, false)) {
        let explained = model.explain(position);
        let sum: f32 = explained.parts.iter().map(|part| part.contribution).sum();
        assert!((explained.value - value).abs() < 1e-5, "{position:?}");
        assert!((explained.rest + sum - value).abs() < 1e-4, "{position:?}");
        let alone = model.value(position, position.occupied().len());
        assert!((alone - explained.value).abs() < 1e-6, "{position:?}");
        let groups: f32 = explained.groups.iter().map(|group| explained.group(group)).sum();
        assert!((groups - sum).abs() < 1e-4, "every part is of a group");
    }
}

/// A file written and read is the same; cut short, or changed at each `stride`-th byte, it does not make the reader panic. Gives
/// the file as text.
pub(super) fn reads_back<F: Model>(model: &F, stride: usize) -> String {
    let bytes = without_checksum(encode(model, "test", serde_json::Value::Null).expect("bytes"));
    let read =
        |bytes: &[u8]| WeightsFile::of(Path::new("n.safetensors"), bytes.to_vec())?.model::<F>();
    assert_eq!(&read(&bytes).expect("read"), model);
    for at in (0..bytes.len()).step_by(stride) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x21;
        let _ = read(&bytes);
        assert!(read(&bytes[..at]).is_err());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
