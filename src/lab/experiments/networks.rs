//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

use draughts_td_results::notes;

use super::lab::{
    ExperimentSize, LabResults, Pairing, TrainingExperiment, TrainingPlan, bar, bars, curve,
    curve_plot, elo_bar, match_cells, paper_networks, percent, set_up,
};
use crate::learning::Metrics;
use crate::results::plot::{Axis, IntervalPanel, LinePanel, Reference};
use crate::results::{Report, number};

pub(crate) const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "networks",
    size: |seed| ExperimentSize::full(seed, 5, 5_000),
    plan,
    notes: notes::NETWORKS,
    parts,
    summary: &["Everybody against everybody", "The paper's claims"],
};

const NETS: [&str; 5] = ["nn1", "nn2", "nn3", "nn4", "nn5"];

const MATERIAL: &str = "material";

/// The five networks, everybody against everybody, against the plain man count, and against a program outside if one is named.
fn plan(scale: &ExperimentSize) -> TrainingPlan {
    let round_robin = NETS
        .iter()
        .enumerate()
        .flat_map(|(place, a)| NETS[..place].iter().map(move |b| Pairing::new(a, b)));
    let counting = NETS.iter().map(|net| Pairing::new(net, MATERIAL));
    let outside = scale.against.iter().flat_map(|program| {
        NETS.iter().map(move |net| Pairing::new(net, program).timed(scale.seconds))
    });
    let pairings = round_robin.chain(counting).chain(outside).collect();
    TrainingPlan::new(scale, paper_networks(scale).to_vec(), pairings)
}

fn parts(results: &LabResults, report: Report) -> Report {
    let scale = &results.plan.scale;
    let gain = "gain over material";
    let gains = ["all positions", "above 25 pieces", "16 to 25 pieces", "15 or fewer"];
    let gains = gains.iter().enumerate().map(|(phase, &title)| {
        let bars = NETS.map(|net| bar(results.trained(net).map(|training| training.gain(phase))));
        IntervalPanel::new(title, bars)
    });
    let curves = LinePanel {
        title: "all positions".into(),
        series: NETS.map(|net| curve(results, net, &net.to_uppercase(), |p| p.gain)).to_vec(),
        references: vec![Reference::new("table of material", 0.0)],
    };
    let nets = || NETS.map(str::to_uppercase);
    let report = set_up(results, report)
        .text("seed-count", scale.seeds.len())
        .rows("round-robin", NETS.map(|net| cross_row(results, net)))
        .figure(
            1,
            "Strength of the five networks",
            &bars("Elo difference", nets(), elo_panels(results)),
        )
        .rows("others", NETS.map(|net| others(results, net)))
        .rows("held-out", NETS.map(|net| held_out(results, net)))
        .figure(2, "Gain over material on held-out games", &bars("gain", nets(), gains.collect()))
        .figure(3, "Learning curves", &curve_plot(Axis::new(gain), vec![curves]));
    if scale.against.is_none() {
        return report;
    }
    let seconds = number(1000.0 * scale.seconds, 0);
    let outsider = outsider(scale);
    report
        .text(
            "timed",
            format!(" Elo against {outsider}, {seconds} ms a move | won, drawn, lost | score |"),
        )
        .text("timed-rules", " ---: | ---: | ---: |")
}

fn cross_row(results: &LabResults, net: &str) -> Vec<String> {
    let scores = NETS.map(|other| results.strength(net, other).map(|strength| strength.score));
    let cell = |score: &Option<f64>| score.map_or("—".into(), |score| percent(score, 1));
    let played: Vec<f64> = scores.iter().copied().flatten().collect();
    let mean = played.iter().sum::<f64>() / played.len().max(1) as f64;
    let first = std::iter::once(net.to_uppercase());
    first.chain(scores.iter().map(cell)).chain([percent(mean, 1)]).collect()
}

fn elo_panels(results: &LabResults) -> Vec<IntervalPanel> {
    let against = |opponent: &str| {
        let bars = NETS.map(|net| elo_bar(results.strength(net, opponent).as_ref()));
        IntervalPanel::new(format!("against {}", opponent.to_uppercase()), bars)
    };
    let timed = results.plan.scale.against.as_ref().map(|program| {
        let bars = NETS.map(|net| elo_bar(results.timed_strength(net, program).as_ref()));
        IntervalPanel::new(format!("against\n{}", outsider(&results.plan.scale)), bars)
    });
    [against("nn1"), against("nn4")].into_iter().chain(timed).collect()
}

fn outsider(scale: &ExperimentSize) -> String {
    let name = scale.against_name.clone().or_else(|| scale.against.clone()).unwrap_or_default();
    // A backtick would begin code in the middle of a table.
    name.replace('`', "'")
}

/// Tables 1 and 2: against players that are no networks.
fn others(results: &LabResults, net: &str) -> Vec<String> {
    let [_, score, elo] = match_cells(results.strength(net, MATERIAL).as_ref());
    let timed = results.plan.scale.against.iter().flat_map(|program| {
        let [games, score, elo] = match_cells(results.timed_strength(net, program).as_ref());
        [elo, games, score]
    });
    [net.to_uppercase(), elo, score].into_iter().chain(timed).collect()
}

fn held_out(results: &LabResults, net: &str) -> [String; 9] {
    let gain = |phase| results.summary(net, |training| training.gain(phase)).text(4);
    let share =
        |of: fn(&Metrics) -> f64| results.summary(net, |training| of(training.total())).share();
    let error = |training: &super::lab::TrainingResult| training.total().mse;
    let change = results.change(net, "nn4", error).change(4);
    [
        net.to_uppercase(),
        results.summary(net, error).text(4),
        gain(0),
        gain(1),
        gain(2),
        gain(3),
        if net == "nn4" { "—".into() } else { change },
        share(|figures| figures.sign_accuracy.unwrap_or_default()),
        share(|figures| figures.level_sign_accuracy.unwrap_or_default()),
    ]
}
