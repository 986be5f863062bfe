//! What an evaluation must be able to do to be learned, kept in a file, explained and searched with: [`Model`], the
//! [`ValueFunction`] that it is, and its [`ModelSettings`].

use std::fmt::Debug;
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use super::explanation::Explanation;
use super::parameters::{Gradient, ParameterGroup, Rates, Stepper};
use super::tensors::{Tensor, Tensors};
use crate::board::Position;
use crate::search::Evaluate;

/// A value function V = activation(output) with a gradient by its parameters. It need not be of draughts: noughts and crosses is
/// learned through the same trait.
pub trait ValueFunction: Clone + Debug + Send + Sync {
    /// The steps of many games.
    type Steps;
    /// What [`ValueFunction::forward`] leaves for the gradient of the same steps; used again from game to game.
    type Trace: Clone + Debug + Default + Send;

    /// All parameters in groups.
    fn groups(&self) -> Vec<ParameterGroup<'_>>;

    /// The values of the same groups, to change; [`ValueFunction::tie_weights`] follows the last change.
    fn groups_mut(&mut self) -> Vec<&mut [f32]>;

    /// Appends the output of every step of a game, for White: of draughts what the search is shown, 1 for 250 points.
    fn forward(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        trace: &mut Self::Trace,
        outputs: &mut Vec<f32>,
    );

    /// V of an output, and its slope ∂V/∂output.
    fn activation(&self, output: f32) -> (f32, f32) {
        (output, 1.0)
    }

    /// Adds Σ_t errors_t ∇output(s_t) over the steps of the last [`ValueFunction::forward`].
    fn backward(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        trace: &mut Self::Trace,
        errors: &[f32],
        gradient: &mut Gradient,
    );

    /// w += η Σ_t errors_t ∇output(s_t) over the steps of the last [`ValueFunction::forward`], with the weights of before for all t.
    ///
    /// Models of many parameters add to their weights in place.
    fn step(
        &mut self,
        steps: &Self::Steps,
        game: Range<usize>,
        trace: &mut Self::Trace,
        errors: &[f32],
        rates: Rates,
    ) {
        let mut gradient = Gradient::new(self.padded_len());
        self.backward(steps, game, trace, errors, &mut gradient);
        let mut stepper = self.stepper(rates);
        gradient.drain(|index, derivative| stepper.add(index, derivative));
        self.tie_weights();
    }

    /// Makes shared weights equal again after some parameters were changed.
    fn tie_weights(&mut self) {}

    /// Appends V of every step of a game, White's result from −1 to 1.
    fn values(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        trace: &mut Self::Trace,
        values: &mut Vec<f32>,
    ) {
        let start = values.len();
        self.forward(steps, game, trace, values);
        values[start..].iter_mut().for_each(|value| *value = self.activation(*value).0);
    }

    /// The number of parameters.
    fn parameters(&self) -> usize {
        self.groups().iter().map(ParameterGroup::count).sum()
    }

    /// The numbers that a [`Gradient`] needs: parameters and padding.
    fn padded_len(&self) -> usize {
        self.groups().iter().map(|group| group.values.len()).sum()
    }

