//! The report: what came out, beside what the documents say, with every number computed from the raw figures.

use super::super::lab::share_text;
use super::super::notes;
use super::claims::{claims, thousands};
use super::figures::{Figures, Opponent};
use super::plots;
use super::settings::BackgammonSettings;
use super::tables::{curve_table, departures, looks, openings, round_robin};
use super::variant::Variant;
use crate::results::{Claim, Report, Table, number};

/// The parts that are shown at a terminal.
pub const SUMMARY: &[&str] = &["curve", "claims"];

pub fn report(figures: &Figures, command: &str) -> Report {
    let report = Report::new(notes::BACKGAMMON, command)
        .table("claims", &claims_table(figures))
        .figure(plots::curve(figures, command))
        .table("curve", &curve_table(figures))
        .table("round-robin", &round_robin(figures))
        .figure(plots::departures(figures, command))
        .table("departures", &departures(figures))
        .table("looks", &looks(figures))
        .table("set-up", &set_up(figures.settings));
    let report = outcome(figures, report);
    match openings(figures) {
        Some(openings) => report.table("openings", &openings),
        None => report,
    }
}

fn claims_table(figures: &Figures) -> Table {
    let caption = format!(
        "The documents' claims. Verdicts by 95 % intervals over {} first weights ({} for departures and other games to learn \
         from); parity means that the whole interval lies within 2 percentage points.",
        figures.settings.seeds, figures.settings.departures
    );
    Claim::table(caption, &["verdict"], &claims(figures))
}

/// What the networks win at the end, and against whom there were no games.
fn outcome(figures: &Figures, report: Report) -> Report {
    let last = Some(figures.settings.games());
    let of = |opponent| share_text(&figures.wins(Variant::PAPER.name, last, opponent));
    let wins: Vec<String> = figures
        .opponents()
        .map(|opponent| format!("{} against {}", of(opponent), opponent.name()))
        .collect();
    let absent: Vec<&str> = Opponent::ALL
        .into_iter()
        .filter(|opponent| !figures.opponents().any(|present| present == *opponent))
        .map(Opponent::name)
        .collect();
    let absent = match absent.as_slice() {
        [] => String::new(),
        _ => format!("Not in this run: {}; what rests on them is left out.", absent.join(", ")),
    };
    report
        .text("games", thousands(figures.settings.games()))
        .text("wins", wins.join(", "))
        .text("seeds", figures.settings.seeds)
        .text("departure-games", thousands(figures.settings.departure_games))
        .text("departure-seeds", figures.settings.departures)
        .text("length", number(figures.length(), 1))
        .text("breadth", number(figures.breadth(), 1))
        .text("absent", absent)
}

fn set_up(s: &BackgammonSettings) -> Table {
    let list =
        |games: &[u32]| games.iter().map(|&games| thousands(games)).collect::<Vec<_>>().join(", ");
    let rows = [
        ("network", "198 inputs, 50 hidden units, 1 output, logistic, 10,001 weights".to_string()),
        ("first weights", s.seeds.to_string()),
        ("tested after", format!("{} games", list(&s.checkpoints))),
        (
            "departures and other schools",
            format!("{} first weights × {} games", s.departures, thousands(s.departure_games)),
        ),
        ("games in a database", thousands(s.database)),
        ("games of those who look ahead", thousands(s.look_games)),
        ("gnubg", s.gnubg.clone().unwrap_or_else(|| "not in this run".into())),
        (
            "pubeval's weights",
            s.pubeval.clone().map_or("not in this run".into(), |sum| format!("SHA-256 {sum}")),
        ),
        ("seed", s.seed.to_string()),
    ];
    Table::of_settings("The numbers of the run.", "setting", rows)
}
