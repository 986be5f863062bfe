//! What the paper says, and what the figures say to it.

use super::super::lab::{capital, estimate_text};
use super::bounds::Bounds;
use super::figures::{Figures, Kind};
use super::settings::Regime;
use super::sides::Opponent;
use super::variant::{Start, Variant};
use crate::results::{Claim, ClaimVerdict, Finding, Summary, number};

/// Equity of the paper's Random-trained networks against Random, which it calls near-optimal.
pub(super) const RANDOM_AGAINST_RANDOM: f64 = 0.928;
/// Equity of the paper's Expert-trained networks against Expert.
pub(super) const EXPERT_AGAINST_EXPERT: f64 = 0.58;
/// What the paper gives as the most that can be had of Expert.
pub(super) const MOST_OF_EXPERT: f64 = 0.61;

/// An equity this close to the paper's has reached it: the paper gives two decimals, read from its curves.
pub(super) const CLOSE: f64 = 0.02;

/// The ways of doing the experiment that are held against each claim, with their names.
pub(super) const WAYS: [(Variant, &str); 2] =
    [(Variant::PAPER, "as described"), (Variant::NEAREST, "update by position, wins taken")];

/// A mean with its margin: `0.527 ± 0.031`.
pub(super) fn estimate(summary: &Summary) -> String {
    estimate_text(summary, 3)
}

/// A change with its sign and its margin.
pub(super) fn change(summary: &Summary) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    format!("{sign}{}", estimate(summary))
}

/// The paper's claims with what each way of doing the experiment says.
pub fn claims(figures: &Figures, bounds: &Bounds) -> Vec<Claim> {
    let mut claims = vec![
        reached(figures, Regime::Random, Opponent::Random, RANDOM_AGAINST_RANDOM),
        reached(figures, Regime::Expert, Opponent::Expert, EXPERT_AGAINST_EXPERT),
        most_of_expert(figures, bounds),
        order(figures, Regime::Expert, Regime::Database),
        order(figures, Regime::Database, Regime::Random),
    ];
    let (largest, smaller) = figures.settings.hidden.split_last().expect("at least one size");
    claims.extend(smaller.iter().map(|&size| more_units(figures, *largest, size)));
    claims
}

fn claim(words: String, finding: impl Fn(Variant) -> Finding) -> Claim {
    Claim { claim: words, results: WAYS.map(|(variant, _)| finding(variant)).to_vec() }
}

fn reached(figures: &Figures, regime: Regime, opponent: Opponent, limit: f64) -> Claim {
    let hidden = figures.settings.largest();
    let words = format!(
        "{} networks reach {limit}, or come within {CLOSE} of it, against {} ({hidden} units)",
        capital(regime.name()),
        opponent.name()
    );
    claim(words, |variant| {
        let summary = figures.summary(figures.largest(variant, regime), opponent);
        let verdict = ClaimVerdict::above(limit - CLOSE, summary.interval());
        Finding { verdict, evidence: estimate(&summary) }
    })
}

/// The most is computed, not measured, and the same for every way: the evidence tells what the networks come to.
fn most_of_expert(figures: &Figures, bounds: &Bounds) -> Claim {
    let most = bounds.most(Opponent::Expert, Start::Alternate);
    let words = format!("Nobody can have more than about {MOST_OF_EXPERT} of Expert");
    claim(words, |variant| {
        let summary = figures.summary(figures.largest(variant, Regime::Expert), Opponent::Expert);
        let verdict = if (most - MOST_OF_EXPERT).abs() < 0.01 {
            ClaimVerdict::Holds
        } else {
            ClaimVerdict::Fails
        };
        let share = number(100.0 * summary.mean / most, 0);
        let evidence =
            format!("exactly {}; Expert-trained networks have {share} % of it", number(most, 3));
        Finding { verdict, evidence }
    })
}

fn order(figures: &Figures, better: Regime, worse: Regime) -> Claim {
    let words =
        format!("{} networks beat {} ones against Expert", capital(better.name()), worse.name());
    claim(words, |variant| {
        let [better, worse] = [better, worse].map(|regime| figures.largest(variant, regime));
        by_difference(figures, better, worse)
    })
}

fn more_units(figures: &Figures, more: usize, fewer: usize) -> Claim {
    let words =
        format!("The database is learned better with {more} hidden units than with {fewer}");
    claim(words, |variant| {
        let kind = |hidden| Kind { variant, regime: Regime::Database, hidden };
        by_difference(figures, kind(more), kind(fewer))
    })
}

fn by_difference(figures: &Figures, better: Kind, worse: Kind) -> Finding {
    let difference = figures.difference(better, worse, Opponent::Expert);
    let verdict = ClaimVerdict::above(0.0, difference.interval());
    let [a, b] =
        [better, worse].map(|kind| number(figures.summary(kind, Opponent::Expert).mean, 3));
    Finding { verdict, evidence: format!("{a} against {b}, difference {}", change(&difference)) }
}
