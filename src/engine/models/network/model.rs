//! The paper's network as a model of draughts: first weights, settings that go with them, values, what its file says.

use std::ops::Range;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::evaluator::NetworkEvaluator;
use super::mlp::Network;
use super::phase_networks::{NetworkModel, PhaseNetworks};
use super::settings::NetworkSettings;
use super::steps::{Encoder, Steps};
use crate::board::{MoveList, Position};
use crate::features::{Catalogue, GLOBALS, InputView, Layout, Subset, Texts};
use crate::models::explanation::{Explanation, Part};
use crate::models::model::{Model, StartError, read_card};
use crate::models::phases::Borders;
use crate::models::tensors::Tensors;

impl Model for NetworkModel {
    type Settings = NetworkSettings;
    type Encoder = Encoder;
    type Evaluator = NetworkEvaluator;

    const KIND: &'static str = "network";

    fn first(settings: &NetworkSettings, seed: u64) -> NetworkModel {
        random_model(settings, seed).sharing(settings.shared)
    }

    fn of_material(settings: &NetworkSettings, seed: u64) -> Result<NetworkModel, StartError> {
        Ok(material_model(settings, seed, Self::MAN)?.sharing(settings.shared))
    }

    fn warm_start(&self, settings: &NetworkSettings) -> Result<NetworkModel, StartError> {
        let (found, asked) = (self.view().catalogue(), &settings.catalogue);
        if found != asked {
            let (found, asked) = (found.fingerprint().into(), asked.fingerprint().into());
            return Err(NetworkStartError::Catalogue { found, asked }.into());
        }
        Ok(warm_start(self, settings)?.sharing(settings.shared))
    }

    fn matches(&self, settings: &NetworkSettings) -> bool {
        let found = (self.inputs(), self.hidden(), self.borders().as_slice());
        found == (settings.width(), settings.hidden, settings.borders.as_slice())
            && settings.shared <= settings.hidden
            && self.shares(settings.shared)
    }

    /// The card has the catalogue beside the settings.
    fn with_stored_context(&self, settings: NetworkSettings) -> NetworkSettings {
        NetworkSettings { catalogue: self.view().catalogue().clone(), ..settings }
    }

    fn encoder(settings: &NetworkSettings) -> Encoder {
        Encoder::new(settings)
    }

    fn no_steps(encoder: &Encoder) -> Steps {
        encoder.steps()
    }

    fn clear(steps: &mut Steps) {
        steps.clear();
    }

    fn encode(
        encoder: &mut Encoder,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Steps,
    ) -> Range<usize> {
        encoder.encode(positions, mirrored, steps)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let network = self.network(pieces);
        network.output_of(&network.net(self.view().active(position).into_iter()))
    }

    fn explain(&self, position: &Position) -> Explanation {
        let (pieces, catalogue) = (position.occupied().len(), self.view().catalogue());
        let parts = self.network(pieces).explain(&self.view().active(position));
        let part = |&(index, input, contribution): &(usize, f32, f32)| Part {
            index,
            name: catalogue.entries()[index].name.clone(),
            group: catalogue.layout().kind(index),
            input,
            contribution,
            squares: None,
        };
        let borders = self.borders();
        let phase = &borders.labels()[borders.phase(pieces)];
        Explanation {
            judge: format!("{}, {phase}", self.view().subset()),
            value: parts.value,
            rest: parts.rest,
            groups: Layout::KINDS.to_vec(),
            parts: parts.parts.iter().map(part).collect(),
        }
    }

    fn evaluator(&self) -> NetworkEvaluator {
        NetworkEvaluator::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        let catalogue = self.view().catalogue();
        let names: Vec<&str> = catalogue.names().take(self.view().len()).collect();
        let mut card = Map::new();
        card.insert("inputs".into(), json!(self.view().subset()));
        card.insert("additions".into(), json!(self.view().extra_inputs()));
        card.insert("fingerprint".into(), json!(catalogue.fingerprint()));
        card.insert("input_names".into(), json!(names));
        card.insert("borders".into(), json!(self.borders().as_slice()));
        card.insert("hidden".into(), json!(self.hidden()));
        if catalogue != Catalogue::embedded() {
            card.insert("catalogue".into(), json!(catalogue.texts()));
        }
        card
    }

