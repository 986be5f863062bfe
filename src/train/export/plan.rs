//! The settings of an export: which positions, and which columns.

use std::sync::Arc;

use serde_json::{Value, json};

use super::error::ExportError;
use crate::features::Catalogue;
use crate::learning::SampleFilter;
use crate::models::SettingError;

/// The content of each row, beside result, score and origin.
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
    pub(crate) fn catalogue(&self) -> Option<&Arc<Catalogue>> {
        match self {
            Content::Boards => None,
            Content::Sparse(catalogue) | Content::Dense(catalogue) => Some(catalogue),
        }
    }

    /// Its name in settings.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Content::Boards => "boards",
            Content::Sparse(_) => "sparse",
            Content::Dense(_) => "dense",
        }
    }
}

/// An export: the positions that a training run with the same settings samples, those of its held-out games apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportPlan {
    /// The filter of games and positions.
    pub samples: SampleFilter,
    /// Seed of the held-out games.
    pub seed: u64,
    /// Share of the games held out.
    pub holdout: f64,
    /// At most this many games, held-out games included; 0 for all.
    pub games: u64,
    /// The content of each row.
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

    /// The settings for the metadata of the files, under the names in the card of a model, with the names of the inputs.
    #[must_use]
    pub fn describe(&self) -> Value {
        let mut metadata = json!({
            "content": self.content.name(),
            "filter": self.samples.filter,
            "selection": self.samples.selection,
            "seed": self.seed,
            "holdout": self.holdout,
            "games": self.games,
        });
        if let Some(catalogue) = self.content.catalogue() {
            metadata["catalogue"] = catalogue.fingerprint().into();
            metadata["input_names"] = catalogue.names().collect();
        }
        metadata
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_share_of_games_is_refused_by_name() {
        let plan = |holdout| ExportPlan {
            samples: SampleFilter::default(),
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
