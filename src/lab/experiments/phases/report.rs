//! The report: what the data hold, what each network makes of it, and what repairs help.

use super::super::lab::{
    Ablation, LabResults, TrainingResult, bar, bars, capital, change_text, claims_table, curve,
    curve_figure, estimate_text, paper_networks, percent, set_up, superiority,
};
use super::names::{CONTROLS, FEW, ONE, ONE_FEW, REACH, REPAIRS, THREE, THREE_FEW};
use super::plan::own;
use crate::results::plot::{Axis, LinePanel, Reference};
use crate::results::{Align, Claim, ClaimVerdict, Figure, Finding, Report, Table, number};

const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25 pieces", "15 or fewer"];

const TABLE: &str = "Each recipe: held-out error by phase, what a man is worth above 25 pieces, and matches against NN4.";
const EARLY_TABLE: &str = "The same where games are few, against NN4 after as many.";

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn ablation<'a>(results: &LabResults<'a>) -> Ablation<'a> {
    let scale = &results.plan.scale;
    let [_, _, _, _, nn5] = paper_networks(scale);
    let own: Vec<String> = own(scale, &nn5).into_iter().map(|recipe| recipe.name).collect();
    let mut groups = vec![
        ("The paper's", names(&[THREE])),
        ("Repairs of NN5", names(&REPAIRS)),
        ("Controls", names(&CONTROLS)),
    ];
    if !own.is_empty() {
        groups.push(("Borders of your own", own));
    }
    Ablation { results: *results, base: ONE, groups }
}

fn early_ablation<'a>(results: &LabResults<'a>) -> Ablation<'a> {
    let groups = vec![("The paper's", names(&[THREE_FEW])), ("Repairs of NN5", names(&FEW))];
    Ablation { results: *results, base: ONE_FEW, groups }
}

pub(super) fn parts(results: &LabResults, report: Report) -> Report {
    let (ablation, early) = (ablation(results), early_ablation(results));
    material(results, set_up(results, report))
        .table("observations", &observations(results))
        .table("claims", &verdicts(results))
        .table("balances", &balances(results))
        .table("men", &men(results))
        .figure(man_curves(results))
        .table("men-early", &few_men(results))
        .table("reach", &reach(results))
        .table("recipes-against-base", &ablation.table(TABLE))
        .table("recipes-against-base-early", &early.table(EARLY_TABLE))
        .figure(man_figure(results, &ablation))
        .figure(ablation.error_figure(3))
        .figure(ablation.elo_figure(4))
}

/// How many unequal positions there are, and what a man is worth to the networks: at the end, after few games, with other λ.
fn material(results: &LabResults, report: Report) -> Report {
    let share =
        |phase| percent(results.summary(ONE, |training| unequal_share(training, phase)).mean, 0);
    let early =
        |phase| number(results.summary(THREE_FEW, |training| unequal(training, phase)).mean, 0);
    let man =
        |recipe, phase: usize| mean(results, recipe, |training| training.paper[phase + 1].man);
    let [low, _, high] = REACH;
    report
        .text("unequal-opening", share(0))
        .text("unequal-ending", share(2))
        .text("man-by-results", mean(results, ONE, |training| training.man_by_results[0]))
        .text("man-nn5", man(THREE, 0))
        .text("man-nn4", man(ONE, 0))
        .text("games-early", games_learned(results, THREE_FEW))
        .text("unequal-opening-early", early(0))
        .text("unequal-middle-early", early(1))
        .text("man-opening-early", man(THREE_FEW, 0))
        .text("man-middle-early", man(THREE_FEW, 1))
        .text("man-nn5-lambda-0.5", man(low[1], 0))
        .text("man-nn5-lambda-1", man(high[1], 0))
        .text("man-nn4-lambda-0.5", man(low[0], 0))
        .text("man-nn4-lambda-0.9", man(ONE_FEW, 0))
        .text("man-nn4-lambda-1", man(high[0], 0))
}

