//! The report: what was accepted, what was rejected, and on what grounds.

use draughts_td_results::notes;

use super::super::lab::{Strength, match_bars, match_cells, tables_text};
use super::run::Tried;
use crate::arena::tournament::sprt::{Sprt, SprtDecision};
use crate::engine::Parameters;
use crate::results::{Description, Report, code, number};

/// How the captions of tables begin that are shown at a terminal.
pub const SUMMARY: &[&str] = &["Elo with its 95 % interval"];

/// The report of a run, by its description and its rows; `elsewhere` tells what was tried in other runs.
pub fn report(run: &Description, sprt: &Sprt, tried: &[Tried], elsewhere: &[String]) -> Report {
    let numbers = Parameters::TUNED.all().map(|(name, value)| format!("{name}={value}"));
    let (low, high) = sprt.bounds();
    let strength = |tried: &Tried| Strength::of(std::slice::from_ref(&tried.stats));
    let bars = tried.iter().map(|tried| (tried.change.clone(), strength(tried)));
    let rows = tried.iter().map(|tried| {
        let [games, score, elo] = match_cells(strength(tried).as_ref());
        let llr = number(sprt.llr(&tried.stats), 2);
        let decision = match sprt.verdict(&tried.stats) {
            SprtDecision::AcceptH1 => "accepted",
            SprtDecision::AcceptH0 => "rejected",
            SprtDecision::Open => "undecided",
        };
        [code(&tried.change), games, score, elo, llr, decision.into()]
    });
    Report::new(notes::TUNING, &run.command)
        .settings(&run.settings)
        .text("low", number(low, 2))
        .text("high", number(high, 2))
        .rows("tests", rows)
        .figure(1, "Changes of the search", &match_bars("against the search as it is", bars))
        .list("notes", elsewhere.iter().cloned())
        .text("tables", tables_text(run))
        .text("search", numbers.collect::<Vec<_>>().join(" "))
}
