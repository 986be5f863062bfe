//! The report of an experiment: what came out, then how it was done and how to do it again.

use super::findings::Findings;
use super::prose::{files_block, set_up};
use super::subject::Subject;
use crate::results::{Block, Document};

/// The report with this outcome.
#[must_use]
pub fn document<S: Subject>(
    findings: &Findings<S>,
    title: &str,
    subtitle: &str,
    outcome: Vec<Block>,
) -> Document {
    Document {
        title: title.into(),
        subtitle: subtitle.into(),
        command: findings.command.into(),
        blocks: [outcome, set_up(findings), files_block(findings)].concat(),
    }
}
