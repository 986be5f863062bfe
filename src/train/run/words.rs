//! Flags whose values are words of the files: each word with its help, read as the files are read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A word as files hold it, and its help.
pub type Word = (&'static str, &'static str);

pub(super) const ALGORITHMS: &[Word] = &[
    ("td", "TD(λ): each position itself; moves by the best successor"),
    ("td-directed", "TD-directed(λ): each position itself; moves by a search"),
    ("tdleaf", "TDLeaf(λ): the last position of the search's principal variation"),
];
pub(super) const UNEARNED_GAINS: &[Word] = &[
    ("off", "They train like all others"),
    ("rule", "They train nothing unless the learner predicted the reply"),
    ("variant", "As the rule, but only against opponents rated below the learner"),
];
pub(super) const TERMINAL_UPDATES: &[Word] =
    &[("kept", "The whole difference"), ("losses", "Nothing unless the game is lost")];
pub(super) const LOSSES: &[Word] = &[("l2", "The squared error"), ("l1", "The absolute error")];
pub(super) const OPTIMIZERS: &[Word] = &[
    ("plain", "The learning rate times the gradient"),
    ("adadelta", "AdaDelta; --lr 1 is its own"),
    ("adam", "Adam"),
];
pub(super) const HIDDEN_OPTIMIZERS: &[Word] = &[
    ("plain", "The learning rate times the gradient"),
    ("adam", "Adam: steps of about the same size whatever the size of the gradient"),
];
pub(super) const MATCHINGS: &[Word] = &[
    ("even", "All opponents as often"),
    ("rating", "Opponents near in rating more often, by the games played so far"),
];
pub(super) const TARGET_SOURCES: &[Word] = &[
    ("values", "The values of the positions that followed"),
    ("scores", "The scores of searches, where the games have them"),
];
pub(super) const RESULTS: &[Word] =
    &[("all", "Every known result"), ("decided", "Games with a winner"), ("draws", "Draws")];
pub(super) const OUTPUT_ACTIVATIONS: &[Word] =
    &[("tanh", "No sum is more than a certain win"), ("linear", "The sum itself")];
pub(super) const ACTIVATIONS: &[Word] = &[
    ("relu", "max(x, 0)"),
    ("softsign", "The paper's βx / (1 + |βx|), with a trained β for each unit"),
];

/// The field's word for plain steps, and the word of the files.
const SGD: [&str; 2] = ["sgd", "plain"];

/// Reads one of these words as the value that files mean by it.
pub fn one_of<T>(words: &'static [Word]) -> ValueParser
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let shown = words.iter().map(|&(word, help)| match word {
        "plain" => PossibleValue::new(SGD[0]).alias(SGD[1]).help(help),
        word => PossibleValue::new(word).help(help),
    });
    let read = |word: String| serde_json::from_value::<T>(Value::String(word));
    PossibleValuesParser::new(shown).try_map(read).into()
}
