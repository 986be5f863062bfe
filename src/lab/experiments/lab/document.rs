//! The report of an experiment: what came out, then how it was done and how to do it again.

use super::model_config::ModelConfig;
use super::prose::{files_block, set_up};
use super::results::LabResults;
use crate::results::{Document, Section};

/// The report with this outcome.
#[must_use]
pub fn document<S: ModelConfig>(
    findings: &LabResults<S>,
    title: &str,
    subtitle: &str,
    outcome: Vec<Section>,
) -> Document {
    Document {
        title: title.into(),
        subtitle: subtitle.into(),
        command: findings.command.into(),
        blocks: [outcome, set_up(findings), files_block(findings)].concat(),
    }
}