    /// What an optimiser of its own remembers of the parameters; files have it beside them.
    fn state(&self) -> Vec<ParameterGroup<'_>> {
        Vec::new()
    }

    /// The values of the same groups, to change.
    fn state_mut(&mut self) -> Vec<&mut [f32]> {
        Vec::new()
    }

    /// Whether every number is one that a file may hold: [`is_sound`](super::is_sound).
    fn is_sound(&self) -> bool {
        self.groups().iter().chain(&self.state()).all(ParameterGroup::is_sound)
    }

    /// All groups, as a file has them.
    fn tensors(&self) -> Vec<Tensor> {
        self.groups().iter().chain(&self.state()).map(ParameterGroup::tensor).collect()
    }

    /// Reads all groups from a file.
    ///
    /// # Errors
    /// The first tensor that is missing or wrong, in words.
    fn fill(&mut self, tensors: &Tensors) -> Result<(), String> {
        let [parameters, state] =
            [self.groups(), self.state()].map(|groups: Vec<ParameterGroup>| {
                groups.into_iter().map(|group| (group.name, group.shape)).collect::<Vec<_>>()
            });
        tensors.fill(&parameters, self.groups_mut())?;
        tensors.fill(&state, self.state_mut())
    }

    /// The parameters by number, each to be moved with its η; [`ValueFunction::tie_weights`] follows the last step.
    fn stepper(&mut self, rates: Rates) -> Stepper<'_> {
        let rates: Vec<f32> = self.groups().iter().map(|group| rates.of(group.rate)).collect();
        Stepper::new(&rates, self.groups_mut())
    }

    /// Multiplies every output by a factor.
    fn scale(&mut self, factor: f32) {
        let is_output: Vec<bool> = self.groups().iter().map(|group| group.is_output).collect();
        let groups = self.groups_mut().into_iter().zip(is_output);
        let outputs = groups.filter(|(_, is_output)| *is_output).flat_map(|(values, _)| values);
        outputs.for_each(|weight| *weight *= factor);
    }
}

/// What can be set of a model before it is learned; the card has it among the settings of the run.
pub trait ModelSettings:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync
{
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting that is out of range, by name.
    fn check(self) -> Result<Self, SettingError>;

    /// The shape in words, for the announcement of a run: `222 inputs (nn4), 80 hidden units`.
    fn shape(&self) -> String;

    /// The learning rates in words: `lr 0.0005, beta-lr 0.005`.
    fn lr_summary(&self) -> String;

    /// The learning rates times a factor.
    fn rates(&self, factor: f64) -> Rates;

    /// The settings with another rate of [`RateGroup::Weights`](super::RateGroup::Weights), and another of
    /// [`RateGroup::Rest`](super::RateGroup::Rest).
    fn with_learning_rate(self, rate: f64, rest: Option<f64>) -> Self;

    /// Whether each game is learned with colours swapped as well, unless the run says otherwise; mirrored games add nothing to a
    /// model whose value changes its sign with the colours.
    fn mirror(&self) -> bool {
        true
    }

    /// The share of the rates that is left at the end, unless the run says otherwise.
    fn final_lr(&self) -> f64 {
        1.0
    }

    /// The settings for optimisers and batches, which make the steps from gradients. A model with an optimiser of its own, and a
    /// rate that goes with it, learns by η·g there.
    fn by_plain_steps(self) -> Self {
        self
    }
}

/// A model's own part of a card.
pub(super) fn read_card<T: DeserializeOwned>(card: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(card.clone()))
        .map_err(|error| format!("its card: {error}"))
}

/// The positions as they are, or with the board turned and the colours swapped.
pub fn mirrored_if(positions: &[Position], mirrored: bool) -> impl Iterator<Item = Position> {
    positions.iter().map(move |position| if mirrored { position.mirrored() } else { *position })
}