fn verdicts(results: &LabResults) -> Table {
    let mut claims = vec![superiority(results, "NN5 is better than NN4", THREE, ONE)];
    for name in REPAIRS {
        let claim = format!("{} is better than NN5", capital(&results.label(name)));
        claims.push(superiority(results, claim, name, THREE));
    }
    let controls = [
        ("With mirrored games, NN5 is better than NN4", "nn5-mirrored", "nn4-mirrored"),
        (
            "Grown from NN4, NN5 is better than NN4 after as many passes",
            "nn5-grown",
            "nn4-two-passes",
        ),
        ("With all repairs, NN5 is better than NN4 with mirrored games", "nn5-all", "nn4-mirrored"),
        ("Mirrored games do more for NN5 than a second pass", "nn5-mirrored", "nn5-two-passes"),
        ("Growing does more for NN5 than a second pass", "nn5-grown", "nn5-two-passes"),
        ("After few games NN4 is better than NN5", ONE_FEW, THREE_FEW),
    ];
    claims
        .extend(controls.map(|(claim, better, worse)| superiority(results, claim, better, worse)));
    claims_table("Verdicts.", &claims)
}

/// The paper's observation, at the end of learning and early, and what it may come from.
fn observations(results: &LabResults) -> Table {
    let claim = |claim: &str, less: &str, more: &str| Claim {
        claim: claim.into(),
        results: vec![lower_man_value(results, less, more)],
    };
    let [short, _, whole] = REACH;
    let claims = [
        claim("The opening network of NN5 learns less about material than NN4 does", THREE, ONE),
        claim("After few games it has learned less than NN4", THREE_FEW, ONE_FEW),
        claim("After few games it has learned less than with mirrored games", THREE_FEW, FEW[0]),
        claim("It has learned less than with two passes", THREE_FEW, "nn5-two-passes-few"),
        claim("It has learned less than from the results alone (λ = 1)", THREE_FEW, whole[1]),
        claim("With λ = 0.5 it has learned still less", short[1], THREE_FEW),
    ];
    let ways = ["what a man above 25 pieces is worth"];
    Claim::table("Does the opening network learn material?", &ways, &claims)
}

/// The share of training positions of a phase with unequal material.
fn unequal_share(training: &TrainingResult, phase: usize) -> f64 {
    let all: u64 = training.balances[phase].iter().sum();
    unequal(training, phase) / (all as f64).max(1.0)
}

/// The training positions of a phase with unequal material.
fn unequal(training: &TrainingResult, phase: usize) -> f64 {
    let [behind, _, ahead] = training.balances[phase];
    (behind + ahead) as f64
}

/// Two decimals of a mean over seeds.
fn mean(results: &LabResults, recipe: &str, of: impl Fn(&TrainingResult) -> f64) -> String {
    number(results.summary(recipe, of).mean, 2)
}

/// Whether a man above 25 pieces is worth less to one recipe than to another.
fn lower_man_value(results: &LabResults, less: &str, more: &str) -> Finding {
    let man = |training: &TrainingResult| training.paper[1].man;
    let change = results.change(more, less, man);
    let text = |name| estimate_text(&results.summary(name, man), 3);
    let verdict = ClaimVerdict::above(0.0, change.interval());
    let evidence = format!(
        "{} to {}, {} to {}",
        text(less),
        results.label(less),
        text(more),
        results.label(more)
    );
    Finding { verdict, evidence }
}

/// Positions by balance and phase, and what the results of their games say.
fn balances(results: &LabResults) -> Table {
    let columns = [
        ("phase", Align::Left),
        ("training positions", Align::Right),
        ("White behind", Align::Right),
        ("level", Align::Right),
        ("White ahead", Align::Right),
        ("unequal", Align::Right),
        ("worth of one man more, by results", Align::Right),
    ];
    let caption = "Training positions of NN4 (mean over seeds) by material, and half the difference of the mean results with one man more and \
                   one man less: what a table of material would say a man is worth.";
    let mut table = Table::new(caption, &columns);
    for (phase, name) in PHASES.iter().enumerate() {
        let count = |place: usize| {
            results.summary(ONE, |training| training.balances[phase][place] as f64).mean
        };
        let [behind, level, ahead] = [0, 1, 2].map(count);
        let all = behind + level + ahead;
        table.row([
            (*name).to_string(),
            number(all, 0),
            percent(behind / all, 1),
            percent(level / all, 1),
            percent(ahead / all, 1),
            number(behind + ahead, 0),
            estimate_text(&results.summary(ONE, |training| training.man_by_results[phase]), 2),
        ]);
    }
    table
}

