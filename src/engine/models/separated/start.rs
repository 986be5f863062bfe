//! A network with modalities apart that counts men and nothing else, to learn from play from there.

use super::activation::Activation;
use super::inputs::{INPUTS, piece};
use super::settings::SeparatedSettings;
use super::weights::{Separated, inputs_of};
use crate::board::Square;
use crate::models::model::StartError;

/// The weight of a man in the units that count: for the paper's activation so small that they count alike one man after the other.
fn weight(activation: Activation) -> f32 {
    if activation.has_beta() { 0.002 } else { 0.05 }
}

/// A king in men.
const KING: f32 = 3.0;

/// A network in which a man has this value and a king three times it: a pair of units over the squares counts the balance for one side
/// and for the other, a pair in common hands it on, and the others have no say yet. With ReLU it counts exactly; units of the
/// paper's activation count a larger balance for a little less.
///
/// # Errors
/// When there is no pair of units in a layer that must have one.
pub(super) fn of_material(
    settings: &SeparatedSettings,
    seed: u64,
    man: f32,
) -> Result<Separated, StartError> {
    let squares = settings.apart.len() - 1;
    if settings.apart[squares] < 2 || settings.hidden < 2 {
        return Err("a network that starts from material needs two units over the squares and two in common".into());
    }
    let mut form = Separated::random(settings, seed);
    count_men(&mut form, squares);
    let first: usize = settings.apart[..squares].iter().sum();
    pass_on(&mut form, first);
    form.output.fill(0.0);
    let output = man_value(&form, first);
    let signs = [man / output, -man / output];
    form.output[..2].copy_from_slice(&signs);
    Ok(form)
}

/// The first two units over the squares count men and kings, each for its side.
fn count_men(form: &mut Separated, squares: usize) {
    let start = inputs_of(form.apart.len())[squares].start;
    let man = weight(form.activation);
    let layer = &mut form.apart[squares];
    for input in 0..INPUTS - start {
        layer.row_mut(input)[..2].fill(0.0);
    }
    for (kind, value) in [man, -man, KING * man, -KING * man].into_iter().enumerate() {
        for square in Square::all() {
            let row = layer.row_mut(piece(kind, square) - start);
            (row[0], row[1]) = (value, -value);
        }
    }
}

/// The first two units in common see one of these two each, and nothing else.
fn pass_on(form: &mut Separated, first: usize) {
    for unit in 0..form.common.inputs() {
        form.common.row_mut(unit)[..2].fill(0.0);
    }
    form.common.row_mut(first)[0] = 1.0;
    form.common.row_mut(first + 1)[1] = 1.0;
}

/// What the pair in common makes of one man more.
fn man_value(form: &Separated, first: usize) -> f32 {
    let (betas, man): (Vec<f32>, f32) = (form.first_betas().collect(), weight(form.activation));
    let output = |sign: f32, unit: usize| {
        let h = form.activation.value(betas[first + unit], sign * man);
        form.activation.value(form.common.beta[unit], h)
    };
    output(1.0, 0) - output(-1.0, 1)
}
