//! The weights with which learning begins.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::mlp::Network;
use super::phase_networks::PhaseNetworks;
use super::settings::NetworkSettings;
use crate::board::{MoveList, Position};
use crate::features::GLOBALS;

/// A model with random weights for these settings.
///
/// The weights of inputs that are not learned are drawn like all others and then set to zero: networks of one seed with and
/// without a group of inputs begin alike in all others. Shared units are those of the first phase.
#[must_use]
pub(super) fn random_model(settings: &NetworkSettings, seed: u64) -> PhaseNetworks {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let network = |_| {
        let inputs = settings.width();
        let (range, beta) = (settings.range as f32, settings.beta as f32);
        Network::random(inputs, settings.hidden, range, beta, &mut random)
    };
    let borders = settings.phases();
    let networks = (0..borders.phases()).map(network).collect();
    let mut model = masked(PhaseNetworks::new(borders, networks), settings);
    model.share(settings.shared, 0..settings.width());
    model
}

/// Why a model cannot be the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// Another subset of inputs.
    #[error("it has {found} inputs, this run {asked}; give the --net it was trained with")]
    Inputs {
        /// Inputs of the model.
        found: usize,
        /// Inputs of the run.
        asked: usize,
    },
    /// Another width.
    #[error("it has {found} hidden units, this run {asked}; give --hidden {found}")]
    Hidden {
        /// Hidden units of the model.
        found: usize,
        /// Hidden units of the run.
        asked: usize,
    },
    /// Inputs of another catalogue.
    #[error(
        "its inputs are those of feature catalogue {found}, this run has {asked}; give the --features it was trained with"
    )]
    Catalogue {
        /// Fingerprint of the model's.
        found: String,
        /// Fingerprint of the run's.
        asked: String,
    },
    /// Several phases, but not those of the run.
    #[error(
        "its phases meet at {found:?} pieces, those of this run at {asked:?}; start from a network of one phase, or give the same --phases"
    )]
    Phases {
        /// Borders of the model.
        found: Vec<u32>,
        /// Borders of the run.
        asked: Vec<u32>,
    },
    /// Nothing to count men by.
    #[error("{0}; a network that starts from material needs that")]
    Material(&'static str),
    /// Phases that have not as many units in common.
    #[error(
        "its phases do not have their first {asked} hidden units in common; give the --shared it was trained with, or a smaller one"
    )]
    Shared {
        /// Units that all phases should have in common.
        asked: usize,
    },
}

/// A model for these settings that begins with the weights of another: of the same phases, or of one phase, which is then
/// copied into all of them.
///
/// The weights of inputs that are not learned are set to zero. First sensitivity and range of the settings play no part.
///
/// # Errors
/// When the model has other inputs, hidden units or phases, or its phases do not share what they should.
pub(super) fn warm_start(
    model: &PhaseNetworks,
    settings: &NetworkSettings,
) -> Result<PhaseNetworks, StartError> {
    let borders = &settings.phases();
    let (found, asked) = (model.inputs(), settings.width());
    if found != asked {
        return Err(StartError::Inputs { found, asked });
    }
    let (found, asked) = (model.hidden(), settings.hidden);
    if found != asked {
        return Err(StartError::Hidden { found, asked });
    }
    let networks = match model.networks() {
        [network] => vec![network.clone(); borders.phases()],
        networks if model.borders() == borders => networks.to_vec(),
        _ => {
            let [found, asked] = [model.borders(), borders].map(|b| b.as_slice().to_vec());
            return Err(StartError::Phases { found, asked });
        }
    };
    let model = masked(PhaseNetworks::new(borders.clone(), networks), settings);
    if !model.shares(settings.shared) {
        return Err(StartError::Shared { asked: settings.shared });
    }
    Ok(model)
}

/// The weight of the input of material in a hidden unit: small beside the others, so that men count alike one after the other.
const MATERIAL: f32 = 0.1;

/// A model in which a man has this value and nothing else counts, while its units see as much as random ones do.
///
/// Units come in pairs of the same random weights, but for the input of material, and with opposite output weights: where
/// material is level they cancel out, and their outputs part in proportion to a small balance. All phases begin alike.
///
/// # Errors
/// When there is no pair of units, or material is not seen.
pub(super) fn material_model(
    settings: &NetworkSettings,
    seed: u64,
    man: f32,
) -> Result<PhaseNetworks, StartError> {
    if settings.hidden < 2 {
        return Err(StartError::Material("--hidden is below 2"));
    }
    if settings.inputs_left_out().any(|index| index == GLOBALS.start) {
        return Err(StartError::Material("the input 'material' is left out"));
    }
    let one = NetworkSettings { borders: Vec::new(), shared: 0, ..settings.clone() };
    let mut model = random_model(&one, seed);
    pair_up(model.network_mut(0));
    let scale = man / man_value(&model.networks()[0], &one);
    model.network_mut(0).output.mapv_inplace(|weight| scale * weight);
    warm_start(&model, settings)
}