    fn of_card(card: &Map<String, Value>, tensors: &Tensors) -> Result<NetworkModel, String> {
        let card: NetworkCard = read_card(card)?;
        let view = InputView::new(card.catalogue()?, card.subset()?, card.extra_inputs);
        let (inputs, hidden) = (card.input_names.len(), card.hidden);
        if inputs != view.len() {
            let (subset, expected) = (view.subset(), view.len());
            return Err(format!("it has {inputs} inputs, {subset} has {expected}; train it again"));
        }
        if hidden == 0 {
            return Err("it has no hidden units; train it again".into());
        }
        let borders = Borders::new(card.borders).ok_or("its phase borders do not fall")?;
        let networks = (0..borders.phases()).map(|phase| {
            tensors.check(&format!("phase{phase}.hidden.weight"), &[inputs, hidden])?;
            Ok(Network::zeros(inputs, hidden))
        });
        let networks: Vec<Network> = networks.collect::<Result<_, String>>()?;
        Ok(PhaseNetworks::new(borders, networks).seeing(view))
    }
}

/// A model with random weights for these settings.
///
/// The weights of inputs that are not learned are drawn like all others and then set to zero: networks of one seed with and
/// without a group of inputs begin alike in all others. Shared units are those of the first phase.
pub(super) fn random_model(settings: &NetworkSettings, seed: u64) -> NetworkModel {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let network = |_| {
        let inputs = settings.width();
        let (range, beta) = (settings.range as f32, settings.beta as f32);
        Network::random(inputs, settings.hidden, range, beta, &mut random)
    };
    let borders = settings.phases();
    let networks = (0..borders.phases()).map(network).collect();
    let mut model = masked(PhaseNetworks::new(borders, networks).seeing(settings.view()), settings);
    model.share(settings.shared, 0..settings.width());
    model
}

