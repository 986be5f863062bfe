//! The settings that only patterns have.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Deserialize;

use super::switch::Switch;
use crate::files;
use crate::models::patterns::{PatternSettings, Shapes, Squash};

/// No file of windows is larger.
const LARGEST: u64 = 1 << 20;

/// From the sum of the weights to the expected result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SquashFlag {
    /// No sum is more than a certain win
    Tanh,
    /// The sum itself
    Linear,
}

/// Flags of patterns.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PatternFlags {
    /// Patterns: windows of your own, a file like features/patterns.toml
    #[arg(long, value_name = "FILE")]
    windows: Option<PathBuf>,
    /// Patterns: sets of weights, mixed by the pieces on the board, 1 or 2 [default: 2]
    #[arg(long, value_name = "N")]
    stages: Option<u32>,
    /// Patterns: learning rate of globals and king squares [default: 0.001]
    #[arg(long, value_name = "X")]
    rest_rate: Option<f64>,
    /// Patterns: weights for the global inputs [default: on]
    #[arg(long, value_enum, value_name = "WHEN")]
    globals: Option<Switch>,
    /// Patterns: a weight for a king on each square [default: on]
    #[arg(long, value_enum, value_name = "WHEN")]
    king_squares: Option<Switch>,
    /// Patterns: from the sum of the weights to the expected result [default: tanh]
    #[arg(long, value_enum, value_name = "HOW")]
    squash: Option<SquashFlag>,
}

impl PatternFlags {
    /// These settings, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: PatternFlags) -> PatternFlags {
        PatternFlags {
            windows: self.windows.or(other.windows),
            stages: self.stages.or(other.stages),
            rest_rate: self.rest_rate.or(other.rest_rate),
            globals: self.globals.or(other.globals),
            king_squares: self.king_squares.or(other.king_squares),
            squash: self.squash.or(other.squash),
        }
    }

    /// The patterns that are learned, with every default filled in.
    ///
    /// # Errors
    /// A file of windows that cannot be read.
    pub fn settings(&self, rate: Option<f64>) -> Result<PatternSettings> {
        let defaults = PatternSettings::default();
        let is_on = |switch: Option<Switch>| switch.map(|switch| switch == Switch::On);
        let squash = self.squash.map(|squash| match squash {
            SquashFlag::Tanh => Squash::Tanh,
            SquashFlag::Linear => Squash::Linear,
        });
        Ok(PatternSettings {
            globals: is_on(self.globals).unwrap_or(defaults.globals),
            kings: is_on(self.king_squares).unwrap_or(defaults.kings),
            stages: self.stages.unwrap_or(defaults.stages),
            squash: squash.unwrap_or(defaults.squash),
            rate: rate.unwrap_or(defaults.rate),
            rest_rate: self.rest_rate.unwrap_or(defaults.rest_rate),
            shapes: match &self.windows {
                Some(path) => read(path)?,
                None => defaults.shapes,
            },
        })
    }
}

fn read(path: &Path) -> Result<Arc<Shapes>> {
    let context = || format!("--windows {}", path.display());
    let text = files::read_text_at_most(path, LARGEST).with_context(context)?;
    Ok(Arc::new(Shapes::read(&text).with_context(context)?))
}
