//! Why the paper's opening network never learned material, and what repairs it.

use draughts_td_results::notes;

use super::lab::{
    Ablation, ExperimentSize, LabResults, Pairing, Recipe, Settings, TrainingExperiment,
    TrainingPlan, TrainingResult, bar, bars, curve, curve_plot, paper_networks, percent, set_up,
};
use crate::results::plot::{Axis, IntervalPanel, IntervalPlot, LinePanel, Reference};
use crate::results::{ClaimVerdict, Report, number};

pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "phases",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::PHASES,
    parts,
    summary: &[
        "Training positions of NN4",
        "What taking a man off",
        "The value of a man after",
        "What a man above 25 pieces",
        "Does the opening network",
        "Each recipe",
        "The same where games are few",
        "Verdicts",
    ],
};

/// Repairs: the recipes of NN5 with one thing done otherwise.
const REPAIRS: [&str; 6] =
    ["nn5-mirrored", "nn5-shared", "nn5-grown", "nn5-late", "nn5-two", "nn5-all"];

/// What tells a repair from more of the same.
const CONTROLS: [&str; 3] = ["nn4-mirrored", "nn4-two-passes", "nn5-two-passes"];

/// Both networks after few games with other λ: how far a result reaches back along the game.
const REACH: [[&str; 2]; 3] = [
    ["nn4-few-lambda-0.5", "nn5-few-lambda-0.5"],
    [ONE_FEW, THREE_FEW],
    ["nn4-few-lambda-1", "nn5-few-lambda-1"],
];

const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25 pieces", "15 or fewer"];

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn ablation<'a>(results: &'a LabResults<'a>) -> Ablation<'a> {
    let scale = &results.plan.scale;
    let [.., nn5] = paper_networks(scale);
    let own: Vec<String> = own(scale, &nn5).into_iter().map(|recipe| recipe.name).collect();
    let mut groups = vec![
        ("The paper's", names(&[THREE])),
        ("Repairs of NN5", names(&REPAIRS)),
        ("Controls", names(&CONTROLS)),
    ];
    if !own.is_empty() {
        groups.push(("Borders of your own", own));
    }
    Ablation { results, base: ONE, groups }
}

fn parts(results: &LabResults, report: Report) -> Report {
    let ablation = ablation(results);
    let groups = vec![("The paper's", names(&[THREE_FEW])), ("Repairs of NN5", names(&FEW))];
    let early = Ablation { results, base: ONE_FEW, groups };
    let all = results.plan.recipes.iter().map(|recipe| recipe.name.as_str());
    let men = all.filter(|name| !name.contains("-few"));
    let man_curves = PHASES.iter().enumerate().map(|(phase, &title)| LinePanel {
        title: title.into(),
        series: ["NN4", "NN5", "NN5 mirrored", "NN5 shared"]
            .iter()
            .zip([ONE, THREE, "nn5-mirrored", "nn5-shared"])
            .map(|(label, name)| curve(results, name, label, |point| point.man[phase]))
            .collect(),
        references: vec![Reference::new("nothing", 0.0)],
    });
    let man_curves = curve_plot(Axis::new("value of a man, in results"), man_curves.collect());
    let report = set_up(results, report)
        .answers(|words| answer(results, words))
        .rows("balances", (0..PHASES.len()).map(|phase| balances(results, phase)))
        .rows("men", men.map(|name| man_row(results, name, THREE)))
        .figure(1, "The learned value of a man", &man_curves)
        .rows("men-early", early.names().map(|name| man_row(results, name, THREE_FEW)))
        .rows("reach", REACH.map(|recipes| reach(results, recipes)))
        .rows("recipes-against-base-early", early.rows())
        .figure(2, "What a man is worth to each network", &man_plot(results, &ablation));
    ablation.parts(report, 3)
}

/// What the notes ask: how many unequal positions there are, what a man is worth to the networks, and claims on that. Phases are
/// counted from 0.
fn answer(results: &LabResults, words: &[&str]) -> Option<String> {
    let mean = |recipe, of: &dyn Fn(&TrainingResult) -> f64| results.summary(recipe, of).mean;
    let phase: usize = words.last()?.parse().unwrap_or_default();
    match *words {
        ["man", recipe, _] => {
            Some(number(mean(recipe, &|training| training.paper[phase + 1].man), 2))
        }
        ["man-by-results", recipe, _] => {
            Some(number(mean(recipe, &|training| training.man_by_results[phase]), 2))
        }
        ["unequal", recipe, _] => {
            Some(number(mean(recipe, &|training| unequal(training, phase)), 0))
        }
        ["unequal-share", recipe, _] => {
            let all = |training: &TrainingResult| training.balances[phase].iter().sum::<u64>();
            let share = |t: &TrainingResult| unequal(t, phase) / (all(t) as f64).max(1.0);
            Some(percent(mean(recipe, &share), 0))
        }
        ["games", recipe] => {
            Some(number(mean(recipe, &|training| training.games_learned() as f64), 0))
        }
        ["man-less", less, more] => Some(lower_man_value(results, less, more)),
        _ => None,
    }
}

