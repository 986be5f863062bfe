//! The words that flags of `train` take, and what they stand for.

use clap::ValueEnum;
use serde::Deserialize;

use crate::learning::{Loss, OptimiserKind, TdVariant, TerminalUpdate, UnearnedGains};
use crate::selfplay::Matching;

/// The rule of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TdVariantFlag {
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
pub enum UnearnedGainsFlag {
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
pub enum TerminalUpdateFlag {
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
pub enum OptimiserFlag {
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

impl From<TdVariantFlag> for TdVariant {
    fn from(flag: TdVariantFlag) -> TdVariant {
        match flag {
            TdVariantFlag::Td => TdVariant::Td,
            TdVariantFlag::TdDirected => TdVariant::TdDirected,
            TdVariantFlag::Tdleaf => TdVariant::Tdleaf,
        }
    }
}

impl From<UnearnedGainsFlag> for UnearnedGains {
    fn from(flag: UnearnedGainsFlag) -> UnearnedGains {
        match flag {
            UnearnedGainsFlag::Off => UnearnedGains::Off,
            UnearnedGainsFlag::Rule => UnearnedGains::Rule,
            UnearnedGainsFlag::Variant => UnearnedGains::Variant,
        }
    }
}

impl From<TerminalUpdateFlag> for TerminalUpdate {
    fn from(flag: TerminalUpdateFlag) -> TerminalUpdate {
        match flag {
            TerminalUpdateFlag::Kept => TerminalUpdate::Kept,
            TerminalUpdateFlag::Losses => TerminalUpdate::Losses,
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

impl From<OptimiserFlag> for OptimiserKind {
    fn from(flag: OptimiserFlag) -> OptimiserKind {
        match flag {
            OptimiserFlag::Plain => OptimiserKind::Plain,
            OptimiserFlag::Adadelta => OptimiserKind::Adadelta,
            OptimiserFlag::Adam => OptimiserKind::Adam,
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
