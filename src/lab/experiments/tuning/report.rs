//! The report: what was accepted, what was rejected, and on what grounds.

use super::super::lab::{Strength, heading, match_bars, percent, strength_text};
use super::run::Tried;
use super::settings::TuningSettings;
use crate::arena::tournament::sprt::SprtDecision;
use crate::engine::{Endgame, Parameters};
use crate::results::{Align, Document, Figure, Section, Table, code, number};

/// The table of tests, for a terminal.
#[must_use]
pub fn summary(settings: &TuningSettings, tried: &[Tried]) -> String {
    tests(settings, tried).to_markdown()
}

/// The report of a run.
#[must_use]
pub fn report(settings: &TuningSettings, tried: &[Tried], command: &str) -> Document {
    let mut blocks = vec![
        heading("What was tried"),
        Section::Text(
            "Each change of the search plays the search as it is, with the same evaluation and the same number of nodes a move. A test ends \
             as soon as it is decided, or undecided with its last game. A change is taken only if it is accepted. Tests end by luck as well as by \
             strength: what was accepted early is worth less than its Elo here, and of many changes that are worth nothing one in twenty may be \
             accepted."
                .into(),
        ),
        Section::Table(tests(settings, tried)),
        Section::Figure(figure(tried, command)),
    ];
    if !settings.notes.is_empty() {
        blocks.push(heading("Tried elsewhere"));
        blocks.push(Section::List(settings.notes.clone()));
    }
    blocks.extend([heading("Conditions"), Section::Table(conditions(settings))]);
    blocks.extend([
        heading("Files, and how to repeat them"),
        Section::Code(command.into()),
        Section::Text(
            "`figures.jsonl` holds one line for each test, `games/` its games. The same command goes on where an interrupted run stopped, and \
             with more changes tries these too."
                .into(),
        ),
    ]);
    Document {
        title: "The numbers of the search".into(),
        subtitle: "What was tried, accepted and rejected, by sequential tests".into(),
        command: command.into(),
        blocks,
    }
}

fn strength(tried: &Tried) -> Option<Strength> {
    Strength::of(std::slice::from_ref(&tried.tally))
}

fn tests(settings: &TuningSettings, tried: &[Tried]) -> Table {
    let columns = [
        ("the search", Align::Left),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("Elo", Align::Right),
        ("LLR", Align::Right),
        ("verdict", Align::Left),
    ];
    let (low, high) = settings.sprt.bounds();
    let caption = format!(
        "Elo with its 95 % interval by pairs. LLR is the log-likelihood ratio of {} Elo to {}: accepted above {}, rejected below {}.",
        settings.sprt.elo1,
        settings.sprt.elo0,
        number(high, 2),
        number(low, 2)
    );
    let mut table = Table::new(caption, &columns);
    for row in tried {
        let (tally, strength) = (&row.tally, strength(row));
        table.row([
            code(&row.change),
            format!("{}, {}, {}", tally.wins(), tally.draws(), tally.losses()),
            strength.as_ref().map_or("–".into(), |s| percent(s.score, 1)),
            strength_text(strength.as_ref()),
            number(settings.sprt.llr(tally), 2),
            verdict(settings.sprt.verdict(tally)).into(),
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
        "**Figure 1.** Elo difference of the changed search to the search as it is.",
        "Figure 1. Changes of the search",
        command,
        "against the search as it is",
        tried.iter().map(|row| (row.change.clone(), strength(row))),
    )
}

fn conditions(settings: &TuningSettings) -> Table {
    let mut table = Table::new(
        "What holds for every test.",
        &[("setting", Align::Left), ("value", Align::Left)],
    );
    let numbers = Parameters::TUNED.all().map(|(name, value)| format!("{name}={value}"));
    let search = numbers.collect::<Vec<_>>().join(" ");
    let sprt = settings.sprt;
    for (name, value) in [
        ("evaluation of both sides", settings.net.0.clone()),
        ("nodes a move", number(settings.nodes as f64, 0)),
        ("games of a test at most", number(settings.games as f64, 0)),
        (
            "sequential test",
            format!(
                "{} against {} Elo, α = {}, β = {}",
                sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
            ),
        ),
        ("transposition table of each side", format!("{} MiB", settings.table)),
        (
            "endgame tables",
            settings
                .endgame
                .as_ref()
                .map(Endgame::pieces)
                .map_or("none".into(), |pieces| format!("up to {pieces} pieces")),
        ),
        (
            "openings",
            "332 three-move ballots, each with both colours, in an order drawn by the seed".into(),
        ),
        ("seed", settings.seed.to_string()),
        ("the search as it is", search),
    ] {
        table.row([name.into(), value]);
    }
    table
}
