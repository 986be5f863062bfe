//! What the notes, tables and plots of a study can ask: figures of arms, and how they play.

use super::super::lab::{
    ExperimentSize, LabResults, TrainingResult, elo_bar, match_cells, percent,
};
use crate::learning::Metrics;
use crate::results::plot::PlotEstimate;
use crate::results::{ClaimVerdict, number};

type Figure = Box<dyn Fn(&TrainingResult) -> f64>;

/// A figure of a training by its name, with its place after dots: `gain.0` over all phases, `gain.1` in the first.
pub(super) fn figure(name: &str) -> Option<Figure> {
    let mut words = name.split('.');
    let word = words.next()?;
    let places: Vec<usize> = words.map(|place| place.parse().ok()).collect::<Option<_>>()?;
    if places.iter().any(|&place| place > 3) {
        return None;
    }
    let share = |of: fn(&Metrics) -> Option<f64>| -> Figure {
        Box::new(move |training| of(training.total()).unwrap_or_default())
    };
    Some(match (word, places.as_slice()) {
        ("error", []) => Box::new(|training| training.total().mse),
        ("error-on-own", []) => Box::new(|training| training.own[0].mse),
        ("error-on-all", []) => Box::new(|training| training.all[0].mse),
        ("sign", []) => share(|metrics| metrics.sign_accuracy),
        ("level-sign", []) => share(|metrics| metrics.level_sign_accuracy),
        ("games", []) => Box::new(|training| training.games_learned() as f64),
        ("draws", []) => Box::new(|training| {
            training.drawn.map_or(f64::NAN, |drawn| drawn as f64 / training.games[1] as f64)
        }),
        ("learned", []) => {
            Box::new(|training| training.balances.iter().flatten().sum::<u64>() as f64)
        }
        ("gain", &[place]) => Box::new(move |training| training.gain(place)),
        ("man", &[place]) => Box::new(move |training| training.paper[place].man),
        ("man-by-results", &[phase @ 0..3]) => {
            Box::new(move |training| training.man_by_results[phase])
        }
        ("positions", &[phase @ 0..3]) => Box::new(move |training| positions(training, phase)),
        ("positions", &[phase @ 0..3, balance @ 0..3]) => {
            Box::new(move |training| training.balances[phase][balance] as f64)
        }
        ("unequal", &[phase @ 0..3]) => Box::new(move |training| unequal(training, phase)),
        ("unequal-share", &[phase @ 0..3]) => {
            Box::new(move |training| unequal(training, phase) / positions(training, phase).max(1.0))
        }
        _ => return None,
    })
}

fn positions(training: &TrainingResult, phase: usize) -> f64 {
    training.balances[phase].iter().sum::<u64>() as f64
}

/// The training positions of a phase with unequal material.
fn unequal(training: &TrainingResult, phase: usize) -> f64 {
    let [behind, _, ahead] = training.balances[phase];
    (behind + ahead) as f64
}

/// Answers words of a placeholder; `None` if they ask nothing that is known here.
pub(super) fn answer(results: &LabResults, words: &[&str]) -> Option<String> {
    let mean = |arm: &str, of: &str| Some(results.summary(arm, figure(of)?).mean);
    Some(match *words {
        ["label", arm] => results.label(arm),
        ["meaning", arm] => results.meaning(arm),
        ["lambda", arm] => results.plan.recipe(arm)?.settings.lambda().to_string(),
        ["mean", of, arm, decimals] => {
            results.summary(arm, figure(of)?).text(decimals.parse().ok()?)
        }
        ["value", of, arm, decimals] => number(mean(arm, of)?, decimals.parse().ok()?),
        ["percent", of, arm, decimals] => percent(mean(arm, of)?, decimals.parse().ok()?),
        ["share", of, arm] => results.summary(arm, figure(of)?).share(),
        // The part that one figure is of another.
        ["ratio", of, whole, arm, decimals] => {
            percent(mean(arm, of)? / mean(arm, whole)?, decimals.parse().ok()?)
        }
        ["first", of, arm, decimals] => number(first(results, arm, of)?, decimals.parse().ok()?),
        ["first-share", of, arm, whole, decimals] => percent(
            first(results, arm, of)? / first(results, whole, of).unwrap_or(f64::NAN),
            decimals.parse().ok()?,
        ),
        ["change", _, arm, base, _] if arm == base => "—".into(),
        ["change", of, arm, base, decimals] => {
            results.change(arm, base, figure(of)?).change(decimals.parse().ok()?)
        }
        ["lower", of, less, more, decimals] => {
            lower(results, of, [less, more], decimals.parse().ok()?)?
        }
        ["record" | "points" | "strength", ..] => return match_cell(results, words),
        ["mean-points", arm, ref others @ ..] => mean_points(results, arm, others),
        _ => return None,
    })
}

