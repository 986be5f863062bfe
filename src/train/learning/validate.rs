//! A trained network on other games.

use super::baseline::Baseline;
use super::eval_games::{EvalGames, EvalSet, held_out_games};
use super::hyperparams::Checked;
use super::report::{Report, report};
use super::source::Source;
use crate::dataset::Census;
use crate::models::Model;
use crate::pdn::PdnError;

/// Figures on games that a network has not learned.
#[derive(Debug)]
pub struct Validation {
    /// The figures.
    pub report: Report,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Judges an evaluation on games of a source, with the filter and inputs of these settings.
#[must_use]
pub fn validate<F: Model, S: Source + ?Sized>(
    source: &S,
    model: &F,
    checked: &Checked<F::Settings>,
    baseline: &Baseline,
    scope: EvalSet,
) -> Validation {
    let EvalGames { held_out, census, faults } = held_out_games::<F, S>(source, checked, scope);
    let report = report(model, &F::encoder(&checked.model), &held_out, baseline);
    Validation { report, census, faults }
}
