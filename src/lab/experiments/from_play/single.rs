//! The report of one run of `train`: how strong the learner became, and what became of its games against each opponent.

use super::super::lab::{Strength, percent, strength_text};
use super::super::notes;
use super::plots::bounded;
use crate::arena::tournament::stats::MatchStats;
use crate::results::plot::{Axis, LinePanel, LinePlot, Point, Reference, Series};
use crate::results::{Align, Figure, Report, Summary, Table, code, number, typed};
use crate::selfplay::{Measurement, OpponentResults, TrainingState};

/// The report of a run with this record.
///
/// `command` is what was typed, `config` the text of its settings file, and `conditions` are in the user's words.
pub fn single(
    record: &TrainingState,
    command: &str,
    config: Option<&str>,
    conditions: &[String],
) -> Report {
    let mut report = Report::new(notes::OPPONENTS, command)
        .text("notes", conditions.join("\n\n"))
        .text("config", config.map(|text| typed(text.trim_end())).unwrap_or_default())
        .table("strength", &strength_table(record))
        .table("totals", &totals(record));
    if record.curve.iter().any(|measured| !measured.scores.is_empty()) {
        report = report.figure(strength_figure(record, command));
    }
    if !opponents_of(record).is_empty() {
        report = report
            .figure(meetings_figure(record, command))
            .table("meetings", &meetings_table(record));
    }
    report
}

fn anchors(record: &TrainingState) -> Vec<&str> {
    let scores = record.curve.first().map(|first| first.scores.as_slice());
    scores.unwrap_or_default().iter().map(|score| score.anchor.as_str()).collect()
}

fn strength_figure(record: &TrainingState, command: &str) -> Figure {
    let series = anchors(record).into_iter().enumerate().map(|(place, anchor)| Series {
        label: format!("against {anchor}"),
        points: record
            .curve
            .iter()
            .filter_map(|measured| {
                let score = measured.scores.get(place)?;
                Some(elo_point(measured.games, &score.stats))
            })
            .collect(),
    });
    line_figure(
        1,
        "Strength of frozen weights",
        "95 % interval by pairs of games",
        "Elo difference",
        series.collect(),
        0.0,
        command,
    )
}

/// A measurement on the plot; infinite differences stand at the edge.
fn elo_point(games: u64, stats: &MatchStats) -> Point {
    let strength = Strength::of(std::slice::from_ref(stats));
    let (score, (low, high)) = strength.map_or((0.5, (0.0, 1.0)), |s| (s.score, s.interval));
    Point { x: games as f64, y: bounded(score), low: bounded(low), high: bounded(high) }
}

/// The opponents that were opponents_of, by name, in the order of their first games.
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

fn meetings_figure(record: &TrainingState, command: &str) -> Figure {
    let series = opponents_of(record).into_iter().map(|opponent| Series {
        label: opponent.into(),
        points: record
            .curve
            .iter()
            .filter_map(|measured| {
                let meetings = meetings(measured, opponent)?;
                let (low, high) = interval(meetings);
                Some(Point { x: measured.games as f64, y: meetings.share(), low, high })
            })
            .collect(),
    });
    line_figure(
        2,
        "Points against each opponent since the measurement before",
        "95 % interval",
        "share of the points",
        series.collect(),
        0.5,
        command,
    )
}

/// The 95 % interval of the share of points, by the spread of single games: a single one tells nothing.
fn interval(meetings: &OpponentResults) -> (f64, f64) {
    let results = meetings.results.into_iter().zip([0.0, 0.5, 1.0]);
    let points = results.flat_map(|(games, points)| std::iter::repeat_n(points, games as usize));
    let (low, high) = Summary::of(points).interval();
    (low.max(0.0), high.min(1.0))
}