/// Games learned by each network of a recipe.
fn games_learned(results: &LabResults, recipe: &str) -> String {
    number(results.summary(recipe, |training| training.games_learned() as f64).mean, 0)
}

/// The learned value of a man by phase.
fn men(results: &LabResults) -> Table {
    let caption = "What taking a man off the board changes the value by, in results (−1 to 1); the mean over men of held-out positions.";
    let early = |name: &&str| name.contains("-few");
    let names = results.plan.recipes.iter().map(|recipe| recipe.name.as_str());
    let names: Vec<&str> = names.filter(|name| !early(name)).collect();
    man_table(results, caption, &names, THREE)
}

fn few_men(results: &LabResults) -> Table {
    let caption = format!("The value of a man after {} games.", games_learned(results, THREE_FEW));
    let names = [&[ONE_FEW, THREE_FEW], FEW.as_slice()].concat();
    man_table(results, &caption, &names, THREE_FEW)
}

/// The value of a man in the opening by how far results reach back.
fn reach(results: &LabResults) -> Table {
    let caption = format!(
        "What a man above 25 pieces is worth after {} games, by how far results reach back along the game.",
        games_learned(results, THREE_FEW)
    );
    let columns = [
        ("λ", Align::Right),
        ("NN4", Align::Right),
        ("NN5", Align::Right),
        ("NN5 less NN4", Align::Right),
    ];
    let mut table = Table::new(caption, &columns);
    for [one, three] in REACH {
        let man = |training: &TrainingResult| training.paper[1].man;
        let lambda = results.plan.recipe(one).map_or(f64::NAN, |recipe| recipe.settings.lambda);
        table.row([
            lambda.to_string(),
            estimate_text(&results.summary(one, man), 3),
            estimate_text(&results.summary(three, man), 3),
            change_text(&results.change(three, one, man), 3),
        ]);
    }
    table
}

fn man_table(results: &LabResults, caption: &str, names: &[&str], base: &str) -> Table {
    let mut columns = vec![("recipe", Align::Left)];
    columns.extend(PHASES.map(|phase| (phase, Align::Right)));
    columns.push(("above 25 pieces, more than NN5", Align::Right));
    let mut table = Table::new(caption, &columns);
    for &name in names {
        let man = |phase: usize| {
            estimate_text(&results.summary(name, |training| training.paper[phase + 1].man), 2)
        };
        let more = if name == base {
            "—".into()
        } else {
            change_text(&results.change(name, base, |training| training.paper[1].man), 3)
        };
        table.row([results.label(name), man(0), man(1), man(2), more]);
    }
    table
}

fn man_curves(results: &LabResults) -> Figure {
    let panel = |(phase, title): (usize, &&str)| LinePanel {
        title: (*title).into(),
        series: [
            (ONE, "NN4"),
            (THREE, "NN5"),
            ("nn5-mirrored", "NN5 mirrored"),
            ("nn5-shared", "NN5 shared"),
        ]
        .iter()
        .map(|(name, label)| curve(results, name, label, |point| point.man[phase]))
        .collect(),
        references: vec![Reference { label: "nothing".into(), at: 0.0 }],
    };
    curve_figure(
        1,
        "The learned value of a man",
        results.command,
        Axis::new("value of a man, in results"),
        PHASES.iter().enumerate().map(panel).collect(),
    )
}

fn man_figure(results: &LabResults, ablation: &Ablation) -> Figure {
    let names: Vec<String> = std::iter::once(ONE.to_string())
        .chain(ablation.groups.iter().flat_map(|(_, names)| names.clone()))
        .collect();
    let labels: Vec<String> = names.iter().map(|name| results.label(name)).collect();
    let panel = |(phase, title): (usize, &&str)| {
        let values = names
            .iter()
            .map(|name| bar(results.trained(name).map(|training| training.paper[phase + 1].man)));
        let man_by_results = results.summary(ONE, |training| training.man_by_results[phase]).mean;
        let references = vec![Reference { label: "by results".into(), at: man_by_results }];
        ((*title).to_string(), values.collect(), references)
    };
    bars(
        2,
        "What a man is worth to each network",
        results.command,
        Axis::new("value of a man"),
        &labels,
        PHASES.iter().enumerate().map(panel).collect(),
    )
}