/// A figure of the first seed of an arm.
fn first(results: &LabResults, arm: &str, of: &str) -> Option<f64> {
    Some(figure(of)?(results.trained(arm).next()?))
}

/// Whether a figure is lower for one arm than for another, and what it is to both.
fn lower(
    results: &LabResults,
    of: &str,
    [less, more]: [&str; 2],
    decimals: usize,
) -> Option<String> {
    let text = |arm| {
        let value = results.summary(arm, figure(of)?).text(decimals);
        Some(format!("{value} to {}", results.label(arm)))
    };
    let interval = results.change(more, less, figure(of)?).interval();
    Some(ClaimVerdict::above(0.0, interval).by(format!("{}, {}", text(less)?, text(more)?)))
}

/// A match as a cell. `@` as the opponent is the program outside, which not every run has.
fn match_cell(results: &LabResults, words: &[&str]) -> Option<String> {
    let words = rejoined(words)?;
    let [what, player, opponent] = words.each_ref().map(String::as_str);
    if player == opponent {
        return Some("—".into());
    }
    let strength = if opponent == "@" {
        results.timed_strength(player, results.plan.scale.against.as_deref()?)
    } else {
        results.strength(player, opponent)
    };
    let [record, points, elo] = match_cells(strength.as_ref());
    Some(match what {
        "record" => record,
        "points" => points,
        _ => elo,
    })
}

/// The words with the player in one piece, who may be `nn4 without …`: the opponent is the last word.
fn rejoined(words: &[&str]) -> Option<[String; 3]> {
    let (first, rest) = words.split_first()?;
    let (last, player) = rest.split_last().filter(|(_, player)| !player.is_empty())?;
    Some([(*first).into(), player.join(" "), (*last).into()])
}

/// The mean score against several players, over those that were played.
fn mean_points(results: &LabResults, arm: &str, others: &[&str]) -> String {
    let scores = others.iter().filter_map(|other| results.strength(arm, other));
    let scores: Vec<f64> = scores.map(|strength| strength.score).collect();
    percent(scores.iter().sum::<f64>() / scores.len().max(1) as f64, 1)
}

/// Whether a cell or a panel is about a program outside that this run has not played.
pub(super) fn is_left_out(results: &LabResults, words: &str) -> bool {
    words.contains('@') && results.plan.scale.against.is_none()
}

/// An estimate that a plot draws: a figure of an arm with each seed, or `elo` against a player.
pub(super) fn estimate(results: &LabResults, words: &[&str]) -> Option<PlotEstimate> {
    if words.first() == Some(&"elo") {
        let [_, player, opponent] = rejoined(words)?;
        let strength = match results.plan.scale.against.as_deref() {
            Some(program) if opponent == "@" => results.timed_strength(&player, program),
            _ => results.strength(&player, &opponent),
        };
        return elo_bar(strength.as_ref());
    }
    let &[of, arm] = words else { return None };
    if of.starts_with("input-share") {
        return super::inputs::share_bar(results, of, arm);
    }
    let of = figure(of)?;
    super::super::lab::bar(results.trained(arm).map(of))
}

/// A value for a line in a plot: a number, or the mean of a figure of an arm.
pub(super) fn value(results: &LabResults, words: &str) -> f64 {
    let of_arm = |(of, arm): (&str, &str)| Some(results.summary(arm, figure(of)?).mean);
    let number = words.parse().ok();
    number.or_else(|| words.split_once(' ').and_then(of_arm)).unwrap_or(f64::NAN)
}

/// The program outside as reports call it.
pub(super) fn outsider(scale: &ExperimentSize) -> String {
    let name = scale.against_name.clone().or_else(|| scale.against.clone()).unwrap_or_default();
    // A backtick would begin code in the middle of a table.
    name.replace('`', "'")
}
