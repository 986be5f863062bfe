//! What each technique of the search is worth: the engine without it against the whole engine, with equal nodes.

use draughts_td_results::notes;

use super::lab::{
    ExperimentSize, LabResults, Pairing, Recipe, TrainingExperiment, TrainingPlan, bars, elo_bar,
    match_cells, set_up,
};
use crate::features::Subset;
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;
use crate::results::Report;
use crate::results::plot::IntervalPanel;

/// The experiment. Small numbers of nodes mislead about what a technique is worth.
pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "techniques",
    size: |seed| ExperimentSize::full(seed, 1, 80_000),
    plan,
    notes: notes::TECHNIQUES,
    parts,
    summary: &["The engine without"],
};

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

fn parts(results: &LabResults, report: Report) -> Report {
    let strength = |less: &str| results.strength(&player(less), NET);
    let rows = LESS.map(|(less, meaning)| {
        let words = [format!("`{less}`"), meaning.into()];
        words.into_iter().chain(match_cells(strength(less).as_ref()))
    });
    let strengths = LESS.map(|(less, _)| elo_bar(strength(less).as_ref()));
    let plot = bars(
        "Elo difference without it",
        LESS.map(|(less, _)| format!("without {less}")),
        vec![IntervalPanel::new("against the whole engine", strengths)],
    );
    let title = "What the techniques of the search are worth";
    set_up(results, report).rows("techniques", rows).figure(1, title, &plot)
}