fn line_figure(
    number: usize,
    title: &str,
    band: &str,
    y: &str,
    series: Vec<Series>,
    level: f64,
    command: &str,
) -> Figure {
    let plot = LinePlot {
        title: format!("Figure {number}. {title}"),
        command: command.into(),
        band: band.into(),
        x: Axis::new("games learned"),
        y: Axis::new(y),
        panels: vec![LinePanel {
            title: String::new(),
            series,
            references: vec![Reference { label: String::new(), at: level }],
        }],
    };
    Figure { number, title: title.into(), svg: plot.to_svg() }
}

fn strength_table(record: &TrainingState) -> Table {
    let anchors = anchors(record);
    let titles: Vec<String> =
        anchors.iter().flat_map(|name| [format!("{name}: score"), "Elo".into()]).collect();
    let mut columns = vec![("games", Align::Right)];
    columns.extend(titles.iter().map(|title| (title.as_str(), Align::Right)));
    columns.extend([("held-out error", Align::Right), ("a man's worth", Align::Right)]);
    let caption = "Frozen weights against fixed players, every opening with both colours; Elo with its 95 % interval by pairs.";
    let mut table = Table::new(caption, &columns);
    for measured in &record.curve {
        let figure = |value: Option<f64>| value.map_or("–".into(), |value| number(value, 4));
        let scores = measured.scores.iter().flat_map(|score| {
            let strength = Strength::of(std::slice::from_ref(&score.stats));
            let share = strength.as_ref().map_or("–".into(), |s| percent(s.score, 1));
            [share, strength_text(strength.as_ref())]
        });
        let ends = [figure(measured.held_out), figure(measured.man_value)];
        table.row(std::iter::once(number(measured.games as f64, 0)).chain(scores).chain(ends));
    }
    table
}

fn meetings_table(record: &TrainingState) -> Table {
    let opponents = opponents_of(record);
    let mut columns = vec![("games up to", Align::Right)];
    columns.extend(opponents.iter().map(|name| (*name, Align::Right)));
    let caption =
        "Won, drawn and lost by the learner since the line before, and its share of the points.";
    let mut table = Table::new(caption, &columns);
    for measured in record.curve.iter().filter(|measured| !measured.opponents.is_empty()) {
        let cells = opponents.iter().map(|name| {
            meetings(measured, name).map_or("–".into(), |meetings| {
                let [losses, draws, wins] = meetings.results;
                format!("{wins}, {draws}, {losses}: {}", percent(meetings.share(), 1))
            })
        });
        table.row(std::iter::once(number(measured.games as f64, 0)).chain(cells));
    }
    table
}

fn totals(record: &TrainingState) -> Table {
    let totals = &record.totals;
    let whole = |value: u64| number(value as f64, 0);
    let [white, draws, black] = totals.results;
    let mut table =
        Table::new("What was played.", &[("what", Align::Left), ("value", Align::Right)]);
    for (what, value) in [
        ("games that taught", whole(totals.learned)),
        ("games spoilt by a fault of a player, which taught nothing", whole(totals.failed)),
        ("won by White, drawn, won by Black", format!("{white}, {draws}, {black}")),
        ("plies", whole(totals.plies)),
        ("positions searched", whole(totals.search.searched)),
        ("nodes", whole(totals.search.nodes)),
        ("values known from endgame tables or the rules", whole(totals.trajectories.known)),
        ("positions without a leaf, which taught nothing", whole(totals.search.unknown)),
    ] {
        table.row([what.into(), value]);
    }
    table.row(["steps of the optimiser".into(), whole(record.updates)]);
    table.row(["seed".into(), code(&record.settings["seed"].to_string())]);
    table
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
        let text = single(&record, "draughts-td train", Some("games = 500"), &notes).to_markdown();
        for part in ["a rival", "2, 2, 6: 30.0 %", "told time 10", "games = 500", "figure-2.svg"] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }

    #[test]
    fn a_run_without_measurements_has_a_report() {
        let text = single(&TrainingState::new(json!({}), 0), "x", None, &[]).to_markdown();
        assert!(text.contains("The games"), "{text}");
    }
}
