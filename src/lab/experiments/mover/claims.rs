//! Claims about the mover, and what held-out positions and matches say to them.

use super::super::lab::{Strength, change_text, strength_text};
use super::figures::Figures;
use super::orders::MoveOrder;
use super::rows::Equal;
use crate::results::{Claim, ClaimVerdict, Finding, Summary, Table};

/// That one order has the best move in front oftener than another.
const ORDERS: [(&str, MoveOrder, MoveOrder); 6] = [
    (
        "the mover finds the best move oftener than history that comes from another line",
        MoveOrder::Mover,
        MoveOrder::Elsewhere,
    ),
    (
        "with the mover beside it, history that comes from another line finds it oftener",
        MoveOrder::ElsewhereTogether,
        MoveOrder::Elsewhere,
    ),
    (
        "before any search the mover finds it oftener than history does after a short one",
        MoveOrder::Mover,
        MoveOrder::History,
    ),
    (
        "history and mover together find it oftener than history",
        MoveOrder::Together,
        MoveOrder::History,
    ),
    (
        "behind the hash move, the mover finds it oftener than history",
        MoveOrder::TableMover,
        MoveOrder::TableHistory,
    ),
    (
        "behind the hash move, history and mover together find it oftener than history",
        MoveOrder::TableTogether,
        MoveOrder::TableHistory,
    ),
];

pub(super) fn orders(figures: &Figures) -> Table {
    let claim = |&(words, better, worse): &(&str, MoveOrder, MoveOrder)| Claim {
        claim: words.into(),
        results: [1, 3].map(|first| finding(&figures.gain(better, worse, first))).to_vec(),
    };
    let claims: Vec<Claim> = ORDERS.iter().map(claim).collect();
    Claim::table("The verdicts on orders, by position.", &["in the top 1", "in the top 3"], &claims)
}

fn finding(gain: &Summary) -> Finding {
    let percent = Summary { mean: 100.0 * gain.mean, spread: 100.0 * gain.spread, ..*gain };
    let evidence = format!("{} percentage points", change_text(&percent, 1).replace("**", ""));
    Finding { verdict: ClaimVerdict::above(0.0, gain.interval()), evidence }
}

pub(super) fn strength(figures: &Figures) -> Table {
    let claim = |equal: Equal| {
        let strength = figures.strength(equal).map(|(strength, _)| strength);
        let verdict = strength.as_ref().map_or(ClaimVerdict::Undecided, Strength::is_stronger);
        let evidence = format!("Elo {}", strength_text(strength.as_ref()).replace("**", ""));
        Claim {
            claim: format!("the engine is stronger with the mover, at {}", equal.name()),
            results: vec![Finding { verdict, evidence }],
        }
    };
    let claims: Vec<Claim> = Equal::ALL.into_iter().map(claim).collect();
    Claim::table("The verdicts on strength.", &["in matches"], &claims)
}
