//! What the paper says of its networks, and what the figures say to it.

use super::super::lab::{LabResults, superiority};
use crate::results::Claim;

/// Pairs of which the paper ranks the first above the second.
const RANKING: [(&str, &str); 4] = [("nn3", "nn1"), ("nn3", "nn2"), ("nn4", "nn1"), ("nn4", "nn2")];

/// What more inputs should bring: name, network with them, network without.
const INPUTS: [(&str, &str, &str); 3] = [
    ("The 64 triples", "nn2", "nn1"),
    ("The named structures", "nn3", "nn2"),
    ("The raw inputs", "nn4", "nn3"),
];

/// The verdicts: in matches, and on held-out games.
pub fn claims(results: &LabResults) -> Vec<Claim> {
    let ranked = RANKING.map(|(a, b)| {
        let claim = format!("{} is better than {}", a.to_uppercase(), b.to_uppercase());
        superiority(results, claim, a, b)
    });
    let inputs = INPUTS.map(|(what, with, without)| {
        let claim = format!("{what} help ({}, {})", with.to_uppercase(), without.to_uppercase());
        superiority(results, claim, with, without)
    });
    let phases = superiority(
        results,
        "A network for each phase is better than one for all (NN5, NN4)",
        "nn5",
        "nn4",
    );
    ranked.into_iter().chain(inputs).chain([phases]).collect()
}
