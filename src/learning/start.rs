//! The weights with which learning begins.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::hyperparams::Checked;
use crate::network::{Model, Network};

/// A model with random weights for these settings.
///
/// The weights of inputs that are not learned are drawn like all others and then set to zero: networks of one seed with and
/// without a group of inputs begin alike in all others.
#[must_use]
pub fn fresh_model(checked: &Checked) -> Model {
    let settings = checked.settings();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let network = |_| {
        let inputs = settings.inputs.len();
        let (range, beta) = (settings.range as f32, settings.beta as f32);
        Network::random(inputs, settings.hidden, range, beta, &mut random)
    };
    let networks = (0..checked.borders().phases()).map(network).collect();
    silenced(Model::new(checked.borders().clone(), networks), checked)
}

/// The model with the weights of the inputs that are not learned at zero.
fn silenced(mut model: Model, checked: &Checked) -> Model {
    for phase in 0..model.networks().len() {
        let network = model.network_mut(phase);
        for index in checked.settings().hidden_inputs() {
            network.input.row_mut(index).fill(0.0);
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Group, Subset};
    use crate::learning::Hyperparams;

    fn checked(without: &[Group]) -> Checked {
        let settings = Hyperparams {
            borders: vec![20],
            without: without.to_vec(),
            ..Hyperparams::for_inputs(Subset::Nn3)
        };
        settings.check().expect("in range")
    }

    #[test]
    fn networks_of_one_seed_differ_only_in_the_inputs_left_out() {
        let (whole, less) = (fresh_model(&checked(&[])), fresh_model(&checked(&[Group::Kings])));
        for (whole, less) in whole.networks().iter().zip(less.networks()) {
            assert_eq!((&whole.bias, &whole.output), (&less.bias, &less.output));
            for index in 0..whole.inputs() {
                let is_hidden = Group::Kings.inputs().any(|i| i == index);
                let (whole, less) = (whole.input.row(index), less.input.row(index));
                assert!(if is_hidden { less.iter().all(|&w| w == 0.0) } else { whole == less });
            }
        }
    }
}
