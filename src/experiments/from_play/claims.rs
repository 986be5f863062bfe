//! Claims about two ways of learning, decided by their matches.

use super::super::lab::{Strength, strength_text};
use super::figures::Figures;
use crate::results::{Claim, Finding, Verdict};

fn claim(words: impl Into<String>, verdict: Verdict, strength: Option<&Strength>) -> Claim {
    let evidence = format!("Elo {}", strength_text(strength).replace("**", ""));
    Claim { claim: words.into(), findings: vec![Finding { verdict, evidence }] }
}

/// That one way is better than another.
#[must_use]
pub fn stronger(figures: &Figures, words: impl Into<String>, a: &str, b: &str) -> Claim {
    at_least(figures, words, a, b, 0.0)
}

/// That one way is better than another by so many points.
#[must_use]
pub fn at_least(
    figures: &Figures,
    words: impl Into<String>,
    a: &str,
    b: &str,
    points: f64,
) -> Claim {
    let strength = figures.strength(a, b);
    let verdict = strength.as_ref().map_or(Verdict::Undecided, |strength| {
        let [low, _, high] = strength.elo();
        Verdict::above(points, (low, high))
    });
    claim(words, verdict, strength.as_ref())
}

/// That two ways are as good as each other: the whole interval lies within so many points; it fails if it lies beyond.
#[must_use]
pub fn parity(figures: &Figures, words: impl Into<String>, a: &str, b: &str, points: f64) -> Claim {
    let strength = figures.strength(a, b);
    let verdict = strength.as_ref().map_or(Verdict::Undecided, |strength| {
        let [low, _, high] = strength.elo();
        match (low > -points && high < points, high < -points || low > points) {
            (true, _) => Verdict::Holds,
            (_, true) => Verdict::Fails,
            _ => Verdict::Undecided,
        }
    });
    claim(words, verdict, strength.as_ref())
}