/// Makes pairs of units that tell apart only by material; a unit that is left over has an output weight of 0.
fn pair_up(network: &mut Network) {
    network.output.fill(0.0);
    network.output_bias = 0.0;
    for second in (1..network.hidden()).step_by(2) {
        for mut row in network.input.rows_mut() {
            row[second] = row[second - 1];
        }
        network.bias[second] = network.bias[second - 1];
        for (unit, sign) in [(second - 1, 1.0), (second, -1.0)] {
            network.input[(GLOBALS.start, unit)] = sign * MATERIAL;
            network.output[unit] = sign;
        }
    }
}

/// The mean value of a man to a network, over positions of random games with a small balance.
fn man_value(network: &Network, settings: &NetworkSettings) -> f32 {
    const GAMES: usize = 20;
    const LARGEST: i32 = 3;
    let (view, mut random) = (settings.view(), Xoshiro256PlusPlus::seed_from_u64(1));
    let (mut values, mut men) = (0.0, 0.0);
    for _ in 0..GAMES {
        let mut position = Position::start();
        loop {
            let balance = position.material();
            if balance != 0 && balance.abs() <= LARGEST && !position.must_capture() {
                let value = network.output_of(&network.net(view.active(&position).into_iter()));
                values += value * balance.signum() as f32;
                men += balance.abs() as f32;
            }
            let legal = MoveList::legal(&position);
            let Some(&mv) = legal.get(random.next_u64() as usize % legal.len().max(1)) else {
                break;
            };
            if position.occupied().len() < 4 {
                break;
            }
            position = position.succ(mv);
        }
    }
    values / men
}

/// The model with the weights of the inputs that are not learned at zero.
fn masked(mut model: PhaseNetworks, settings: &NetworkSettings) -> PhaseNetworks {
    for phase in 0..model.networks().len() {
        let network = model.network_mut(phase);
        for index in settings.inputs_left_out() {
            network.input.row_mut(index).fill(0.0);
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Catalogue, Group, Subset};
    use crate::models::model::ModelSettings;

    fn checked(without: &[Group]) -> NetworkSettings {
        let settings = NetworkSettings {
            borders: vec![20],
            without: without.to_vec(),
            ..NetworkSettings::for_inputs(Subset::Nn3)
        };
        settings.check().expect("in range")
    }

    fn with(spoil: impl FnOnce(&mut NetworkSettings)) -> NetworkSettings {
        let mut settings = checked(&[]);
        spoil(&mut settings);
        settings.check().expect("in range")
    }

    #[test]
    fn one_network_grows_into_all_phases_and_equal_phases_stay() {
        let one = random_model(&with(|s| s.borders.clear()), 1);
        let two = warm_start(&one, &checked(&[])).expect("one phase fits any");
        assert_eq!(two.borders(), &checked(&[]).phases());
        assert!(two.networks().iter().all(|network| *network == one.networks()[0]));
        let other = random_model(&checked(&[]), 9);
        assert_eq!(warm_start(&other, &checked(&[])), Ok(other));
    }

    #[test]
    fn shared_units_begin_the_same_and_the_others_as_without_sharing() {
        let (apart, some) =
            (random_model(&checked(&[]), 1), random_model(&with(|s| s.shared = 30), 1));
        assert!(some.shares(30) && !some.shares(31));
        assert_eq!(some.networks()[0], apart.networks()[0]);
        let own = |model: &PhaseNetworks| model.networks()[1].bias.to_vec()[30..].to_vec();
        assert_eq!(own(&some), own(&apart));
        assert_eq!(warm_start(&some, &with(|s| s.shared = 20)), Ok(some));
    }

    #[test]
    fn a_start_loses_the_weights_of_inputs_left_out_and_no_other() {
        let start = random_model(&checked(&[]), 1);
        let settings = checked(&[Group::Locks]);
        assert_eq!(warm_start(&start, &settings), Ok(random_model(&settings, 1)));
    }

    #[test]
    fn a_start_of_another_shape_is_refused_with_the_remedy() {
        let start = random_model(&checked(&[]), 1);
        let refused = |spoil: fn(&mut NetworkSettings)| {
            warm_start(&start, &with(spoil)).expect_err("another shape").to_string()
        };
        assert!(refused(|s| s.inputs = Subset::Nn2).contains("122 inputs, this run 87"));
        assert!(refused(|s| s.hidden = 40).contains("give --hidden 80"));
        assert!(refused(|s| s.borders = vec![25, 15]).contains("meet at [20]"));
        assert!(refused(|s| s.shared = 1).contains("first 1 hidden units"));
        assert!(refused(|s| s.borders.clear()).contains("[20] pieces, those of this run at []"));
    }

    #[test]
    fn networks_of_one_seed_differ_only_in_the_inputs_left_out() {
        let (whole, less) =
            (random_model(&checked(&[]), 1), random_model(&checked(&[Group::Kings]), 1));
        for (whole, less) in whole.networks().iter().zip(less.networks()) {
            assert_eq!((&whole.bias, &whole.output), (&less.bias, &less.output));
            for index in 0..whole.inputs() {
                let is_hidden = Catalogue::embedded().inputs_of(Group::Kings).any(|i| i == index);
                let (whole, less) = (whole.input.row(index), less.input.row(index));
                assert!(if is_hidden { less.iter().all(|&w| w == 0.0) } else { whole == less });
            }
        }
    }
}
