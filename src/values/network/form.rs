//! The paper's network as a form of evaluation: what it sees, its networks by phase, and how it stands in a file.

use std::ops::Range;
use std::sync::Arc;

use ndarray::{Array1, Array2};
use serde_json::{Map, Value, json};

use super::encoder::Encoder;
use super::evaluator::NetworkPlayer;
use super::model::{Memory, Model, Rates};
use super::perceptron::Network;
use super::settings::NetworkSettings;
use super::start;
use super::steps::Steps;
use crate::board::Position;
use crate::features::{Catalogue, Layout, Sources, Subset, Texts, View};
use crate::values::explanation::{Explanation, Part};
use crate::values::file::{Tensor, Tensors};
use crate::values::form::{Form, Learnable, StartError, Stored};
use crate::values::phases::Borders;

/// One hidden layer with adaptive sensitivities over declared inputs, one network for each phase.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkForm {
    view: View,
    model: Model,
}

impl NetworkForm {
    /// A model on the inputs of this view.
    ///
    /// # Panics
    /// If the model has another number of inputs.
    #[must_use]
    pub fn new(view: View, model: Model) -> NetworkForm {
        assert_eq!(model.inputs(), view.len(), "one weight for each input of the view");
        NetworkForm { view, model }
    }

    /// What it sees.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Its networks.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Its networks, to change.
    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// A value taken apart by inputs.
    fn explained(&self, position: &Position) -> Explanation {
        let (pieces, catalogue) = (position.occupied().len(), self.view.catalogue());
        let parts = self.model.network(pieces).explain(&self.view.active(position));
        let part = |&(index, input, contribution): &(usize, f32, f32)| Part {
            index,
            name: catalogue.entries()[index].name.clone(),
            group: catalogue.layout().kind(index),
            input,
            contribution,
            squares: None,
        };
        let borders = self.model.borders();
        let phase = &borders.labels()[borders.phase(pieces)];
        Explanation {
            judge: format!("{}, {phase}", self.view.subset()),
            value: parts.value,
            rest: parts.rest,
            groups: Layout::KINDS.to_vec(),
            parts: parts.parts.iter().map(part).collect(),
        }
    }
}

impl Learnable for NetworkForm {
    type Steps = Steps;
    type Memory = Memory;
    type Rates = Rates;

    fn judge(&self, steps: &Steps, game: Range<usize>, memory: &mut Memory, values: &mut Vec<f32>) {
        self.model.judge(steps, game, memory, values);
    }

    fn step(
        &mut self,
        steps: &Steps,
        game: Range<usize>,
        memory: &mut Memory,
        errors: &[f32],
        rates: Rates,
    ) {
        self.model.step(steps, game, memory, errors, rates);
    }

    fn is_finite(&self) -> bool {
        self.model.is_finite()
    }
}

impl Form for NetworkForm {
    type Settings = NetworkSettings;
    type Encoder = Encoder;
    type Player = NetworkPlayer;

    fn first(settings: &NetworkSettings, seed: u64) -> NetworkForm {
        let model = start::fresh_model(settings, seed);
        NetworkForm::new(settings.view(), model.sharing(settings.shared))
    }

    fn grown(&self, settings: &NetworkSettings) -> Result<NetworkForm, StartError> {
        let (found, asked) = (self.view.catalogue(), &settings.catalogue);
        if found != asked {
            let (found, asked) = (found.fingerprint().into(), asked.fingerprint().into());
            return Err(start::StartError::Catalogue { found, asked }.into());
        }
        let model = start::grown(&self.model, settings)?;
        Ok(NetworkForm::new(settings.view(), model.sharing(settings.shared)))
    }

    fn fits(&self, settings: &NetworkSettings) -> bool {
        let model = &self.model;
        let found = (model.inputs(), model.hidden(), model.borders().as_slice());
        found == (settings.width(), settings.hidden, settings.borders.as_slice())
            && settings.shared <= settings.hidden
            && model.shares(settings.shared)
    }

    /// The catalogue stands in the card beside the settings.
    fn at_home(&self, settings: NetworkSettings) -> NetworkSettings {
        NetworkSettings { catalogue: self.view.catalogue().clone(), ..settings }
    }

    fn rates(settings: &NetworkSettings, factor: f64) -> Rates {
        let [weights, beta] =
            [settings.rate, settings.beta_rate].map(|rate| (factor * rate) as f32);
        Rates { weights, beta }
    }

