//! Claims about the mover, and what held-out positions and matches say to them.

use super::super::lab::{Strength, change_text, strength_text};
use super::figures::Figures;
use super::orders::Order;
use super::rows::Equal;
use crate::results::{Claim, Finding, Summary, Table, Verdict};

/// That one order has the best move in front oftener than another.
const ORDERS: [(&str, Order, Order); 6] = [
    (
        "the mover finds the best move oftener than history that comes from another line",
        Order::Mover,
        Order::Elsewhere,
    ),
    (
        "with the mover beside it, history that comes from another line finds it oftener",
        Order::ElsewhereTogether,
        Order::Elsewhere,
    ),
    (
        "before any search the mover finds it oftener than history does after a short one",
        Order::Mover,
        Order::History,
    ),
    ("history and mover together find it oftener than history", Order::Together, Order::History),
    (
        "behind the hash move, the mover finds it oftener than history",
        Order::TableMover,
        Order::TableHistory,
    ),
    (
        "behind the hash move, history and mover together find it oftener than history",
        Order::TableTogether,
        Order::TableHistory,
    ),
];

/// The verdicts on orders.
pub(super) fn orders(figures: &Figures) -> Table {
    let claim = |&(words, better, worse): &(&str, Order, Order)| Claim {
        claim: words.into(),
        findings: [1, 3].map(|first| finding(&figures.gain(better, worse, first))).to_vec(),
    };
    let claims: Vec<Claim> = ORDERS.iter().map(claim).collect();
    Claim::table("The verdicts on orders, by position.", &["in the top 1", "in the top 3"], &claims)
}

fn finding(gain: &Summary) -> Finding {
    let percent = Summary { mean: 100.0 * gain.mean, spread: 100.0 * gain.spread, ..*gain };
    let evidence = format!("{} percentage points", change_text(&percent, 1).replace("**", ""));
    Finding { verdict: Verdict::above(0.0, gain.interval()), evidence }
}

/// The verdicts on strength.
pub(super) fn strength(figures: &Figures) -> Table {
    let claim = |equal: Equal| {
        let strength = figures.strength(equal).map(|(strength, _)| strength);
        let verdict = strength.as_ref().map_or(Verdict::Undecided, Strength::is_stronger);
        let evidence = format!("Elo {}", strength_text(strength.as_ref()).replace("**", ""));
        Claim {
            claim: format!("the engine is stronger with the mover, at {}", equal.name()),
            findings: vec![Finding { verdict, evidence }],
        }
    };
    let claims: Vec<Claim> = Equal::ALL.into_iter().map(claim).collect();
    Claim::table("The verdicts on strength.", &["in matches"], &claims)
}
