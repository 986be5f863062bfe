//! The report: what was accepted, what was rejected, and on what grounds.

use super::super::lab::{Strength, games_text, match_bars, percent, strength_text, tables_text};
use super::super::notes;
use super::run::Tried;
use crate::arena::tournament::sprt::{Sprt, SprtDecision};
use crate::engine::Parameters;
use crate::results::{Align, Description, Figure, Report, Table, code, number};

/// The parts that are shown at a terminal.
pub const SUMMARY: &[&str] = &["tests"];

/// The report of a run, by its description and its rows; `elsewhere` tells what was tried in other runs.
pub fn report(run: &Description, sprt: &Sprt, tried: &[Tried], elsewhere: &[String]) -> Report {
    Report::new(notes::TUNING, &run.command)
        .table("tests", &tests(sprt, tried))
        .figure(figure(tried, &run.command))
        .list("notes", elsewhere.iter().cloned())
        .table("conditions", &conditions(run, sprt))
}

fn strength(tried: &Tried) -> Option<Strength> {
    Strength::of(std::slice::from_ref(&tried.stats))
}

fn tests(sprt: &Sprt, tried: &[Tried]) -> Table {
    let columns = [
        ("the search", Align::Left),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("Elo", Align::Right),
        ("LLR", Align::Right),
        ("verdict", Align::Left),
    ];
    let (low, high) = sprt.bounds();
    let caption = format!(
        "Elo with its 95 % interval by pairs. LLR is the log-likelihood ratio of {} Elo to {}: accepted above {}, rejected below {}.",
        sprt.elo1,
        sprt.elo0,
        number(high, 2),
        number(low, 2)
    );
    let mut table = Table::new(caption, &columns);
    for row in tried {
        let (stats, strength) = (&row.stats, strength(row));
        table.row([
            code(&row.change),
            games_text(stats),
            strength.as_ref().map_or("–".into(), |s| percent(s.score, 1)),
            strength_text(strength.as_ref()),
            number(sprt.llr(stats), 2),
            verdict(sprt.verdict(stats)).into(),
        ]);
    }
    table
}

fn verdict(verdict: SprtDecision) -> &'static str {
    match verdict {
        SprtDecision::AcceptH1 => "accepted",
        SprtDecision::AcceptH0 => "rejected",
        SprtDecision::Open => "undecided",
    }
}

fn figure(tried: &[Tried], command: &str) -> Figure {
    match_bars(
        "Changes of the search",
        command,
        "against the search as it is",
        tried.iter().map(|row| (row.change.clone(), strength(row))),
    )
}

fn conditions(run: &Description, sprt: &Sprt) -> Table {
    let numbers = Parameters::TUNED.all().map(|(name, value)| format!("{name}={value}"));
    let search = numbers.collect::<Vec<_>>().join(" ");
    let test =
        format!("{} against {} Elo, α = {}, β = {}", sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta);
    let openings = "332 three-move ballots, each with both colours, in an order drawn by the seed";
    let rows = [
        ("evaluation of both sides", run.text("/net")),
        ("nodes a move", number(run.number("/nodes") as f64, 0)),
        ("games of a test at most", number(run.number("/games") as f64, 0)),
        ("sequential test", test),
        ("transposition table of each side", format!("{} MiB", run.number("/tt_mib"))),
        ("endgame tables", tables_text(run)),
        ("openings", openings.into()),
        ("seed", run.number("/seed").to_string()),
        ("the search as it is", search),
    ];
    Table::of_settings("What holds for every test.", "setting", rows)
}