/// The training positions of a phase with unequal material.
fn unequal(training: &TrainingResult, phase: usize) -> f64 {
    let [behind, _, ahead] = training.balances[phase];
    (behind + ahead) as f64
}

fn man_above_25(training: &TrainingResult) -> f64 {
    training.paper[1].man
}

/// Whether a man above 25 pieces is worth less to one recipe than to another.
fn lower_man_value(results: &LabResults, less: &str, more: &str) -> String {
    let text = |name| {
        let man = results.summary(name, man_above_25).text(3);
        format!("{man} to {}", results.label(name))
    };
    ClaimVerdict::above(0.0, results.change(more, less, man_above_25).interval()).by(format!(
        "{}, {}",
        text(less),
        text(more)
    ))
}

/// Positions by balance, and what the results of their games say.
fn balances(results: &LabResults, phase: usize) -> [String; 7] {
    let count =
        |place| results.summary(ONE, |training| training.balances[phase][place] as f64).mean;
    let [behind, level, ahead] = [0, 1, 2].map(count);
    let all = behind + level + ahead;
    [
        PHASES[phase].into(),
        number(all, 0),
        percent(behind / all, 1),
        percent(level / all, 1),
        percent(ahead / all, 1),
        number(behind + ahead, 0),
        results.summary(ONE, |training| training.man_by_results[phase]).text(2),
    ]
}

/// The value of a man in the opening by how far results reach back.
fn reach(results: &LabResults, [one, three]: [&str; 2]) -> [String; 4] {
    let lambda = results.plan.recipe(one).map_or(f64::NAN, |recipe| recipe.settings.lambda);
    [
        lambda.to_string(),
        results.summary(one, man_above_25).text(3),
        results.summary(three, man_above_25).text(3),
        results.change(three, one, man_above_25).change(3),
    ]
}

fn man_row(results: &LabResults, name: &str, base: &str) -> [String; 5] {
    let man = |phase: usize| results.summary(name, |t| t.paper[phase + 1].man).text(2);
    let more = results.change(name, base, man_above_25).change(3);
    let more = if name == base { "—".into() } else { more };
    [results.label(name), man(0), man(1), man(2), more]
}

fn man_plot(results: &LabResults, ablation: &Ablation) -> IntervalPlot {
    let panels = PHASES.iter().enumerate().map(|(phase, &title)| {
        let man = |name| bar(results.trained(name).map(|training| training.paper[phase + 1].man));
        let by_results = results.summary(ONE, |training| training.man_by_results[phase]).mean;
        let references = vec![Reference::new("by results", by_results)];
        IntervalPanel {
            title: title.into(),
            estimates: ablation.names().map(man).collect(),
            references,
        }
    });
    let labels = ablation.names().map(|name| results.label(name));
    bars("value of a man", labels, panels.collect())
}

/// One network for the whole game.
const ONE: &str = "nn4";

/// The paper's fifth: a network for each phase.
const THREE: &str = "nn5";

/// The fourth network after few games, where material is still to be learned.
const ONE_FEW: &str = "nn4-few";

const THREE_FEW: &str = "nn5-few";

/// What is done otherwise while games are few.
const FEW: [&str; 4] =
    ["nn5-mirrored-few", "nn5-shared-few", "nn5-grown-few", "nn5-two-passes-few"];

const LABELS: [(&str, &str); 21] = [
    ("nn4", "NN4"),
    ("nn5", "NN5"),
    ("nn5-mirrored", "NN5, mirrored games"),
    ("nn5-shared", "NN5, half the units shared"),
    ("nn5-grown", "NN5, grown from NN4"),
    ("nn5-late", "two, border at 15"),
    ("nn5-two", "two, border at 20"),
    ("nn5-all", "NN5, mirrored, shared, grown"),
    ("nn4-mirrored", "NN4, mirrored games"),
    ("nn4-two-passes", "NN4, two passes"),
    ("nn5-two-passes", "NN5, two passes"),
    ("nn4-few", "NN4"),
    ("nn5-few", "NN5"),
    ("nn5-mirrored-few", "NN5, mirrored games"),
    ("nn5-shared-few", "NN5, half the units shared"),
    ("nn5-grown-few", "NN5, grown from NN4"),
    ("nn5-two-passes-few", "NN5, two passes"),
    ("nn4-few-lambda-0.5", "NN4, λ = 0.5"),
    ("nn5-few-lambda-0.5", "NN5, λ = 0.5"),
    ("nn4-few-lambda-1", "NN4, λ = 1"),
    ("nn5-few-lambda-1", "NN5, λ = 1"),
];

/// Games after which networks are looked at early.
const FEW_GAMES: u64 = 5_000;

