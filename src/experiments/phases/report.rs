//! The report: what the data hold, what each network makes of it, and what repairs help.

use super::super::lab::{
    Ablation, LabResults, TrainingResult, bar, bars, capital, change_text, claims_table, curve,
    curve_figure, estimate_text, paper_networks, percent, superiority,
};
use super::names::{CONTROLS, FEW, ONE, ONE_FEW, REACH, REPAIRS, THREE, THREE_FEW};
use super::plan::own;
use crate::results::plot::{Axis, LinePanel, Reference};
use crate::results::{Align, Claim, ClaimVerdict, Figure, Finding, Report, Table, number};

/// The phases of all figures.
const PHASES: [&str; 3] = ["above 25 pieces", "16 to 25 pieces", "15 or fewer"];

const TABLE: &str = "Each recipe: held-out error by phase, what a man is worth above 25 pieces, and matches against NN4.";
const EARLY_TABLE: &str = "The same where games are few, against NN4 after as many.";

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn ablation<'a>(findings: &LabResults<'a>) -> Ablation<'a> {
    let scale = &findings.plan.scale;
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
    Ablation { findings: *findings, base: ONE, groups }
}

fn early_ablation<'a>(findings: &LabResults<'a>) -> Ablation<'a> {
    let groups = vec![("The paper's", names(&[THREE_FEW])), ("Repairs of NN5", names(&FEW))];
    Ablation { findings: *findings, base: ONE_FEW, groups }
}

