//! The words that flags of `train` take, and what they stand for.

use clap::ValueEnum;
use serde::Deserialize;

use crate::learning::{Blunders, Last, Loss, Method, Rule};
use crate::practice::Matching;

/// The rule of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleFlag {
    /// TD(λ): each position itself; moves by the best successor
    Td,
    /// TD-directed(λ): each position itself; moves by a search
    TdDirected,
    /// TDLeaf(λ): the last position of the search's principal variation
    Tdleaf,
}

/// What becomes of steps that speak for the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlundersFlag {
    /// They teach like all others
    Off,
    /// They teach nothing unless it predicted the reply
    Rule,
    /// As the rule, but only against opponents rated below it
    Variant,
}

/// What the last difference teaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LastFlag {
    /// What it is worth
    Kept,
    /// Only losses teach
    Losses,
}

/// What is made of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LossFlag {
    /// Its square
    L2,
    /// Its size
    L1,
}

/// How a gradient becomes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MethodFlag {
    /// The rate times the gradient
    Plain,
    /// AdaDelta; --rate 1 is its own
    Adadelta,
    /// Adam
    Adam,
}

/// Who is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchingFlag {
    /// Everybody as often
    Even,
    /// Those more often whose games are the more open, by the games played so far
    Rating,
}

impl From<RuleFlag> for Rule {
    fn from(flag: RuleFlag) -> Rule {
        match flag {
            RuleFlag::Td => Rule::Td,
            RuleFlag::TdDirected => Rule::TdDirected,
            RuleFlag::Tdleaf => Rule::Tdleaf,
        }
    }
}

impl From<BlundersFlag> for Blunders {
    fn from(flag: BlundersFlag) -> Blunders {
        match flag {
            BlundersFlag::Off => Blunders::Off,
            BlundersFlag::Rule => Blunders::Rule,
            BlundersFlag::Variant => Blunders::Variant,
        }
    }
}

impl From<LastFlag> for Last {
    fn from(flag: LastFlag) -> Last {
        match flag {
            LastFlag::Kept => Last::Kept,
            LastFlag::Losses => Last::Losses,
        }
    }
}

impl From<LossFlag> for Loss {
    fn from(flag: LossFlag) -> Loss {
        match flag {
            LossFlag::L2 => Loss::L2,
            LossFlag::L1 => Loss::L1,
        }
    }
}

impl From<MethodFlag> for Method {
    fn from(flag: MethodFlag) -> Method {
        match flag {
            MethodFlag::Plain => Method::Plain,
            MethodFlag::Adadelta => Method::Adadelta,
            MethodFlag::Adam => Method::Adam,
        }
    }
}

impl From<MatchingFlag> for Matching {
    fn from(flag: MatchingFlag) -> Matching {
        match flag {
            MatchingFlag::Even => Matching::Even,
            MatchingFlag::Rating => Matching::Rating,
        }
    }
}
