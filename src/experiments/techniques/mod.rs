//! What each technique of the search is worth: the engine without it against the whole engine, with equal nodes.

use super::lab::{
    ExperimentSize, LabResults, Pairing, Plan, Recipe, Study, bars, elo_bar, percent,
    strength_text,
};
use super::notes;
use crate::features::Subset;
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;
use crate::results::plot::{Axis, Reference};
use crate::results::{Align, Figure, Report, Table};

/// The experiment. Small numbers of nodes mislead about what a technique is worth.
pub const STUDY: Study = Study {
    name: "techniques",
    seeds: 1,
    nodes: 80_000,
    match_games: 158,
    plan,
    notes: notes::TECHNIQUES,
    parts,
    summary: &["techniques"],
};

/// The network that plays on both sides.
const NET: &str = "nn4";

/// What is left out, and what it is: the selective techniques, which change what a search of a depth finds.
const LESS: [(&str, &str); 6] = [
    ("late-moves", "late quiet moves are searched less deep at first"),
    ("prob-cut", "nodes that a shallow search puts far above the window are left early"),
    ("late-moves prob-cut", "both of these"),
    ("exchanges", "exchanges and promotions are searched where the depth has run out"),
    ("single-replies", "a position with a single legal move costs no depth"),
    ("deeper-results", "results of deeper searches of the same position are reused"),
];

fn player(less: &str) -> String {
    format!("{NET} without {less}")
}

/// The engine without each technique against the whole engine.
fn plan(scale: &ExperimentSize) -> Plan {
    let net = Recipe::new(
        NET,
        "NN4 with mirrored games",
        scale,
        Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4)),
    );
    let pairings = LESS.iter().map(|(less, _)| Pairing::new(&player(less), NET)).collect();
    Plan::new(scale, vec![net], pairings)
}

fn table(findings: &LabResults) -> Table {
    let columns = [
        ("without", Align::Left),
        ("what it does", Align::Left),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("Elo without it", Align::Right),
    ];
    let mut table = Table::new(
        "The engine without a technique against the whole engine, at equal nodes.",
        &columns,
    );
    for (less, meaning) in LESS {
        let strength = findings.strength(&player(less), NET);
        let games = strength.as_ref().map(|s| &s.tally);
        let games =
            games.map_or("–".into(), |t| format!("{}, {}, {}", t.wins(), t.draws(), t.losses()));
        let score = strength.as_ref().map_or("–".into(), |s| percent(s.score, 1));
        table.row([
            format!("`{less}`"),
            meaning.into(),
            games,
            score,
            strength_text(strength.as_ref()),
        ]);
    }
    table
}

/// What the notes name.
fn parts(results: &LabResults, report: Report) -> Report {
    report.table("techniques", &table(results)).figure(figure(results))
}

fn figure(findings: &LabResults) -> Figure {
    let labels: Vec<String> = LESS.iter().map(|(less, _)| format!("without {less}")).collect();
    let strengths =
        LESS.iter().map(|(less, _)| elo_bar(findings.strength(&player(less), NET).as_ref()));
    let zero = vec![Reference { label: String::new(), at: 0.0 }];
    bars(
        "figure-1.svg",
        "**Figure 1.** Elo difference of the engine without a technique to the whole engine: to the left the technique pays.",
        "Figure 1. What the techniques of the search are worth",
        findings.command,
        Axis::new("Elo difference without it"),
        &labels,
        vec![("against the whole engine".into(), strengths.collect(), zero)],
    )
}