/// The paper's fourth and fifth network, repairs of the fifth, controls, and networks with the user's own borders; each against
/// the fourth, the repairs against the fifth as well.
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let [_, _, _, nn4, nn5] = paper_networks(scale);
    let nn4 = Recipe { meaning: "NN4: one network for the whole game".into(), ..nn4 };
    let half = scale.hidden / 2;
    let mirrored = nn4.with("nn4-mirrored", "NN4 with mirrored games", |s| s.mirror = true);
    let repairs = [
        nn5.with("nn5-mirrored", "mirrored games", |s| s.mirror = true),
        nn5.with("nn5-shared", "half of the hidden units common to all phases", |s| {
            s.model.shared = half
        }),
        nn5.with("nn5-grown", "grown from NN4: a second pass from its weights", |_| ())
            .warm_started_from(&nn4),
        nn5.with("nn5-late", "two networks: above 15 pieces, 15 or fewer", |s| {
            s.model.borders = vec![15]
        }),
        nn5.with("nn5-two", "two networks: above 20 pieces, 20 or fewer", |s| {
            s.model.borders = vec![20]
        }),
        nn5.with(
            "nn5-all",
            "mirrored games, half of the units common, grown from NN4 mirrored",
            |s| {
                s.mirror = true;
                s.model.shared = half;
            },
        )
        .warm_started_from(&mirrored),
    ];
    let controls = [
        mirrored,
        nn4.with("nn4-two-passes", "NN4, two passes", |s| s.epochs = 2),
        nn5.with("nn5-two-passes", "NN5, two passes", |s| s.epochs = 2),
    ];
    let few = few(scale, &nn4, &nn5);
    let own = own(scale, &nn5);
    let mut pairings = vec![Pairing::new(THREE, ONE)];
    let others = || repairs.iter().chain(&controls).chain(&own);
    pairings.extend(others().map(|recipe| Pairing::new(&recipe.name, ONE)));
    pairings.extend(repairs.iter().chain(&own).map(|recipe| Pairing::new(&recipe.name, THREE)));
    pairings.push(Pairing::new("nn5-mirrored", "nn4-mirrored"));
    pairings.push(Pairing::new("nn5-grown", "nn4-two-passes"));
    pairings.push(Pairing::new("nn5-all", "nn4-mirrored"));
    pairings.push(Pairing::new("nn5-mirrored", "nn5-two-passes"));
    pairings.push(Pairing::new("nn5-grown", "nn5-two-passes"));
    pairings.push(Pairing::new(THREE_FEW, ONE_FEW));
    pairings.extend(FEW.map(|name| Pairing::new(name, ONE_FEW)));
    let recipes = [&nn4, &nn5].into_iter().chain(others()).chain(&few);
    let recipes = recipes.map(|recipe| recipe.clone().labelled(&LABELS)).collect();
    TrainingPlan::new(scale, recipes, pairings)
}

fn few(scale: &ExperimentSize, nn4: &Recipe, nn5: &Recipe) -> Vec<Recipe> {
    let games = if scale.games > 0 { scale.games / 2 } else { FEW_GAMES };
    let half = scale.hidden / 2;
    let recipe =
        |base: &Recipe, name: &str, meaning: &str, change: &dyn Fn(&mut Settings)| -> Recipe {
            base.with(name, &format!("{meaning}, {games} games"), |s| {
                s.games = games;
                change(s);
            })
        };
    let one = recipe(nn4, ONE_FEW, "NN4", &|_| ());
    let three = recipe(nn5, THREE_FEW, "NN5", &|_| ());
    let otherwise = [
        recipe(nn5, "nn5-mirrored-few", "NN5, mirrored", &|s| s.mirror = true),
        recipe(nn5, "nn5-shared-few", "NN5, half of the hidden units common", &|s| {
            s.model.shared = half
        }),
        recipe(nn5, "nn5-grown-few", "NN5 grown from NN4, a second pass", &|_| ())
            .warm_started_from(&one),
        recipe(nn5, "nn5-two-passes-few", "NN5, two passes", &|s| s.epochs = 2),
        recipe(nn4, "nn4-few-lambda-0.5", "NN4, λ = 0.5", &|s| s.lambda = 0.5),
        recipe(nn5, "nn5-few-lambda-0.5", "NN5, λ = 0.5", &|s| s.lambda = 0.5),
        recipe(nn4, "nn4-few-lambda-1", "NN4, λ = 1", &|s| s.lambda = 1.0),
        recipe(nn5, "nn5-few-lambda-1", "NN5, λ = 1", &|s| s.lambda = 1.0),
    ];
    [one, three].into_iter().chain(otherwise).collect()
}

fn own(scale: &ExperimentSize, nn5: &Recipe) -> Vec<Recipe> {
    let recipe = |borders: &Vec<u32>| {
        let text: Vec<String> = borders.iter().map(u32::to_string).collect();
        let meaning = format!("borders at {} pieces", text.join(", "));
        nn5.with(&format!("nn5-{}", text.join("-")), &meaning, |s| {
            s.model.borders.clone_from(borders)
        })
    };
    scale.borders.iter().map(recipe).collect()
}