/// Why a model cannot be the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NetworkStartError {
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
    model: &NetworkModel,
    settings: &NetworkSettings,
) -> Result<NetworkModel, NetworkStartError> {
    let borders = &settings.phases();
    let (found, asked) = (model.inputs(), settings.width());
    if found != asked {
        return Err(NetworkStartError::Inputs { found, asked });
    }
    let (found, asked) = (model.hidden(), settings.hidden);
    if found != asked {
        return Err(NetworkStartError::Hidden { found, asked });
    }
    let networks = match model.networks() {
        [network] => vec![network.clone(); borders.phases()],
        networks if model.borders() == borders => networks.to_vec(),
        _ => {
            let [found, asked] = [model.borders(), borders].map(|b| b.as_slice().to_vec());
            return Err(NetworkStartError::Phases { found, asked });
        }
    };
    let model =
        masked(PhaseNetworks::new(borders.clone(), networks).seeing(settings.view()), settings);
    if !model.shares(settings.shared) {
        return Err(NetworkStartError::Shared { asked: settings.shared });
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
) -> Result<NetworkModel, NetworkStartError> {
    if settings.hidden < 2 {
        return Err(NetworkStartError::Material("--hidden is below 2"));
    }
    if settings.inputs_left_out().any(|index| index == GLOBALS.start) {
        return Err(NetworkStartError::Material("the input 'material' is left out"));
    }
    let one = NetworkSettings { borders: Vec::new(), shared: 0, ..settings.clone() };
    let mut model = random_model(&one, seed);
    pair_up(model.network_mut(0));
    let scale = man / man_value(&model.networks()[0], &one);
    model.network_mut(0).output.mapv_inplace(|weight| scale * weight);
    warm_start(&model, settings)
}

/// Makes pairs of units that differ only by material; a unit that is left over has an output weight of 0.
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
fn masked(mut model: NetworkModel, settings: &NetworkSettings) -> NetworkModel {
    for phase in 0..model.networks().len() {
        let network = model.network_mut(phase);
        for index in settings.inputs_left_out() {
            network.input.row_mut(index).fill(0.0);
        }
    }
    model
}

/// The part of the card that is the network's own.
#[derive(serde::Deserialize)]
pub(super) struct NetworkCard {
    /// The named subset of inputs, `nn1` to `nn4`.
    pub inputs: String,
    /// Whether the runaway inputs 19 and 20 were on; they are off in the strict reproduction of the paper.
    #[serde(rename = "additions")]
    pub extra_inputs: bool,
    /// Fingerprint of the feature catalogue the network was trained on.
    fingerprint: String,
    /// The name of each input, in index order.
    pub input_names: Vec<String>,
    /// Pieces on the board at which the next phase's network takes over, falling; empty for one network.
    pub borders: Vec<u32>,
    /// Hidden units.
    pub hidden: usize,
    /// The files of a catalogue that is not the program's own.
    catalogue: Option<Texts>,
}

impl NetworkCard {
    pub(super) fn subset(&self) -> Result<Subset, String> {
        self.inputs.parse().map_err(|error: crate::features::UnknownInputs| error.to_string())
    }

    /// The catalogue it was trained on: the program's own, or the one that came with it.
    pub(super) fn catalogue(&self) -> Result<Arc<Catalogue>, String> {
        Catalogue::stored(self.catalogue.as_ref(), &self.fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::features::{Group, Group as Inputs};
    use crate::models::model::{ModelSettings, ValueFunction};
    use crate::models::parameters::{Gradient, Rates};
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn settings(borders: &[u32], shared: usize) -> NetworkSettings {
        let settings = NetworkSettings {
            hidden: 12,
            borders: borders.to_vec(),
            shared,
            ..NetworkSettings::for_inputs(Subset::Nn4)
        };
        settings.check().expect("in range")
    }

    /// Positions that go to and fro between three phases.
    fn leaves() -> Vec<crate::board::Position> {
        let texts = [
            "W:W28,32,37,38,K3:B8,12,18,K49",
            "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
            "B:W28,32,37,38:B8,12,18,19",
            "W:W31-50:B1-20",
            "B:W27,28,31,32,33,36-39:B7-9,12-14,16,18,19",
            "W:W41,K5:B22,K50",
        ];
        texts.map(|text| fen::read(text).expect(text)).to_vec()
    }

    #[test]
    fn the_gradient_of_one_phase_and_of_phases_to_and_fro_equals_finite_differences() {
        for settings in [settings(&[], 0), settings(&[25, 15], 0), settings(&[25, 15], 5)] {
            let mut model = NetworkModel::first(&settings, 3);
            gradient_is_right(&mut model, &settings, &leaves(), 7);
        }
    }

    #[test]
    fn a_step_of_the_gradient_is_the_step_of_a_game() {
        let settings = settings(&[], 0);
        let rates = Rates { weights: 0.1, rest: 0.3, hidden: 0.0 };
        let mut whole = NetworkModel::first(&settings, 3);
        let mut single = whole.clone();
        let (mut encoder, errors) = (NetworkModel::encoder(&settings), [0.5, -0.25, 0.125]);
        let mut steps = NetworkModel::no_steps(&encoder);
        let game = NetworkModel::encode(&mut encoder, &wandering(4, 60, 20), false, &mut steps);
        let (mut trace, mut gradient) = (Default::default(), Gradient::new(whole.padded_len()));
        whole.forward(&steps, game.clone(), &mut trace, &mut Vec::new());
        whole.backward(&steps, game.clone(), &mut trace, &errors, &mut gradient);
        let mut stepper = whole.stepper(rates);
        gradient.drain(|index, derivative| stepper.add(index, derivative));
        single.forward(&steps, game.clone(), &mut trace, &mut Vec::new());
        single.step(&steps, game, &mut trace, &errors, rates);
        let (whole, single) = (whole.groups(), single.groups());
        for (a, b) in whole.iter().zip(&single) {
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
            assert!(a.values.iter().zip(b.values).all(close), "{}", a.name);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_nothing_else() {
        for settings in [settings(&[], 0), settings(&[25, 15], 5)] {
            let settings = NetworkSettings { hidden: 80, ..settings };
            let model = NetworkModel::of_material(&settings, 1).expect("material");
            let mut worth = Vec::new();
            for position in wandering(8, 90, 3) {
                let (found, real) = (men(&model, &settings, &position), balance(&position));
                assert!(real != 0.0 || found.abs() < 1e-4, "{found} where material is level");
                assert!(found * real >= 0.0, "{found} {real}");
                if real.abs() <= 2.0 && real != 0.0 {
                    worth.push(found / real);
                }
            }
            let mean = worth.iter().sum::<f32>() / worth.len() as f32;
            assert!((mean - 1.0).abs() < 0.25, "{mean}");
        }
    }

    #[test]
    fn without_the_input_of_material_there_is_no_such_start() {
        let settings =
            NetworkSettings { dropped_inputs: vec![Inputs::Material], ..settings(&[], 0) };
        let error = NetworkModel::of_material(&settings, 1).expect_err("no material").to_string();
        assert!(error.contains("material"), "{error}");
    }

    fn checked(without: &[Group]) -> NetworkSettings {
        let settings = NetworkSettings {
            borders: vec![20],
            dropped_inputs: without.to_vec(),
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
        let own = |model: &NetworkModel| model.networks()[1].bias.to_vec()[30..].to_vec();
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
