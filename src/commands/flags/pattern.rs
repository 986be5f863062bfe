//! The settings of patterns.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};

use super::switch::Switch;
use super::words::{OUTPUT_ACTIVATIONS, one_of};
use crate::files;
use crate::models::patterns::{PatternSettings, Shapes, Squash};

/// The largest pattern file in bytes.
const LARGEST: u64 = 1 << 20;

/// Flags of patterns; in a configuration file, the table `[patterns]`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PatternFlags {
    /// Patterns: a file of your own like features/patterns.toml [default: that file, with --init the windows of its evaluation]
    #[arg(long, alias = "windows", value_name = "FILE", hide_short_help = true)]
    pub(super) pattern_file: Option<PathBuf>,
    /// Patterns: sets of weights, mixed by the pieces on the board, 1 or 2
    #[arg(long, value_name = "N", default_value_t = 2, hide_short_help = true)]
    stages: u32,
    /// Patterns: learning rate of globals and king squares
    #[arg(
        long,
        alias = "rest-rate",
        value_name = "X",
        default_value_t = 0.001,
        hide_short_help = true
    )]
    rest_lr: f64,
    /// Patterns: weights for the global inputs
    #[arg(long, value_enum, value_name = "WHEN", default_value = "on", hide_short_help = true)]
    globals: Switch,
    /// Patterns: a weight for a king on each square
    #[arg(long, value_enum, value_name = "WHEN", default_value = "on", hide_short_help = true)]
    king_squares: Switch,
    /// Patterns: from the sum of the weights to the expected result
    #[arg(long, alias = "squash", value_name = "HOW", default_value = "tanh", value_parser = one_of::<Squash>(OUTPUT_ACTIVATIONS), hide_short_help = true)]
    output_activation: Squash,
}

impl PatternFlags {
    /// The settings of patterns with this learning rate.
    pub(crate) fn settings(&self, lr: Option<f64>) -> Result<PatternSettings> {
        let defaults = PatternSettings::default();
        Ok(PatternSettings {
            globals: self.globals.is_on(),
            kings: self.king_squares.is_on(),
            stages: self.stages,
            squash: self.output_activation,
            rate: lr.unwrap_or(defaults.rate),
            rest_rate: self.rest_lr,
            shapes: match &self.pattern_file {
                Some(path) => read(path)?,
                None => defaults.shapes,
            },
        })
    }
}

fn read(path: &Path) -> Result<Arc<Shapes>> {
    let context = || format!("--pattern-file {}", path.display());
    let text = files::read_text_at_most(path, LARGEST).with_context(context)?;
    Ok(Arc::new(Shapes::read(&text).with_context(context)?))
}
