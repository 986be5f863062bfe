//! The report: orders, strength, what the mover costs.

use draughts_td_results::notes;

use super::super::lab::{by_elo, match_cells, percent};
use super::figures::{Figures, Kind};
use super::orders::MoveOrder;
use super::settings::{Equal, SHORTER};
use crate::results::plot::{Axis, IntervalPanel, IntervalPlot, PlotEstimate, Reference};
use crate::results::{ClaimVerdict, Report, number};

/// How the captions of tables begin that are shown at a terminal.
pub const SUMMARY: &[&str] = &["How often the best move", "The engine with the mover"];

/// The columns of shares: positions of a kind, the best move among the first so many.
const SHARES: [(Kind, u8); 5] =
    [(Kind::All, 1), (Kind::All, 3), (Kind::Quiet, 1), (Kind::Quiet, 3), (Kind::Captures, 1)];

pub fn report(figures: &Figures) -> Report {
    let settings = figures.settings;
    let chance = SHARES.map(|(kind, first)| number(100.0 * figures.chance(kind, first).mean, 1));
    let orders = MoveOrder::ALL.map(|order| {
        let share = |(kind, first)| figures.share(kind, order, first).percent().text(1);
        let place = figures.mean_place(Kind::All, order).text(2);
        order_row(order.name(), SHARES.map(share), place)
    });
    Report::new(notes::MOVER, figures.command)
        .answers(|words| claim(figures, words))
        .settings(settings)
        .text("learned", figures.learned())
        .text("held-out", figures.share(Kind::All, MoveOrder::Generator, 1).count)
        .text("fewer-nodes", settings.nodes / SHORTER)
        .rows("orders", [order_row("by chance", chance, String::new())].into_iter().chain(orders))
        .figure(1, "How often an order has the best move in front", &shares(figures))
        .text("games", 2 * settings.pairs())
        .text("speed", speed(figures))
        .rows("matches", Equal::ALL.into_iter().filter_map(|equal| match_row(figures, equal)))
}

fn order_row(name: &str, shares: [String; 5], place: String) -> Vec<String> {
    let [top, top_3, quiet, quiet_3, captures] = shares;
    vec![name.into(), top, top_3, place, quiet, quiet_3, captures]
}

/// `gain Mover History 1`: that an order has the best move among the first oftener than another; `stronger Nodes`: that the engine
/// is stronger with the mover.
fn claim(figures: &Figures, words: &[&str]) -> Option<String> {
    match *words {
        ["gain", better, worse, first] => {
            let order = |name: &str| MoveOrder::ALL.into_iter().find(|o| format!("{o:?}") == name);
            let gain = figures.gain(order(better)?, order(worse)?, first.parse().ok()?);
            let verdict = ClaimVerdict::above(0.0, gain.interval());
            Some(verdict.by(format!("{} percentage points", gain.percent().signed(1))))
        }
        ["stronger", equal] => {
            let equal = Equal::ALL.into_iter().find(|e| format!("{e:?}") == equal)?;
            let strength = figures.strength(equal).map(|(strength, _)| strength);
            Some(by_elo(strength.as_ref(), |interval| ClaimVerdict::above(0.0, interval)))
        }
        _ => None,
    }
}

fn shares(figures: &Figures) -> IntervalPlot {
    let panel = |first: u8| {
        let share = |order| figures.share(Kind::All, order, first).percent();
        let chance = figures.chance(Kind::All, first).percent().mean;
        IntervalPanel {
            title: format!("in the top {first}"),
            estimates: MoveOrder::ALL.map(|order| PlotEstimate::of(&share(order))).to_vec(),
            references: vec![Reference::new("chance", chance)],
        }
    };
    IntervalPlot {
        interval: "share, 95 % interval",
        x: Axis::new("positions, %"),
        rows: MoveOrder::ALL.map(|order| order.name().to_owned()).to_vec(),
        panels: vec![panel(1), panel(3)],
        ..IntervalPlot::default()
    }
}

fn match_row(figures: &Figures, equal: Equal) -> Option<[String; 5]> {
    let (strength, nodes) = figures.strength(equal)?;
    let nodes = format!("{nodes} and {}", figures.settings.match_nodes);
    let [games, score, elo] = match_cells(Some(&strength));
    Some([equal.name().into(), nodes, games, score, elo])
}

fn speed(figures: &Figures) -> String {
    let Some(speed) = figures.speed() else {
        return "Speeds were not measured at the small size, and there is no match at equal time."
            .into();
    };
    format!(
        "With the mover the search visits {} of the nodes a second that it visits without ({} against {} thousand, medians of {} \
         measurements in turns in one run); at equal time it has so much less to spend.",
        percent(speed.ratio, 1),
        number(speed.mover / 1000.0, 0),
        number(speed.plain / 1000.0, 0),
        figures.settings.rounds
    )
}
