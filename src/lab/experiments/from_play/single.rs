//! The report of one run of `train`: how strong the learner became, and the results of its games against each opponent.

use std::path::Path;

use draughts_td_results::notes;

use super::super::lab::{Strength, match_cells, percent};
use super::report::bounded;
use crate::arena::tournament::stats::MatchStats;
use crate::results::plot::{Axis, LinePanel, LinePlot, Point, Reference, Series};
use crate::results::{
    Description, Report, ResultsError, Summary, code, number, typed, write_report,
};
use crate::selfplay::{Measurement, OpponentResults, TrainingState};

/// Writes the report of a run with this record into a folder.
///
/// `run` is the command as typed and the program, `config` the text of its settings file, and `conditions` are in the user's words.
pub fn write_single(
    folder: &Path,
    record: &TrainingState,
    run: &Description,
    config: Option<&str>,
    conditions: &[String],
) -> Result<(), ResultsError> {
    write_report(folder, &single(record, run, config, conditions))
}

fn single(
    record: &TrainingState,
    run: &Description,
    config: Option<&str>,
    conditions: &[String],
) -> Report {
    let (anchors, opponents) = (anchors(record), opponents_of(record));
    let measured = record.curve.iter();
    let met = measured.clone().filter(|measured| !measured.opponents.is_empty());
    let report = Report::new(notes::OPPONENTS, run)
        .text("notes", conditions.join("\n\n"))
        .text("config", config.map(|text| typed(text.trim_end())).unwrap_or_default())
        .text(
            "anchors",
            headings(anchors.iter().flat_map(|name| [format!("{name}: score"), "Elo".into()])),
        )
        .text("anchor-rules", " ---: |".repeat(2 * anchors.len()))
        .rows("strength", measured.map(strength_row))
        .rows("totals", totals(record));
    let report = match anchors.is_empty() {
        true => report,
        false => report.figure(1, "Strength of frozen weights", &strength_plot(record, &anchors)),
    };
    if opponents.is_empty() {
        return report;
    }
    let title = "Points against each opponent since the measurement before";
    report
        .figure(2, title, &opponents_plot(record, &opponents))
        .text("opponents", headings(opponents.iter().map(ToString::to_string)))
        .text("opponent-rules", " ---: |".repeat(opponents.len()))
        .rows("meetings", met.map(|measured| opponents_row(measured, &opponents)))
}

/// Further columns of the head of a table.
fn headings(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!(" {} |", name.replace('|', "\\|"))).collect()
}

fn anchors(record: &TrainingState) -> Vec<&str> {
    let scores = record.curve.iter().map(|measured| &measured.scores).find(|s| !s.is_empty());
    scores.into_iter().flatten().map(|score| score.anchor.as_str()).collect()
}

/// The opponents, by name, in the order of their first games.
fn opponents_of(record: &TrainingState) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for meetings in record.curve.iter().flat_map(|measured| &measured.opponents) {
        if !names.contains(&meetings.opponent.as_str()) {
            names.push(&meetings.opponent);
        }
    }
    names
}

fn meetings<'a>(measured: &'a Measurement, opponent: &str) -> Option<&'a OpponentResults> {
    measured.opponents.iter().find(|meetings| meetings.opponent == opponent)
}

fn strength(stats: &MatchStats) -> Option<Strength> {
    Strength::of(std::slice::from_ref(stats))
}

fn strength_plot(record: &TrainingState, anchors: &[&str]) -> LinePlot {
    // Infinite differences are at the edge.
    let point = |measured: &Measurement, place: usize| {
        let strength = strength(&measured.scores.get(place)?.stats);
        let (score, (low, high)) = strength.map_or((0.5, (0.0, 1.0)), |s| (s.score, s.interval));
        let [y, low, high] = [score, low, high].map(bounded);
        Some(Point { x: measured.games as f64, y, low, high })
    };
    let series = anchors.iter().enumerate().map(|(place, anchor)| Series {
        label: format!("against {anchor}"),
        points: record.curve.iter().filter_map(|measured| point(measured, place)).collect(),
    });
    plot("95 % interval by pairs of games", "Elo difference", series.collect(), 0.0)
}

fn opponents_plot(record: &TrainingState, opponents: &[&str]) -> LinePlot {
    let point = |measured: &Measurement, opponent: &str| {
        let meetings = meetings(measured, opponent)?;
        let (low, high) = interval(meetings);
        Some(Point { x: measured.games as f64, y: meetings.share(), low, high })
    };
    let series = opponents.iter().map(|opponent| Series {
        label: (*opponent).into(),
        points: record.curve.iter().filter_map(|measured| point(measured, opponent)).collect(),
    });
    plot("95 % interval", "share of the points", series.collect(), 0.5)
}

