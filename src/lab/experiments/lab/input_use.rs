//! What a network makes of each of its inputs.

use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::features::InputView;
use crate::learning::report_phases;
use crate::models::network::NetworkModel;

/// Positions of each phase that are looked at.
const POSITIONS: usize = 3000;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "Columns")]
pub(crate) struct InputUse {
    /// The mean size of its contribution to a value.
    pub used: Vec<f64>,
    /// What one unit of it adds to White's value, where it is not zero; 0 where it always is.
    pub unit: Vec<f64>,
    /// The share of positions in which it is not zero.
    pub seen: Vec<f64>,
}

/// An input in the raw figures: without names, which would be most of the file.
type Columns = (Vec<f64>, Vec<f64>, Vec<f64>);

impl From<InputUse> for Columns {
    fn from(input: InputUse) -> Columns {
        (input.used, input.unit, input.seen)
    }
}

#[derive(Clone, Copy, Default)]
struct InputSums {
    size: f64,
    product: f64,
    square: f64,
    seen: u32,
}

/// Divides the values of positions among the inputs by integrated gradients, and sums up by phase.
pub(super) fn input_uses(
    model: &NetworkModel,
    view: &InputView,
    positions: &[Position],
) -> Vec<InputUse> {
    let phases = report_phases();
    let mut uses = vec![InputUse::default(); model.inputs()];
    for phase in 0..phases.phases() {
        let in_phase = |p: &&Position| phases.phase(p.occupied().len()) == phase;
        let count = positions.iter().filter(in_phase).count();
        let step = count.div_ceil(POSITIONS).max(1);
        let chosen = positions.iter().filter(in_phase).step_by(step);
        let (sums, looked_at) = sums(model, view, chosen);
        for (input, sum) in uses.iter_mut().zip(sums) {
            let positions = f64::from(looked_at.max(1));
            input.used.push(short(sum.size / positions));
            input.unit.push(short(if sum.square > 0.0 { sum.product / sum.square } else { 0.0 }));
            input.seen.push(short(f64::from(sum.seen) / positions));
        }
    }
    uses
}

fn sums<'a>(
    model: &NetworkModel,
    view: &InputView,
    positions: impl Iterator<Item = &'a Position>,
) -> (Vec<InputSums>, u32) {
    let mut sums = vec![InputSums::default(); model.inputs()];
    let mut count = 0;
    for position in positions {
        let active = view.active(position);
        let network = model.network(position.occupied().len());
        for (index, x, part) in network.explain(&active).parts {
            let (x, part) = (f64::from(x), f64::from(part));
            let sum = &mut sums[index];
            sum.size += part.abs();
            sum.product += part * x;
            sum.square += x * x;
            sum.seen += 1;
        }
        count += 1;
    }
    (sums, count)
}

/// Five decimals are finer than seeds agree.
fn short(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::features::Subset;
    use crate::models::Model;
    use crate::models::network::{NetworkModel, NetworkSettings};

    #[test]
    fn contributions_of_one_position_are_those_of_its_explanation() {
        let model = NetworkModel::first(&NetworkSettings::for_inputs(Subset::Nn4), 1);
        let (model, view) = (&model, model.view());
        let position = fen::read("W:W28,32,37,38,42:B8,13,19,23").expect("a position");
        let uses = input_uses(model, view, &[position]);
        let explained = model.network(9).explain(&view.active(&position));
        let largest = explained.parts.iter().map(|part| part.2.abs()).fold(0.0, f32::max);
        assert!(largest > 0.01);
        for (index, x, part) in explained.parts.into_iter().filter(|part| part.1 != 0.0) {
            let input = &uses[index];
            assert!((input.used[2] - f64::from(part.abs())).abs() < 1e-4, "{index}");
            assert!((input.unit[2] - f64::from(part / x)).abs() < 1e-4, "{index}");
            assert_eq!(input.seen, [0.0, 0.0, 1.0], "{index}");
        }
    }
}
