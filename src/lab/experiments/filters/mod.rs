//! What each filter of positions buys: NN4 learned with and without it, evaluated on the same held-out positions and in matches.

use super::lab::{
    Ablation, ExperimentSize, LabResults, Pairing, Recipe, Settings, TrainingExperiment,
    TrainingPlan, TrainingResult, estimate_text, names, paper_networks, percent, set_up,
    superiority_by,
};
use super::notes;
use crate::dataset::{Filter, Results, Selection};
use crate::results::{Align, Claim, Report, Table, number};

pub const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "filters",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::FILTERS,
    parts,
    summary: &["recipes-against-base", "claims"],
};

const BASE: &str = "nn4";

/// The recipes in a few words.
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

fn ablation<'a>(results: &LabResults<'a>) -> Ablation<'a> {
    let groups = vec![
        ("Less removed", names(&LESS)),
        ("More removed", names(&MORE)),
        ("Games left out", names(&GAMES)),
    ];
    Ablation { results: *results, base: BASE, groups }
}

fn claims(results: &LabResults) -> Vec<Claim> {
    let claims = [
        ("The paper's filter is better than none", BASE, "nothing-removed"),
        ("Beside the other rule, removing forced captures helps", BASE, "captures-kept"),
        ("Alone, removing forced captures helps", "discontinuities-kept", "nothing-removed"),
        ("Beside the other rule, removing discontinuities helps", BASE, "discontinuities-kept"),
        ("Alone, removing discontinuities helps", "captures-kept", "nothing-removed"),
        ("Removing positions with a standing shot as well helps", "unquiet", BASE),
        ("Leaving drawn games out helps", "decided", BASE),
        ("Leaving repeated games out helps", "unique", BASE),
    ];
    let claim = |(claim, better, worse)| {
        superiority_by(results, claim, better, worse, |training| training.all[0].mse)
    };
    claims.map(claim).to_vec()
}

fn claims_table(results: &LabResults) -> Table {
    let ways = ["in matches", "on held-out quiet positions", "on all held-out positions"];
    Claim::table(CLAIMS, &ways, &claims(results))
}

const CLAIMS: &str = "What the filters buy. Quiet positions are those that the paper's filter keeps: on them it judges what it was trained \
                      for, on all positions the recipes that remove less are at home.";
const TABLE: &str = "NN4 learned from positions chosen otherwise, judged on the positions that the paper's filter keeps; after a quarter, on those \
                     its own filter keeps.";

fn parts(results: &LabResults, report: Report) -> Report {
    let ablation = ablation(results);
    set_up(results, report)
        .table("claims", &claims_table(results))
        .table("recipes-against-base", &ablation.table(TABLE))
        .table("positions", &positions(results))
        .figure(ablation.error_figure(1))
        .figure(ablation.elo_figure(2))
}

/// How many positions each way learns from, and the errors on three sets of positions.
fn positions(results: &LabResults) -> Table {
    let columns = [
        ("filter", Align::Left),
        ("training positions", Align::Right),
        ("of all", Align::Right),
        ("error on its own positions", Align::Right),
        ("on those of the paper's filter", Align::Right),
        ("on all", Align::Right),
    ];
    let mut table = Table::new(
        "Training positions with the first seed, and mean squared errors on held-out games.",
        &columns,
    );
    let learned =
        |training: &TrainingResult| training.balances.iter().flatten().sum::<u64>() as f64;
    let all = results.trained("nothing-removed").next().map_or(f64::NAN, learned);
    for recipe in &results.plan.recipes {
        let name = recipe.name.as_str();
        let Some(training) = results.trained(name).next() else { continue };
        let learned = learned(training);
        let error = |of: fn(&TrainingResult) -> f64| estimate_text(&results.summary(name, of), 4);
        table.row([
            recipe.meaning.clone(),
            number(learned, 0),
            percent(learned / all, 1),
            error(|training| training.own[0].mse),
            error(|training| training.paper[0].mse),
            error(|training| training.all[0].mse),
        ]);
    }
    table
}
