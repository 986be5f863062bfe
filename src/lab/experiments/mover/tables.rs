//! The tables of the report.

use super::super::lab::{estimate_text, games_text, percent, strength_text};
use super::figures::{Figures, Kind};
use super::orders::MoveOrder;
use super::rows::Equal;
use crate::results::{Align, Summary, Table, number};

/// How often every order has the best move in front.
pub(super) fn orders(figures: &Figures) -> Table {
    let columns = [
        ("order", Align::Left),
        ("top 1, %", Align::Right),
        ("top 3, %", Align::Right),
        ("mean place", Align::Right),
        ("top 1 without captures, %", Align::Right),
        ("top 3 without captures, %", Align::Right),
        ("top 1 of captures, %", Align::Right),
    ];
    let caption =
        "How often the best move comes first, or among the first three, in held-out positions.";
    let mut table = Table::new(caption, &columns);
    let chance = |kind, first| number(100.0 * figures.chance(kind, first).mean, 1);
    table.row([
        "by chance".into(),
        chance(Kind::All, 1),
        chance(Kind::All, 3),
        String::new(),
        chance(Kind::Quiet, 1),
        chance(Kind::Quiet, 3),
        chance(Kind::Captures, 1),
    ]);
    for order in MoveOrder::ALL {
        let share = |kind, first| percent_text(&figures.share(kind, order, first));
        table.row([
            order.name().into(),
            share(Kind::All, 1),
            share(Kind::All, 3),
            estimate_text(&figures.mean_place(Kind::All, order), 2),
            share(Kind::Quiet, 1),
            share(Kind::Quiet, 3),
            share(Kind::Captures, 1),
        ]);
    }
    table
}

fn percent_text(share: &Summary) -> String {
    let percent = Summary { mean: 100.0 * share.mean, spread: 100.0 * share.spread, ..*share };
    estimate_text(&percent, 1)
}

pub(super) fn matches(figures: &Figures) -> Table {
    let columns = [
        ("match", Align::Left),
        ("nodes a move, with and without", Align::Right),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("Elo with the mover", Align::Right),
    ];
    let mut table =
        Table::new("The engine with the mover against the engine without it.", &columns);
    for equal in Equal::ALL {
        let Some((strength, nodes)) = figures.strength(equal) else { continue };
        let stats = &strength.stats;
        table.row([
            equal.name().into(),
            format!("{nodes} and {}", figures.settings.match_nodes),
            games_text(stats),
            percent(strength.score, 1),
            strength_text(Some(&strength)),
        ]);
    }
    table
}

/// What the mover costs, in words.
pub(super) fn speed(figures: &Figures) -> String {
    figures.speed().map_or_else(
        || "Speeds were not measured at the small size, and there is no match at equal time.".into(),
        |speed| {
            format!(
                "With the mover the search visits {} % of the nodes a second that it visits without ({} against {} thousand, medians of {} \
                 measurements in turns in one run); at equal time it has so much less to spend.",
                number(100.0 * speed.ratio, 1),
                number(speed.mover / 1000.0, 0),
                number(speed.plain / 1000.0, 0),
                figures.settings.rounds
            )
        },
    )
}
