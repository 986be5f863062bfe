//! What each technique of the search is worth: the engine without it against the whole engine, with equal nodes.

mod probability_depth;

pub use probability_depth::ProbabilityDepth;

use super::lab::{
    ExperimentSize, LabResults, Pairing, Recipe, TrainingExperiment, TrainingPlan, bars, elo_bar,
    games_text, percent, set_up, strength_text,
};
use super::notes;
use crate::features::Subset;
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;
use crate::results::plot::{Axis, Reference};
use crate::results::{Align, Figure, Report, Table};

/// The experiment. Small numbers of nodes mislead about what a technique is worth.
pub const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "techniques",
    size: |seed| ExperimentSize::full(seed, 1, 80_000),
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
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let net = Recipe::new(
        NET,
        "NN4 with mirrored games",
        scale,
        Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4)),
    );
    let pairings = LESS.iter().map(|(less, _)| Pairing::new(&player(less), NET)).collect();
    TrainingPlan::new(scale, vec![net], pairings)
}

fn table(results: &LabResults) -> Table {
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
        let strength = results.strength(&player(less), NET);
        let games = strength.as_ref().map(|s| &s.stats);
        let games = games.map_or("–".into(), games_text);
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

fn parts(results: &LabResults, report: Report) -> Report {
    set_up(results, report).table("techniques", &table(results)).figure(figure(results))
}

fn figure(results: &LabResults) -> Figure {
    let labels: Vec<String> = LESS.iter().map(|(less, _)| format!("without {less}")).collect();
    let strengths =
        LESS.iter().map(|(less, _)| elo_bar(results.strength(&player(less), NET).as_ref()));
    let zero = vec![Reference { label: String::new(), at: 0.0 }];
    bars(
        1,
        "What the techniques of the search are worth",
        results.command,
        Axis::new("Elo difference without it"),
        &labels,
        vec![("against the whole engine".into(), strengths.collect(), zero)],
    )
}
