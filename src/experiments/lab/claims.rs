//! Claims that one way of learning is better than another, and what matches and held-out games say to them.

use super::findings::{Findings, Strength};
use super::prose::{change_text, strength_text};
use crate::results::{Block, Claim, Finding, Table, Verdict};

/// The claim that the networks of one recipe are better than those of another.
#[must_use]
pub fn superiority(
    findings: &Findings,
    claim: impl Into<String>,
    better: &str,
    worse: &str,
) -> Claim {
    let findings =
        vec![in_matches(findings, better, worse), on_held_out_games(findings, better, worse)];
    Claim { claim: claim.into(), findings }
}

fn in_matches(findings: &Findings, better: &str, worse: &str) -> Finding {
    let strength = findings.strength(better, worse);
    let verdict = strength.as_ref().map_or(Verdict::Undecided, Strength::is_stronger);
    Finding {
        verdict,
        evidence: format!("Elo {}", strength_text(strength.as_ref()).replace("**", "")),
    }
}

fn on_held_out_games(findings: &Findings, better: &str, worse: &str) -> Finding {
    let change = findings.change(worse, better, |trial| trial.total().mse);
    let verdict = Verdict::above(0.0, change.interval());
    Finding {
        verdict,
        evidence: format!("error less by {}", change_text(&change, 4).replace("**", "")),
    }
}

/// The verdicts as a table.
#[must_use]
pub fn claims_table(caption: &str, claims: &[Claim]) -> Table {
    Claim::table(caption, &["in matches", "on held-out games"], claims)
}

/// The same as a part of a report.
#[must_use]
pub fn claims_block(caption: &str, claims: &[Claim]) -> Block {
    Block::Table(claims_table(caption, claims))
}
