use std::path::Path;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::*;
use crate::board::{Color, MoveList, Position};
use crate::features::{Catalogue, Subset};
use crate::models::network::{NetworkModel, NetworkSettings};
use crate::models::points::score;
use crate::models::trials::wandering;
use crate::models::uniform::symmetric;
use crate::models::{Model, WeightsFile, file};
use crate::search::Evaluate;

fn names(subset: Subset) -> Vec<String> {
    Catalogue::embedded().names().take(subset.len()).map(String::from).collect()
}

fn named(names: &[String]) -> DenseInputs {
    DenseInputs::named(Catalogue::embedded().clone(), names).expect("inputs of the catalogue")
}

/// A network with random weights; the last of these layers is the output.
fn network(
    inputs: DenseInputs,
    sides: Sides,
    units: &[usize],
    activation: DenseActivation,
    output: DenseActivation,
) -> Dense {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut width = inputs.count();
    let layers = units.iter().enumerate().map(|(number, &units)| {
        let mut weights = |count: usize| (0..count).map(|_| 0.3 * symmetric(&mut random)).collect();
        let (weights, bias) = (weights(units * width), weights(units));
        width = sides.width_after(number, units);
        let activation = if units == 1 { output } else { activation };
        DenseLayer { weights, bias, activation }
    });
    let layers = layers.collect();
    Dense::new(inputs, sides, layers).expect("layers that fit")
}

fn all() -> Vec<Dense> {
    let picked = ["material", "hekstelling", "white man 28"].map(String::from);
    let picked: Vec<String> =
        picked.into_iter().filter(|name| names(Subset::Nn4).contains(name)).collect();
    assert!(!picked.is_empty());
    let mut all = Vec::new();
    for sides in [Sides::White, Sides::Mover, Sides::Both] {
        for activation in DenseActivation::ALL {
            let inputs = [
                DenseInputs::Squares,
                named(&names(Subset::Nn4)),
                named(&names(Subset::Nn2)),
                named(&picked),
            ];
            for inputs in inputs {
                all.push(network(inputs, sides, &[21, 1], activation, DenseActivation::Linear));
            }
        }
        let deep = [40, 33, 17, 1];
        let relu = DenseActivation::Relu;
        all.push(network(DenseInputs::Squares, sides, &deep, relu, DenseActivation::Linear));
        if sides != Sides::Both {
            let one = DenseActivation::Linear;
            all.push(network(named(&names(Subset::Nn3)), sides, &[1], one, one));
        }
    }
    all
}

/// Follows random lines as a search does, with side lines, and compares every score.
#[test]
fn sums_that_follow_the_moves_give_the_values_of_all_shapes() {
    for dense in all() {
        let mut evaluator = DenseEvaluator::new(&dense);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut line = vec![Position::start()];
        evaluator.reset(&line[0]);
        for _ in 0..300 {
            let position = line[line.len() - 1];
            let moves = MoveList::legal(&position);
            let is_back = random.next_u64() % 5 < 2 || moves.is_empty() || line.len() > 90;
            if is_back && line.len() > 1 {
                line.pop();
                evaluator.pop();
            } else {
                let mv = moves[random.next_u64() as usize % moves.len()];
                let next = position.succ(mv);
                evaluator.push(&position, mv, &next);
                line.push(next);
            }
            let position = line[line.len() - 1];
            let expected = score(dense.value(&position, Color::White), &position).points();
            let found = evaluator.value(&position).points();
            assert!((found - expected).abs() <= 1, "{dense:?}: {found} {expected}");
        }
    }
}

#[test]
fn a_side_sees_what_the_other_would_see_on_the_turned_board() {
    for dense in all() {
        for position in wandering(2, 90, 5) {
            let [own, other] =
                [Color::White, Color::Black].map(|side| dense.value(&position, side));
            assert!((own + other).abs() < 1e-6);
            if dense.sides() != Sides::White {
                let turned = dense.value(&position.mirrored(), Color::Black);
                assert!((own - turned).abs() < 1e-5, "{own} {turned}");
            }
        }
    }
}

#[test]
fn a_network_of_the_paper_written_as_layers_has_the_same_values() {
    let settings = NetworkSettings { beta: 1.0, hidden: 20, ..NetworkSettings::default() };
    let model = NetworkModel::first(&settings, 5);
    let paper = &model.networks()[0];
    let layers = vec![
        DenseLayer {
            weights: paper.input.t().iter().copied().collect(),
            bias: paper.bias.to_vec(),
            activation: DenseActivation::Softsign,
        },
        DenseLayer {
            weights: paper.output.to_vec(),
            bias: vec![paper.output_bias],
            activation: DenseActivation::Linear,
        },
    ];
    let dense = Dense::new(named(&names(Subset::Nn4)), Sides::White, layers).expect("layers");
    for position in wandering(3, 90, 9) {
        let (own, expected) = (
            dense.value(&position, Color::White),
            model.value(&position, position.occupied().len()),
        );
        assert!((own - expected).abs() < 1e-5, "{own} {expected}");
    }
}

#[test]
fn what_inputs_add_makes_the_value_with_the_rest() {
    for dense in all() {
        let position = wandering(1, 40, 1).pop().expect("a position");
        let explained = dense.explain(&position);
        let sum = explained.parts.iter().map(|part| part.contribution).sum::<f32>();
        assert!((explained.value - explained.rest - sum).abs() < 1e-4);
        assert!(explained.parts.iter().all(|part| explained.groups.contains(&part.group)));
    }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for dense in all() {
        let bytes = file::encode(&dense, "a test", Value::Null).expect("a file");
        let read = WeightsFile::of(Path::new("x.safetensors"), bytes).expect("ours");
        assert_eq!(read.open(Dense::KIND, Dense::restore).expect("dense"), dense);
    }
}

#[test]
fn layers_that_do_not_fit_are_refused_with_their_number() {
    let layer = |units: usize, inputs: usize| DenseLayer {
        weights: vec![0.5; units * inputs],
        bias: vec![0.0; units],
        activation: DenseActivation::Tanh,
    };
    let refused = |sides, layers| {
        Dense::new(DenseInputs::Squares, sides, layers).expect_err("a fault").to_string()
    };
    let first = || layer(8, SQUARE_INPUTS);
    assert!(refused(Sides::White, vec![]).contains("0 layers"));
    assert!(refused(Sides::White, vec![first(), layer(1, 9)]).contains("layer 1 has 9 weights"));
    assert!(refused(Sides::Both, vec![first(), layer(1, 8)]).contains("16 inputs have 16"));
    assert!(refused(Sides::White, vec![first()]).contains("has 8 units"));
    assert!(refused(Sides::White, vec![layer(0, SQUARE_INPUTS)]).contains("layer 0 has 0 units"));
    let mut infinite = first();
    infinite.weights[3] = f32::INFINITY;
    assert!(refused(Sides::White, vec![infinite, layer(1, 8)]).contains("inf"));
    let mut relu = layer(1, 8);
    relu.activation = DenseActivation::Relu;
    assert!(refused(Sides::White, vec![first(), relu]).contains("linear or tanh"));
    let unknown = DenseInputs::named(Arc::clone(Catalogue::embedded()), &["x".into()]);
    assert!(unknown.expect_err("no such input").to_string().contains("'x'"));
}
