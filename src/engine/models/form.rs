//! What an evaluation must be able to do to be learned, kept in a file, explained and searched with: four small traits, and
//! [`Form`], which is all of them.

use std::fmt::Debug;
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use super::explanation::Explanation;
use super::tensors::{Tensor, Tensors};
use crate::board::Position;
use crate::search::Evaluate;

/// Turns positions into steps: what a form of evaluation needs to know of them, worked out on any thread.
pub trait Encode: Clone + Debug + Send + Sync {
    /// The steps of many games, one after the other.
    type Steps: Debug + Send + Sync;

    /// No steps yet.
    fn steps(&self) -> Self::Steps;

    /// Forgets the steps and keeps the memory.
    fn clear(&self, steps: &mut Self::Steps);

    /// Appends a step for each position of an episode, of the mirrored ones (board turned, colours swapped) if asked for, and
    /// says where they stand.
    fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Self::Steps,
    ) -> Range<usize>;
}

/// A value function with a gradient. It need not be of draughts: noughts and crosses is learned through the same trait.
pub trait Learnable: Clone + Debug + Send + Sync {
    /// The steps of many games.
    type Steps;
    /// Working memory, used again from game to game.
    type Memory: Clone + Debug + Default + Send;
    /// The learning rates η.
    type Rates: Copy + Debug + Send;

    /// Appends V of every step of a game, White's result from −1 to 1, to `values`.
    fn judge(
        &self,
        steps: &Self::Steps,
        game: Range<usize>,
        memory: &mut Self::Memory,
        values: &mut Vec<f32>,
    );

    /// w += η Σ_t errors_t ∇V(s_t) over the steps of the game judged last, with the weights of before for all t.
    fn step(
        &mut self,
        steps: &Self::Steps,
        game: Range<usize>,
        memory: &mut Self::Memory,
        errors: &[f32],
        rates: Self::Rates,
    );

    /// Whether every parameter is a number that a file may hold: [`is_sound`](super::is_sound).
    fn is_sound(&self) -> bool;
}

/// What a file holds of an evaluation.
pub trait Stored: Sized {
    /// The word for the form on the card.
    const KIND: &'static str;

    /// What the card says of this form alone: shape, inputs, whatever [`Stored::restore`] needs.
    fn card(&self) -> Map<String, Value>;

    /// The parameters.
    fn tensors(&self) -> Vec<Tensor>;

    /// The inverse of [`Stored::card`] and [`Stored::tensors`].
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Self, String>;

    /// What a run of this form begins with when it starts from a file of another kind; nothing for kinds that this form cannot
    /// begin with.
    fn adopted(
        _kind: &str,
        _card: &Map<String, Value>,
        _tensors: &Tensors,
    ) -> Option<Result<Self, String>> {
        None
    }
}

/// An evaluation made ready for the search, to be shared by all threads.
pub trait Playable: Debug + Send + Sync {
    /// What one thread searches with.
    type Evaluator: Evaluate + Debug + Send;

    /// An evaluator for one search at a time.
    fn evaluator(&self) -> Self::Evaluator;

    /// A value taken apart.
    fn explain(&self, position: &Position) -> Explanation;
}

/// What can be set of a form before it is learned; it stands in the card among the settings of the run.
pub trait FormSettings:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync
{
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting that is out of range, by name.
    fn check(self) -> Result<Self, SettingError>;

    /// The shape in words, for the announcement of a run: `222 inputs (nn4), 80 hidden units`.
    fn shape(&self) -> String;

    /// The learning rates in words: `rate 0.0005, β-rate 0.005`.
    fn pace(&self) -> String;

    /// Whether each game is learned with colours swapped as well, unless the run says otherwise; it adds nothing to a form that
    /// judges both sides alike.
    fn mirror(&self) -> bool {
        true
    }

    /// The share of the rates that is left at the end, unless the run says otherwise.
    fn fall(&self) -> f64 {
        1.0
    }

    /// The same where others make the steps from gradients: batches of games, learning from play. A form that has a way of its own to
    /// make them, with a rate that goes with it, learns by η·g there.
    #[must_use]
    fn by_plain_steps(self) -> Self {
        self
    }
}

/// Why one evaluation cannot be the start of another.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// A form of evaluation: all that learning, files, figures, explanation and play ask of it.
pub trait Form:
    Learnable<Steps = <Self::Encoder as Encode>::Steps> + Stored + PartialEq + 'static
{
    /// What can be set.
    type Settings: FormSettings;
    /// What makes its steps.
    type Encoder: Encode;
    /// What plays with it.
    type Player: Playable + 'static;

    /// The first weights for checked settings, the same for the same seed.
    fn first(settings: &Self::Settings, seed: u64) -> Self;

    /// An evaluation for these settings that begins with the weights of this one.
    ///
    /// # Errors
    /// When the shapes do not go together.
    fn grown(&self, settings: &Self::Settings) -> Result<Self, StartError>;

    /// Whether it has the shape that these settings ask for.
    fn fits(&self, settings: &Self::Settings) -> bool;

    /// Settings read from the card of this evaluation, with what the card keeps elsewhere.
    #[must_use]
    fn at_home(&self, settings: Self::Settings) -> Self::Settings {
        settings
    }

    /// The rates of these settings times a factor.
    fn rates(settings: &Self::Settings, factor: f64) -> Self::Rates;

    /// The encoder of these settings.
    fn encoder(settings: &Self::Settings) -> Self::Encoder;

    /// The value of a position for White, judged as one of this many pieces is: what a man is worth must not depend on a
    /// border of phases that is crossed when he goes.
    fn value(&self, position: &Position, pieces: u32) -> f32;

    /// The value of a position taken apart.
    fn explain(&self, position: &Position) -> Explanation;

    /// The number of parameters.
    fn parameters(&self) -> usize;

    /// The evaluation made ready for the search.
    fn player(self) -> Self::Player;
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
}
