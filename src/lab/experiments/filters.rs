//! What each filter of positions buys: NN4 learned with and without it, evaluated on the same held-out positions and in matches.

use draughts_td_results::notes;

use super::lab::{
    Ablation, ExperimentSize, LabResults, Pairing, Recipe, Settings, TrainingExperiment,
    TrainingPlan, TrainingResult, names, paper_networks, percent, set_up,
};
use crate::dataset::{Filter, Results, Selection};
use crate::results::{Report, number};

pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "filters",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::FILTERS,
    parts,
    summary: &["NN4 learned from positions", "What the filters buy"],
};

const BASE: &str = "nn4";

const LABELS: [(&str, &str); 11] = [
    ("nn4", "the paper's filter"),
    ("nothing-removed", "nothing removed"),
    ("captures-kept", "captures kept"),
    ("discontinuities-kept", "discontinuities kept"),
    ("window-4", "window of 4 plies"),
    ("window-16", "window of 16 plies"),
    ("unquiet", "standing shots too"),
    ("opening", "first 10 plies too"),
    ("endings", "below 8 pieces too"),
    ("decided", "draws left out"),
    ("unique", "repeated games left out"),
];

type Change = fn(&mut Filter);

/// Less is removed than by the paper's filter: name, what it is, the change.
const LESS: [(&str, &str, Change); 4] = [
    ("nothing-removed", "nothing removed", |f| *f = Filter::UNRESTRICTED),
    ("captures-kept", "forced captures kept, discontinuities removed", |f| {
        f.forced_captures = false
    }),
    ("discontinuities-kept", "discontinuities kept, forced captures removed", |f| f.window = 0),
    ("window-4", "discontinuities of up to 4 plies removed", |f| f.window = 4),
];

const MORE: [(&str, &str, Change); 4] = [
    ("window-16", "discontinuities of up to 16 plies removed", |f| f.window = 16),
    ("unquiet", "positions with a standing shot removed as well", |f| f.unquiet = true),
    ("opening", "the first 10 plies removed as well", |f| f.min_ply = 10),
    ("endings", "positions with fewer than 8 pieces removed as well", |f| f.min_pieces = 8),
];

type Choice = fn(&mut Selection);

const GAMES: [(&str, &str, Choice); 2] = [
    ("decided", "drawn games left out", |s| s.results = Results::Decided),
    ("unique", "games whose moves were met before left out", |s| s.unique = true),
];

/// NN4 with the paper's filter and with others; each against the paper's.
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let [_, _, _, nn4, _] = paper_networks(scale);
    let base = Recipe {
        meaning: "the paper's filter: forced captures and discontinuities of up to 8 plies removed"
            .into(),
        ..nn4
    };
    let filtered = LESS.iter().chain(&MORE).map(|(name, meaning, change)| {
        base.with(name, meaning, |s: &mut Settings| change(&mut s.filter))
    });
    let selected = GAMES
        .iter()
        .map(|(name, meaning, choose)| base.with(name, meaning, |s| choose(&mut s.selection)));
    let others = filtered.chain(selected).collect();
    let mut plan = TrainingPlan::around(scale, base, others, &LABELS);
    // What each of the two rules buys on its own.
    plan.pairings.push(Pairing::new("captures-kept", "nothing-removed"));
    plan.pairings.push(Pairing::new("discontinuities-kept", "nothing-removed"));
    plan
}

fn parts(results: &LabResults, report: Report) -> Report {
    let groups = vec![
        ("Less removed", names(&LESS)),
        ("More removed", names(&MORE)),
        ("Games left out", names(&GAMES)),
    ];
    Ablation { results, base: BASE, groups }
        .parts(set_up(results, report), 1)
        .rows("positions", positions(results))
}

/// How many positions each way learns from, and the errors on three sets of positions.
fn positions(results: &LabResults) -> Vec<[String; 6]> {
    let learned =
        |training: &TrainingResult| training.balances.iter().flatten().sum::<u64>() as f64;
    let all = results.trained("nothing-removed").next().map_or(f64::NAN, learned);
    let row = |recipe: &Recipe| {
        let name = recipe.name.as_str();
        let learned = learned(results.trained(name).next()?);
        let error = |of: fn(&TrainingResult) -> f64| results.summary(name, of).text(4);
        Some([
            recipe.meaning.clone(),
            number(learned, 0),
            percent(learned / all, 1),
            error(|training| training.own[0].mse),
            error(|training| training.paper[0].mse),
            error(|training| training.all[0].mse),
        ])
    };
    results.plan.recipes.iter().filter_map(row).collect()
}