    fn encoder(settings: &NetworkSettings) -> Encoder {
        Encoder::new(settings)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let network = self.model.network(pieces);
        network.output_of(&network.net(self.view.active(position).into_iter()))
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn parameters(&self) -> usize {
        self.model.parameters()
    }

    fn player(&self) -> NetworkPlayer {
        NetworkPlayer::new(self.clone())
    }
}

impl Stored for NetworkForm {
    const KIND: &'static str = "network";

    fn card(&self) -> Map<String, Value> {
        let catalogue = self.view.catalogue();
        let names: Vec<&str> = catalogue.names().take(self.view.len()).collect();
        let mut card = Map::new();
        card.insert("inputs".into(), json!(self.view.subset()));
        card.insert("additions".into(), json!(self.view.additions()));
        card.insert("fingerprint".into(), json!(catalogue.fingerprint()));
        card.insert("input_names".into(), json!(names));
        card.insert("borders".into(), json!(self.model.borders().as_slice()));
        card.insert("hidden".into(), json!(self.model.hidden()));
        if catalogue != Catalogue::embedded() {
            card.insert("catalogue".into(), json!(catalogue.texts()));
        }
        card
    }

    fn tensors(&self) -> Vec<Tensor> {
        let hidden = self.model.hidden();
        let networks = self.model.networks().iter().enumerate();
        let tensors = networks.flat_map(|(phase, network)| {
            let name = |name: &str| format!("phase{phase}.{name}");
            let bias = std::slice::from_ref(&network.output_bias);
            [
                Tensor::new(name("hidden.weight"), &[network.inputs(), hidden], &network.input),
                Tensor::new(name("hidden.bias"), &[hidden], &network.bias),
                Tensor::new(name("hidden.beta"), &[hidden], &network.beta),
                Tensor::new(name("output.weight"), &[hidden], &network.output),
                Tensor::new(name("output.bias"), &[1], bias),
            ]
        });
        tensors.collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<NetworkForm, String> {
        let card: NetworkCard = serde_json::from_value(Value::Object(card.clone()))
            .map_err(|error| format!("its card: {error}"))?;
        let view = View::new(card.catalogue()?, card.subset()?, card.additions);
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
            let get = |name: &str, shape: &[usize]| {
                tensors.floats(&format!("phase{phase}.{name}"), shape)
            };
            let weights = get("hidden.weight", &[inputs, hidden])?;
            Ok(Network {
                input: Array2::from_shape_vec((inputs, hidden), weights)
                    .map_err(|error| error.to_string())?,
                bias: Array1::from_vec(get("hidden.bias", &[hidden])?),
                beta: Array1::from_vec(get("hidden.beta", &[hidden])?),
                output: Array1::from_vec(get("output.weight", &[hidden])?),
                output_bias: get("output.bias", &[1])?[0],
            })
        });
        let networks: Vec<Network> = networks.collect::<Result<_, String>>()?;
        Ok(NetworkForm::new(view, Model::new(borders, networks)))
    }
}

/// The part of the card that is the network's own.
#[derive(serde::Deserialize)]
struct NetworkCard {
    /// The named subset of inputs, `nn1` to `nn4`.
    inputs: String,
    /// Whether the runaway inputs 19 and 20 were on; they are off in the strict reproduction of the paper.
    additions: bool,
    /// Fingerprint of the feature catalogue the network was trained on.
    fingerprint: String,
    /// The name of each input, in index order.
    input_names: Vec<String>,
    /// Pieces on the board at which the next phase's network takes over, falling; empty for one network.
    borders: Vec<u32>,
    /// Hidden units.
    hidden: usize,
    /// The files of a catalogue that is not the program's own.
    catalogue: Option<Texts>,
}

impl NetworkCard {
    fn subset(&self) -> Result<Subset, String> {
        self.inputs.parse().map_err(|error: crate::features::UnknownSubset| error.to_string())
    }

    /// The catalogue it was trained on: the program's own, or the one that came with it.
    fn catalogue(&self) -> Result<Arc<Catalogue>, String> {
        let catalogue = match &self.catalogue {
            None => Catalogue::embedded().clone(),
            Some(texts) => {
                let read = Catalogue::read(&Sources::from(texts));
                Arc::new(read.map_err(|error| format!("the catalogue in it: {error}"))?)
            }
        };
        if catalogue.fingerprint() == self.fingerprint {
            return Ok(catalogue);
        }
        Err(format!(
            "it was trained on feature catalogue {}, this program has {}; use the program that wrote it or train again",
            self.fingerprint,
            catalogue.fingerprint()
        ))
    }
}