/// Why one evaluation cannot be the start of another.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// An evaluation of draughts: all that learning, files, figures, explanation and play ask of it.
pub trait Model: ValueFunction<Steps: Debug + Send + Sync> + PartialEq + 'static {
    /// The word for the model on the card of a file.
    const KIND: &'static str;

    /// The output for a man in a model that starts from material: a hundred points for the search.
    const MAN: f32 = 0.4;

    /// What can be set.
    type Settings: ModelSettings;
    /// What makes its steps of positions, on any thread.
    type Encoder: Clone + Debug + Send + Sync;
    /// What one thread searches with.
    type Evaluator: Evaluate + Clone + Debug + Send + Sync + 'static;

    /// The first weights for checked settings, the same for the same seed.
    fn first(settings: &Self::Settings, seed: u64) -> Self;

    /// A model that counts men, kings as three men, and nothing else; a man is worth [`Model::MAN`].
    ///
    /// # Errors
    /// When the settings leave no room for it, in words.
    fn of_material(_settings: &Self::Settings, _seed: u64) -> Result<Self, StartError> {
        Err(format!("{} has no start from material", Self::KIND).into())
    }

    /// A model for these settings that begins with the weights of this one.
    ///
    /// # Errors
    /// When the shapes do not go together.
    fn warm_start(&self, settings: &Self::Settings) -> Result<Self, StartError>;

    /// Whether it has the shape that these settings ask for.
    fn matches(&self, settings: &Self::Settings) -> bool;

    /// Settings read from the card of this model, with what the card keeps elsewhere.
    fn with_stored_context(&self, settings: Self::Settings) -> Self::Settings {
        settings
    }

    /// The encoder of these settings.
    fn encoder(settings: &Self::Settings) -> Self::Encoder;

    /// No steps yet.
    fn no_steps(encoder: &Self::Encoder) -> Self::Steps;

    /// Forgets the steps and keeps the memory.
    fn clear(steps: &mut Self::Steps);

    /// Appends a step for each position of an episode, of the mirrored ones (board turned, colours swapped) if asked for, and
    /// returns their range.
    fn encode(
        encoder: &mut Self::Encoder,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Self::Steps,
    ) -> Range<usize>;

    /// The value of a position for White, weighted as one of this many pieces is: the value of a man must not depend on a border
    /// of phases that is crossed when he goes.
    fn value(&self, position: &Position, pieces: u32) -> f32;

    /// The value of a position taken apart.
    fn explain(&self, position: &Position) -> Explanation;

    /// The model made ready for the search. Clones share what is large.
    fn evaluator(&self) -> Self::Evaluator;

    /// What only the card of this model says: shape, inputs, whatever [`Model::of_card`] needs.
    fn card(&self) -> Map<String, Value>;

    /// A model as the card describes it, whose numbers are still to be read. A card can claim more than a file holds: where the
    /// shape has no bound, a tensor is looked at before memory is taken.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn of_card(card: &Map<String, Value>, tensors: &Tensors) -> Result<Self, String>;

    /// The model that a file holds.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Self, String> {
        let mut model = Self::of_card(card, tensors)?;
        model.fill(tensors)?;
        Ok(model)
    }

    /// What a run of this model begins with when it starts from a file of another kind; `None` for kinds that this model cannot
    /// begin with.
    fn from_other_kind(
        _kind: &str,
        _card: &Map<String, Value>,
        _tensors: &Tensors,
    ) -> Option<Result<Self, String>> {
        None
    }
}

/// A number of things: `1 phase`, `3 phases`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A setting out of its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} is {value}; it must be {range}")]
pub struct SettingError {
    /// The setting, as its flag is called.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// What it must be.
    pub range: &'static str,
}

impl SettingError {
    /// Nothing when `is_sound`, else the error for this setting.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn unless(
        is_sound: bool,
        name: &'static str,
        value: impl ToString,
        range: &'static str,
    ) -> Result<(), SettingError> {
        if is_sound { Ok(()) } else { Err(SettingError { name, value: value.to_string(), range }) }
    }

    /// Nothing for a number above 0.
    ///
    /// # Errors
    /// When it is not one.
    pub(super) fn unless_above_0(name: &'static str, value: f64) -> Result<(), SettingError> {
        SettingError::unless(
            value > 0.0 && value.is_finite(),
            name,
            value,
            "a finite number above 0",
        )
    }

    /// Nothing for a number of 0 or more.
    ///
    /// # Errors
    /// When it is not one.
    pub(super) fn unless_0_or_more(name: &'static str, value: f64) -> Result<(), SettingError> {
        SettingError::unless(
            value >= 0.0 && value.is_finite(),
            name,
            value,
            "a finite number, 0 or more",
        )
    }
}
