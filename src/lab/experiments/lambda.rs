//! λ of the return, learning rates, and sensitivities that adapt or stay: what each does to NN4.

use draughts_td_results::notes;

use super::lab::{
    Ablation, ExperimentSize, LabResults, Recipe, Settings, TrainingExperiment, TrainingPlan,
    curve, curve_plot, names, paper_networks, set_up,
};
use crate::results::Report;
use crate::results::plot::{Axis, LinePanel, LinePlot, Reference};

pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "lambda",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::LAMBDA,
    parts,
    summary: &["NN4 with one setting changed", "What the paper's settings"],
};

/// The paper's NN4: λ 0.9, rate 0.0005, adaptive β.
const BASE: &str = "nn4";

type Change = fn(&mut Settings);

/// λ: name, what it is, the change.
const LAMBDAS: [(&str, &str, Change); 8] = [
    ("lambda-0", "λ = 0", |s| s.lambda = 0.0),
    ("lambda-0.3", "λ = 0.3", |s| s.lambda = 0.3),
    ("lambda-0.5", "λ = 0.5", |s| s.lambda = 0.5),
    ("lambda-0.7", "λ = 0.7", |s| s.lambda = 0.7),
    ("lambda-0.8", "λ = 0.8", |s| s.lambda = 0.8),
    ("lambda-0.95", "λ = 0.95", |s| s.lambda = 0.95),
    ("lambda-0.98", "λ = 0.98", |s| s.lambda = 0.98),
    ("lambda-1", "λ = 1, the result alone", |s| s.lambda = 1.0),
];

const RATES: [(&str, &str, Change); 5] = [
    ("rates-8th", "rates divided by 8", |s| scale_rates(s, 0.125)),
    ("rates-4th", "rates divided by 4", |s| scale_rates(s, 0.25)),
    ("rates-half", "rates halved", |s| scale_rates(s, 0.5)),
    ("rates-double", "rates doubled", |s| scale_rates(s, 2.0)),
    ("rates-times-4", "rates times 4", |s| scale_rates(s, 4.0)),
];

const BETAS: [(&str, &str, Change); 5] = [
    ("beta-1-fixed", "β = 1, fixed", |s| (s.model.beta, s.model.beta_rate) = (1.0, 0.0)),
    ("beta-3-fixed", "β = 3, fixed", |s| s.model.beta_rate = 0.0),
    ("beta-6-fixed", "β = 6, fixed", |s| (s.model.beta, s.model.beta_rate) = (6.0, 0.0)),
    ("beta-1", "β from 1, adaptive", |s| s.model.beta = 1.0),
    ("beta-6", "β from 6, adaptive", |s| s.model.beta = 6.0),
];

fn scale_rates(settings: &mut Settings, factor: f64) {
    settings.model.rate *= factor;
    settings.model.beta_rate *= factor;
}

/// NN4 as the paper has it, and with one setting changed at a time; each against the paper's.
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let [_, _, _, nn4, _] = paper_networks(scale);
    let base = Recipe { meaning: "NN4: λ = 0.9, rate 0.0005, β from 3, adaptive".into(), ..nn4 };
    let others = LAMBDAS.iter().chain(&RATES).chain(&BETAS);
    let others = others.map(|(name, meaning, change)| base.with(name, meaning, change)).collect();
    TrainingPlan::around(scale, base, others, &[(BASE, "NN4 as in the paper")])
}

fn parts(results: &LabResults, report: Report) -> Report {
    let groups = vec![
        ("λ of the return", names(&LAMBDAS)),
        ("Rates", names(&RATES)),
        ("Sensitivities", names(&BETAS)),
    ];
    Ablation { results, base: BASE, groups }.parts(set_up(results, report), 1).figure(
        3,
        "Learning curves",
        &learning_curves(results),
    )
}

fn learning_curves(results: &LabResults) -> LinePlot {
    let panel = |title: &str, less: &str, more: &str| {
        let series = [(less, "less"), (BASE, "the paper's"), (more, "more")];
        let series = series.map(|(name, label)| curve(results, name, label, |point| point.gain));
        let references = vec![Reference::new("table of material", 0.0)];
        LinePanel { title: title.into(), series: series.to_vec(), references }
    };
    let panels = vec![
        panel("λ: 0, 0.9, 1", "lambda-0", "lambda-1"),
        panel("rates: a quarter, 0.0005, doubled", "rates-4th", "rates-double"),
    ];
    curve_plot(Axis::new("gain over material").with_range(-0.08, 0.03), panels)
}
