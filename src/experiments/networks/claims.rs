//! What the paper says of its networks, and what the figures say to it.

use super::super::lab::{Findings, change_text, strength_text};
use crate::results::{Claim, Finding, Summary, Verdict};

/// Pairs of which the paper ranks the first above the second.
const RANKING: [(&str, &str); 4] = [("nn3", "nn1"), ("nn3", "nn2"), ("nn4", "nn1"), ("nn4", "nn2")];

/// What more inputs should bring: name, network with them, network without.
const INPUTS: [(&str, &str, &str); 3] = [
    ("The 64 triples", "nn2", "nn1"),
    ("The named structures", "nn3", "nn2"),
    ("The raw inputs", "nn4", "nn3"),
];

/// The verdicts: in matches, and on held-out games.
#[must_use]
pub fn claims(findings: &Findings) -> Vec<Claim> {
    let ranked = RANKING.map(|(a, b)| {
        claim(findings, format!("{} is better than {}", a.to_uppercase(), b.to_uppercase()), a, b)
    });
    let inputs = INPUTS.map(|(what, with, without)| {
        claim(findings, format!("{what} help ({with}, {without})"), with, without)
    });
    let phases = claim(
        findings,
        "Three networks, one for each phase, are better than one (nn5, nn4)".into(),
        "nn5",
        "nn4",
    );
    ranked.into_iter().chain(inputs).chain([phases]).collect()
}

fn claim(findings: &Findings, claim: String, a: &str, b: &str) -> Claim {
    Claim { claim, findings: vec![match_finding(findings, a, b), held_out_finding(findings, a, b)] }
}

fn match_finding(findings: &Findings, a: &str, b: &str) -> Finding {
    let strength = findings.strength(a, b);
    let verdict = strength.as_ref().map_or(Verdict::Undecided, |strength| strength.is_stronger());
    Finding { verdict, evidence: format!("Elo {}", strength_text(strength.as_ref())) }
}

fn held_out_finding(findings: &Findings, a: &str, b: &str) -> Finding {
    let change: Summary = findings.change(b, a, |trial| trial.total().mse);
    let verdict =
        if change.count < 2 { Verdict::Undecided } else { Verdict::above(0.0, change.interval()) };
    Finding {
        verdict,
        evidence: format!("error less by {}", change_text(&change, 4).trim_start_matches('+')),
    }
}