/// What the notes name.
pub(super) fn parts(results: &LabResults, report: Report) -> Report {
    let (ablation, early) = (ablation(results), early_ablation(results));
    material(results, report)
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
    let share = |phase| percent(results.summary(ONE, |trial| unequal_share(trial, phase)).mean, 0);
    let early = |phase| number(results.summary(THREE_FEW, |trial| unequal(trial, phase)).mean, 0);
    let man = |recipe, phase: usize| mean(results, recipe, |trial| trial.paper[phase + 1].man);
    let [low, _, high] = REACH;
    report
        .text("unequal-opening", share(0))
        .text("unequal-ending", share(2))
        .text("man-by-results", mean(results, ONE, |trial| trial.worth[0]))
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

fn verdicts(findings: &LabResults) -> Table {
    let mut claims = vec![superiority(findings, "NN5 is better than NN4", THREE, ONE)];
    for name in REPAIRS {
        let claim = format!("{} is better than NN5", capital(&findings.label(name)));
        claims.push(superiority(findings, claim, name, THREE));
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
        .extend(controls.map(|(claim, better, worse)| superiority(findings, claim, better, worse)));
    claims_table("Verdicts.", &claims)
}

/// The paper's observation, at the end of learning and early, and what it may come from.
fn observations(findings: &LabResults) -> Table {
    let claim = |claim: &str, less: &str, more: &str| Claim {
        claim: claim.into(),
        findings: vec![worth_less(findings, less, more)],
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
fn unequal_share(trial: &TrainingResult, phase: usize) -> f64 {
    let all: u64 = trial.balances[phase].iter().sum();
    unequal(trial, phase) / (all as f64).max(1.0)
}

/// The training positions of a phase with unequal material.
fn unequal(trial: &TrainingResult, phase: usize) -> f64 {
    let [behind, _, ahead] = trial.balances[phase];
    (behind + ahead) as f64
}

/// Two decimals of a mean over seeds.
fn mean(findings: &LabResults, recipe: &str, of: impl Fn(&TrainingResult) -> f64) -> String {
    number(findings.summary(recipe, of).mean, 2)
}

/// Whether a man above 25 pieces is worth less to one recipe than to another.
fn worth_less(findings: &LabResults, less: &str, more: &str) -> Finding {
    let man = |trial: &TrainingResult| trial.paper[1].man;
    let change = findings.change(more, less, man);
    let text = |name| estimate_text(&findings.summary(name, man), 3);
    let verdict = ClaimVerdict::above(0.0, change.interval());
    let evidence = format!(
        "{} to {}, {} to {}",
        text(less),
        findings.label(less),
        text(more),
        findings.label(more)
    );
    Finding { verdict, evidence }
}

/// Positions by balance and phase, and what the results of their games say.
fn balances(findings: &LabResults) -> Table {
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
        let count =
            |place: usize| findings.summary(ONE, |trial| trial.balances[phase][place] as f64).mean;
        let [behind, level, ahead] = [0, 1, 2].map(count);
        let all = behind + level + ahead;
        table.row([
            (*name).to_string(),
            number(all, 0),
            percent(behind / all, 1),
            percent(level / all, 1),
            percent(ahead / all, 1),
            number(behind + ahead, 0),
            estimate_text(&findings.summary(ONE, |trial| trial.worth[phase]), 2),
        ]);
    }
    table
}

/// Games learned by each network of a recipe.
fn games_learned(findings: &LabResults, recipe: &str) -> String {
    number(findings.summary(recipe, |trial| trial.games_learned() as f64).mean, 0)
}

/// The learned value of a man by phase.
fn men(findings: &LabResults) -> Table {
    let caption = "What taking a man off the board changes the value by, in results (−1 to 1); the mean over men of held-out positions.";
    let early = |name: &&str| name.contains("-few");
    let names = findings.plan.recipes.iter().map(|recipe| recipe.name.as_str());
    let names: Vec<&str> = names.filter(|name| !early(name)).collect();
    man_table(findings, caption, &names, THREE)
}

/// The same after few games.
fn few_men(findings: &LabResults) -> Table {
    let caption = format!("The value of a man after {} games.", games_learned(findings, THREE_FEW));
    let names = [&[ONE_FEW, THREE_FEW], FEW.as_slice()].concat();
    man_table(findings, &caption, &names, THREE_FEW)
}

/// The value of a man in the opening by how far results reach back.
fn reach(findings: &LabResults) -> Table {
    let caption = format!(
        "What a man above 25 pieces is worth after {} games, by how far results reach back along the game.",
        games_learned(findings, THREE_FEW)
    );
    let columns = [
        ("λ", Align::Right),
        ("NN4", Align::Right),
        ("NN5", Align::Right),
        ("NN5 less NN4", Align::Right),
    ];
    let mut table = Table::new(caption, &columns);
    for [one, three] in REACH {
        let man = |trial: &TrainingResult| trial.paper[1].man;
        let lambda = findings.plan.recipe(one).map_or(f64::NAN, |recipe| recipe.settings.lambda);
        table.row([
            lambda.to_string(),
            estimate_text(&findings.summary(one, man), 3),
            estimate_text(&findings.summary(three, man), 3),
            change_text(&findings.change(three, one, man), 3),
        ]);
    }
    table
}

fn man_table(findings: &LabResults, caption: &str, names: &[&str], base: &str) -> Table {
    let mut columns = vec![("recipe", Align::Left)];
    columns.extend(PHASES.map(|phase| (phase, Align::Right)));
    columns.push(("above 25 pieces, more than NN5", Align::Right));
    let mut table = Table::new(caption, &columns);
    for &name in names {
        let man = |phase: usize| {
            estimate_text(&findings.summary(name, |trial| trial.paper[phase + 1].man), 2)
        };
        let more = if name == base {
            "—".into()
        } else {
            change_text(&findings.change(name, base, |trial| trial.paper[1].man), 3)
        };
        table.row([findings.label(name), man(0), man(1), man(2), more]);
    }
    table
}

fn man_curves(findings: &LabResults) -> Figure {
    let panel = |(phase, title): (usize, &&str)| LinePanel {
        title: (*title).into(),
        series: [
            (ONE, "NN4"),
            (THREE, "NN5"),
            ("nn5-mirrored", "NN5 mirrored"),
            ("nn5-shared", "NN5 shared"),
        ]
        .iter()
        .map(|(name, label)| curve(findings, name, label, |moment| moment.man[phase]))
        .collect(),
        references: vec![Reference { label: "nothing".into(), at: 0.0 }],
    };
    curve_figure(
        "figure-1.svg",
        "**Figure 1.** What a man is worth to the networks while they learn, by phase. Networks that learn mirrored games see each game twice.",
        "Figure 1. The learned value of a man",
        findings.command,
        Axis::new("value of a man, in results"),
        PHASES.iter().enumerate().map(panel).collect(),
    )
}

fn man_figure(findings: &LabResults, ablation: &Ablation) -> Figure {
    let names: Vec<String> = std::iter::once(ONE.to_string())
        .chain(ablation.groups.iter().flat_map(|(_, names)| names.clone()))
        .collect();
    let labels: Vec<String> = names.iter().map(|name| findings.label(name)).collect();
    let panel = |(phase, title): (usize, &&str)| {
        let values = names
            .iter()
            .map(|name| bar(findings.trials(name).map(|trial| trial.paper[phase + 1].man)));
        let worth = findings.summary(ONE, |trial| trial.worth[phase]).mean;
        let references = vec![Reference { label: "by results".into(), at: worth }];
        ((*title).to_string(), values.collect(), references)
    };
    bars(
        "figure-2.svg",
        "**Figure 2.** What a man is worth at the end of learning, by phase. Dashed: half the difference of the mean results of training \
         positions with one man more and one man less.",
        "Figure 2. What a man is worth to each network",
        findings.command,
        Axis::new("value of a man"),
        &labels,
        PHASES.iter().enumerate().map(panel).collect(),
    )
}
