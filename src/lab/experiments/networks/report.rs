//! The report: tables 1 to 3 of the paper with intervals, and what the networks have learned.

use super::super::lab::{
    self, LabResults, bar, bars, change_text, curve, curve_figure, elo_bar, estimate_text,
    games_text, percent, set_up, strength_text,
};
use super::claims::claims;
use super::names::{MATERIAL, NETS};
use crate::results::plot::{Axis, LinePanel, Reference};
use crate::results::{Align, Figure, Report, Table, number};

pub(super) fn parts(results: &LabResults, report: Report) -> Report {
    let scale = &results.plan.scale;
    set_up(results, report)
        .text("match-games", scale.match_games)
        .text("seeds", scale.seeds.len())
        .table("claims", &lab::claims_table("The paper's claims.", &claims(results)))
        .table("round-robin", &cross_table(results))
        .figure(elo_figure(results))
        .table("others", &others(results))
        .table("held-out", &held_out(results))
        .figure(gains(results))
        .figure(learning_curves(results))
}

fn cross_table(results: &LabResults) -> Table {
    let columns: Vec<(&str, Align)> = std::iter::once(("score of", Align::Left))
        .chain(NETS.map(|net| (net, Align::Right)))
        .chain([("of all games", Align::Right)])
        .collect();
    let mut table = Table::new(
        "Everybody against everybody: the score of the row against the column, and of all games.",
        &columns,
    );
    for net in NETS {
        let strengths = NETS.map(|other| results.strength(net, other));
        let cells = strengths.iter().map(|strength| match strength {
            Some(strength) => percent(strength.score, 1),
            None => "—".into(),
        });
        let scores: Vec<f64> = strengths.iter().flatten().map(|strength| strength.score).collect();
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        table.row(std::iter::once(net.to_uppercase()).chain(cells).chain([percent(mean, 1)]));
    }
    table
}

fn elo_figure(results: &LabResults) -> Figure {
    let rows: Vec<String> = NETS.iter().map(|net| net.to_uppercase()).collect();
    let against = |opponent: &str, title: &str| {
        let bars =
            NETS.iter().map(|net| elo_bar(results.strength(net, opponent).as_ref())).collect();
        (title.to_string(), bars, vec![Reference { label: String::new(), at: 0.0 }])
    };
    let mut panels = vec![against("nn1", "against NN1"), against("nn4", "against NN4")];
    if let Some(program) = &results.plan.scale.against {
        let bars = NETS.iter().map(|net| elo_bar(results.timed_strength(net, program).as_ref()));
        let zero = vec![Reference { label: String::new(), at: 0.0 }];
        panels.push((format!("against\n{}", outsider(results)), bars.collect(), zero));
    }
    bars(
        1,
        "Strength of the five networks",
        results.command,
        Axis::new("Elo difference"),
        &rows,
        panels,
    )
}

/// What the program outside is called.
fn outsider(results: &LabResults) -> String {
    let scale = &results.plan.scale;
    let name = scale.against_name.clone().or_else(|| scale.against.clone()).unwrap_or_default();
    // A backtick would begin code in the middle of a table.
    name.replace('`', "'")
}

/// Tables 1 and 2: against players that are no networks.
fn others(results: &LabResults) -> Table {
    let outside = results.plan.scale.against.clone();
    let seconds = number(1000.0 * results.plan.scale.seconds, 0);
    let timed =
        outside.as_ref().map(|_| format!("Elo against {}, {seconds} ms a move", outsider(results)));
    let mut columns = vec![
        ("network", Align::Left),
        ("Elo against the man count, equal nodes", Align::Right),
        ("score", Align::Right),
    ];
    if let Some(timed) = &timed {
        columns.extend([
            (timed.as_str(), Align::Right),
            ("won, drawn, lost", Align::Right),
            ("score", Align::Right),
        ]);
    }
    let mut table =
        Table::new("Against players that are no networks: Elo with its 95 % interval.", &columns);
    for net in NETS {
        let counting = results.strength(net, MATERIAL);
        let mut cells = vec![
            net.to_uppercase(),
            strength_text(counting.as_ref()),
            score_text(counting.map(|s| s.score)),
        ];
        if let Some(program) = &outside {
            let strength = results.timed_strength(net, program);
            let games = strength.as_ref().map_or("–".into(), |s| games_text(&s.stats));
            cells.extend([
                strength_text(strength.as_ref()),
                games,
                score_text(strength.map(|s| s.score)),
            ]);
        }
        table.row(cells);
    }
    table
}

fn score_text(score: Option<f64>) -> String {
    score.map_or("–".into(), |score| percent(score, 1))
}

fn held_out(results: &LabResults) -> Table {
    let columns = [
        ("network", Align::Left),
        ("mean squared error", Align::Right),
        ("gain over material", Align::Right),
        ("above 25 pieces", Align::Right),
        ("16 to 25", Align::Right),
        ("15 or fewer", Align::Right),
        ("change of error against NN4", Align::Right),
        ("sign right", Align::Right),
        ("sign right at equal material", Align::Right),
    ];
    let mut table = Table::new(
        "Held-out games: error against the result, and the gain over the table of material, by phase.",
        &columns,
    );
    for net in NETS {
        let gain =
            |index: usize| estimate_text(&results.summary(net, |training| training.gain(index)), 4);
        let share = |of: fn(&crate::learning::Metrics) -> f64| {
            let summary = results.summary(net, |training| 100.0 * of(training.total()));
            format!("{} %", estimate_text(&summary, 1))
        };
        let against = if net == "nn4" {
            "—".into()
        } else {
            change_text(&results.change(net, "nn4", |t| t.total().mse), 4)
        };
        table.row([
            net.to_uppercase(),
            estimate_text(&results.summary(net, |training| training.total().mse), 4),
            gain(0),
            gain(1),
            gain(2),
            gain(3),
            against,
            share(|figures| figures.sign_accuracy.unwrap_or_default()),
            share(|figures| figures.level_sign_accuracy.unwrap_or_default()),
        ]);
    }
    table
}

fn gains(results: &LabResults) -> Figure {
    let rows: Vec<String> = NETS.iter().map(|net| net.to_uppercase()).collect();
    let titles = ["all positions", "above 25 pieces", "16 to 25 pieces", "15 or fewer"];
    let panel = |(index, title): (usize, &&str)| {
        let bars =
            NETS.iter().map(|net| bar(results.trained(net).map(|training| training.gain(index))));
        (title.to_string(), bars.collect(), vec![Reference { label: String::new(), at: 0.0 }])
    };
    bars(
        2,
        "Gain over material on held-out games",
        results.command,
        Axis::new("gain"),
        &rows,
        titles.iter().enumerate().map(panel).collect(),
    )
}

fn learning_curves(results: &LabResults) -> Figure {
    let series =
        NETS.iter().map(|net| curve(results, net, &net.to_uppercase(), |point| point.gain));
    let panel = LinePanel {
        title: "all positions".into(),
        series: series.collect(),
        references: vec![Reference { label: "table of material".into(), at: 0.0 }],
    };
    curve_figure(
        3,
        "Learning curves",
        results.command,
        Axis::new("gain over material"),
        vec![panel],
    )
}