/// The 95 % interval of the share of points, by the spread of single games: one game has no spread.
fn interval(meetings: &OpponentResults) -> (f64, f64) {
    let results = meetings.results.into_iter().zip([0.0, 0.5, 1.0]);
    let points = results.flat_map(|(games, points)| std::iter::repeat_n(points, games as usize));
    let (low, high) = Summary::of(points).interval();
    (low.max(0.0), high.min(1.0))
}

fn plot(band: &str, y: &str, series: Vec<Series>, level: f64) -> LinePlot {
    let references = vec![Reference::new("", level)];
    LinePlot {
        band: band.into(),
        x: Axis::new("games learned"),
        y: Axis::new(y),
        panels: vec![LinePanel { title: String::new(), series, references }],
    }
}

fn strength_row(measured: &Measurement) -> Vec<String> {
    let figure = |value: Option<f64>| value.map_or("–".into(), |value| number(value, 4));
    let scores = measured.scores.iter().flat_map(|score| {
        let [_, share, elo] = match_cells(strength(&score.stats).as_ref());
        [share, elo]
    });
    let ends = [figure(measured.held_out), figure(measured.man_value)];
    std::iter::once(number(measured.games as f64, 0)).chain(scores).chain(ends).collect()
}

fn opponents_row(measured: &Measurement, opponents: &[&str]) -> Vec<String> {
    let cells = opponents.iter().map(|name| {
        meetings(measured, name).map_or("–".into(), |meetings| {
            let [losses, draws, wins] = meetings.results;
            format!("{wins}, {draws}, {losses}: {}", percent(meetings.share(), 1))
        })
    });
    std::iter::once(number(measured.games as f64, 0)).chain(cells).collect()
}

fn totals(record: &TrainingState) -> Vec<[String; 2]> {
    let totals = &record.totals;
    let whole = |value: u64| number(value as f64, 0);
    let [white, draws, black] = totals.results;
    let rows = [
        ("games that taught", whole(totals.learned)),
        ("games spoilt by a fault of a player, which taught nothing", whole(totals.failed)),
        ("won by White, drawn, won by Black", format!("{white}, {draws}, {black}")),
        ("plies", whole(totals.plies)),
        ("positions searched", whole(totals.search.searched)),
        ("nodes", whole(totals.search.nodes)),
        ("values known from endgame tables or the rules", whole(totals.trajectories.known)),
        ("positions without a leaf, which taught nothing", whole(totals.search.unknown)),
        ("steps of the optimiser", whole(record.updates)),
        ("seed", code(&record.settings["seed"].to_string())),
    ];
    rows.map(|(what, value)| [what.into(), value]).to_vec()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::selfplay::AnchorScore;

    fn measured(games: u64, wins: u64) -> Measurement {
        let stats = MatchStats::of_pairs([0, 0, 10 - wins, 0, wins]);
        Measurement {
            games,
            scores: vec![AnchorScore {
                anchor: "material".into(),
                stats,
                elo: None,
                low: None,
                high: None,
            }],
            opponents: vec![OpponentResults {
                opponent: "a rival".into(),
                results: [6, 2, wins],
                rating_lead: 0.0,
            }],
            ..Measurement::default()
        }
    }

    #[test]
    fn an_interval_of_points_is_that_of_the_mean_and_of_one_game_everything() {
        let results_of =
            |results| OpponentResults { opponent: String::new(), results, rating_lead: 0.0 };
        assert_eq!(interval(&results_of([0, 0, 1])), (0.0, 1.0));
        // A spread of √(10/39), and Student's t of 39 degrees of freedom is 2.023.
        let (low, high) = interval(&results_of([20, 0, 20]));
        let half = 2.023 * (10.0f64 / 39.0).sqrt() / 40f64.sqrt();
        assert!((low - (0.5 - half)).abs() < 1e-3 && (high - (0.5 + half)).abs() < 1e-3);
        assert_eq!(
            interval(&results_of([2, 0, 2])),
            (0.0, 1.0),
            "0.5 ± 3.182 · √(1/3) / 2 reaches both ends"
        );
    }

    #[test]
    fn the_report_has_a_line_for_each_measurement_and_each_opponent() {
        let mut record = TrainingState::new(json!({ "seed": 7 }), 1);
        record.curve = vec![measured(0, 0), measured(500, 2)];
        let notes = ["told time 10".to_owned()];
        let text =
            single(&record, &Description::default(), Some("games = 500"), &notes).to_markdown();
        for part in ["a rival", "2, 2, 6: 30.0 %", "told time 10", "games = 500", "figure-2.svg"] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }

    #[test]
    fn a_run_without_measurements_has_a_report() {
        let text = single(&TrainingState::new(json!({}), 0), &Description::default(), None, &[]);
        let text = text.to_markdown();
        assert!(text.contains("The games"), "{text}");
    }
}
