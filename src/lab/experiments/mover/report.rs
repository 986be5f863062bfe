//! The report: orders, strength, what the mover costs.

use super::super::notes;
use super::figures::{Figures, Kind};
use super::orders::MoveOrder;
use super::settings::SHORTER;
use super::{claims, plot, tables};
use crate::results::Report;

/// The parts that are shown at a terminal.
pub const SUMMARY: &[&str] = &["orders", "matches"];

pub fn report(figures: &Figures) -> Report {
    let settings = figures.settings;
    Report::new(notes::MOVER, figures.command)
        .text("passes", settings.passes)
        .text("learned", figures.learned())
        .text("held-out", figures.share(Kind::All, MoveOrder::Generator, 1).count)
        .text("nodes", settings.nodes)
        .text("fewer-nodes", settings.nodes / SHORTER)
        .table("orders", &tables::orders(figures))
        .figure(plot::shares(figures))
        .table("order-claims", &claims::orders(figures))
        .text("games", 2 * settings.pairs())
        .text("speed", tables::speed(figures))
        .table("matches", &tables::matches(figures))
        .table("match-claims", &claims::strength(figures))
}
