//! Which positions are exported and what is told of each.

use std::sync::Arc;

use serde_json::{Value, json};

use super::error::ExportError;
use crate::features::Catalogue;
use crate::learning::SampleFilter;
use crate::models::SettingError;

/// What is told of each position, beside result, score and origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The board: a word for each kind of piece.
    Boards,
    /// The inputs of a catalogue that are not zero.
    Sparse(Arc<Catalogue>),
    /// All inputs of a catalogue.
    Dense(Arc<Catalogue>),
}

impl Content {
    /// Whose inputs they are.
    #[must_use]
    pub fn catalogue(&self) -> Option<&Arc<Catalogue>> {
        match self {
            Content::Boards => None,
            Content::Sparse(catalogue) | Content::Dense(catalogue) => Some(catalogue),
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Content::Boards => "boards",
            Content::Sparse(_) => "sparse",
            Content::Dense(_) => "dense",
        }
    }
}

/// What is exported: the positions that a run of learning with the same settings keeps, those of its held-out games apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportPlan {
    /// Which games and which of their positions.
    pub sieve: SampleFilter,
    /// Seed of the held-out games.
    pub seed: u64,
    /// Share of the games held out.
    pub holdout: f64,
    /// At most this many games, held-out games included; 0 for all.
    pub games: u64,
    /// What is told of each position.
    pub content: Content,
}

impl ExportPlan {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The setting that is out of range.
    pub fn check(&self) -> Result<(), ExportError> {
        let is_share = (0.0..=0.9).contains(&self.holdout);
        Ok(SettingError::unless(is_share, "holdout", self.holdout, "between 0 and 0.9")?)
    }

    /// The settings for the files' own account, under the names of the card of a network, with the names of the inputs.
    #[must_use]
    pub fn describe(&self) -> Value {
        let mut about = json!({
            "content": self.content.name(),
            "filter": self.sieve.filter,
            "selection": self.sieve.selection,
            "seed": self.seed,
            "holdout": self.holdout,
            "games": self.games,
        });
        if let Some(catalogue) = self.content.catalogue() {
            about["catalogue"] = catalogue.fingerprint().into();
            about["input_names"] = catalogue.names().collect();
        }
        about
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_games_that_is_none_is_refused_by_name() {
        let plan = |holdout| ExportPlan {
            sieve: SampleFilter::default(),
            seed: 1,
            holdout,
            games: 0,
            content: Content::Boards,
        };
        assert!(plan(0.9).check().is_ok());
        let error = plan(f64::NAN).check().expect_err("no share").to_string();
        assert!(error.starts_with("holdout is NaN"), "{error}");
    }
}
