//! Ways of learning patterns: windows, parts, a hidden layer, rates, games and positions, one change at a time against the base, decided by
//! matches.

mod model_config;

use std::sync::Arc;

use draughts_td_features::windows::{SQUARES, TALL_AND_WIDE, WIDE};
use draughts_td_results::notes;

use super::lab::{
    Ablation, ExperimentSize, LabResults, Recipe, Strength, TrainingExperiment, TrainingPlan,
    TrainingResult, match_cells, names, percent, set_up, strength_text,
};
use crate::learning::Hyperparams;
use crate::models::nnue::NnueSettings;
use crate::models::patterns::{Shapes, Squash};
use crate::results::{ClaimVerdict, Report, number};

/// The experiment. Each recipe is learned once: its matches are long instead.
pub(crate) const EXPERIMENT: TrainingExperiment<NnueSettings> = TrainingExperiment {
    name: "patterns",
    size: |seed| ExperimentSize { match_games: 664, ..ExperimentSize::full(seed, 1, 40_000) },
    plan,
    notes: notes::PATTERNS,
    parts,
    summary: &["Each recipe"],
};

/// What `learn --model patterns --epochs 6` does.
const BASE: &str = "base";

const PASSES: u32 = 6;

type Settings = Hyperparams<NnueSettings>;

/// A recipe: name, what it is, its change of the base.
type Change = (&'static str, &'static str, fn(&mut Settings));

const WINDOWS: [Change; 3] = [
    ("squares", "windows of 4 rows by 4 columns, 16 look-ups", |s| {
        s.model.patterns.shapes = windows(SQUARES)
    }),
    ("wide", "windows of 4 rows by 6 columns, 12 look-ups", |s| {
        s.model.patterns.shapes = windows(WIDE)
    }),
    ("tall-and-wide", "6 rows by 4 columns and 4 by 6, 20 look-ups", |s| {
        s.model.patterns.shapes = windows(TALL_AND_WIDE);
    }),
];

const FORM: [Change; 4] = [
    ("one-stage", "one stage", |s| s.model.patterns.stages = 1),
    ("no-globals", "without global inputs", |s| s.model.patterns.globals = false),
    ("no-king-squares", "without king squares", |s| s.model.patterns.kings = false),
    ("linear", "the sum itself, no tanh", |s| s.model.patterns.squash = Squash::Linear),
];

/// A hidden layer over the squares of the pieces, beside the patterns.
const LAYERS: [Change; 4] = [
    ("hidden-16", "16 hidden units", |s| s.model.hidden = 16),
    ("hidden-32", "32 hidden units", |s| s.model.hidden = 32),
    ("hidden-64", "64 hidden units", |s| s.model.hidden = 64),
    ("hidden-32-rate-half", "32 hidden units, their rate halved", |s| {
        s.model.hidden = 32;
        s.model.hidden_rate *= 0.5;
    }),
];

const LEARNING: [Change; 7] = [
    ("lambda-0.8", "λ = 0.8", |s| s.lambda = 0.8),
    ("lambda-0.95", "λ = 0.95", |s| s.lambda = 0.95),
    ("rates-half", "rates halved", |s| scale_rates(s, 0.5)),
    ("rates-double", "rates doubled", |s| scale_rates(s, 2.0)),
    ("rest-rate-3", "rate of globals and kings times 3", |s| s.model.patterns.rest_rate *= 3.0),
    ("no-fall", "rates that do not fall", |s| s.lr_final = 1.0),
    ("passes-12", "12 passes", |s| s.epochs = 2 * PASSES),
];

const POSITIONS: [Change; 4] = [
    ("mirrored", "mirrored games as well", |s| s.mirror = true),
    ("exchanges", "exchanges kept", |s| s.filter.window = 0),
    ("forced-captures", "forced captures kept", |s| s.filter.forced_captures = false),
    ("half-games", "half of the games, the rest held out", |s| halve_games(s)),
];

/// Windows beside those of the program, from `features/windows/`; `learn --pattern-file` takes the same files.
fn windows(text: &str) -> Arc<Shapes> {
    Arc::new(Shapes::read(text).expect("a test reads every file of windows"))
}

fn without_layer() -> NnueSettings {
    NnueSettings { hidden: 0, ..NnueSettings::default() }
}

fn scale_rates(settings: &mut Settings, factor: f64) {
    settings.model.patterns.rate *= factor;
    settings.model.patterns.rest_rate *= factor;
}

/// The games that are held out are among those that the base holds out, and half of what it learns from.
fn halve_games(settings: &mut Settings) {
    settings.holdout += (1.0 - settings.holdout) / 2.0;
}

fn plan(scale: &ExperimentSize) -> TrainingPlan<NnueSettings> {
    let settings = Hyperparams { epochs: PASSES, ..Hyperparams::of(without_layer()) };
    let meaning = "patterns as by default, six passes";
    let base = Recipe::new(BASE, meaning, scale, settings);
    let changes = WINDOWS.iter().chain(&FORM).chain(&LAYERS).chain(&LEARNING).chain(&POSITIONS);
    let others = changes.map(|(name, meaning, change)| base.with(name, meaning, change)).collect();
    TrainingPlan::around(scale, base, others, &[(BASE, "the base")]).keeping_games()
}

type PatternResults<'a> = LabResults<'a, NnueSettings>;

fn parts(results: &PatternResults, report: Report) -> Report {
    let ablation = ablation(results);
    let changes = ablation.groups.iter().map(|(group, names)| {
        let results: Vec<String> = names.iter().map(|name| finding(results, name)).collect();
        format!("## {group}\n\n{}", results.join("\n\n"))
    });
    overview(results, set_up(results, report))
        .rows("recipes-against-base", ablation.names().map(|name| row(results, name)))
        .figure(1, "Strength in matches", &ablation.elo_plot())
        .text("changes", changes.collect::<Vec<_>>().join("\n\n"))
}

fn row(results: &PatternResults, name: &str) -> Vec<String> {
    let error = results.summary(name, |training| training.total().mse);
    let level =
        |training: &TrainingResult| training.total().level_sign_accuracy.unwrap_or_default();
    let figures = [results.meaning(name), error.text(4), results.summary(name, level).share()];
    let cells = match_cells(results.strength(name, BASE).as_ref());
    let cells = if name == BASE { ["—"; 3].map(String::from) } else { cells };
    figures.into_iter().chain(cells).collect()
}

/// What came of a recipe: in matches, which decide, and on held-out games.
fn finding(results: &PatternResults, name: &str) -> String {
    let meaning = results.meaning(name);
    if results.trained(name).next().is_none() {
        return format!(
            "**{meaning}**: diverged; its weights left all bounds, and it played no match."
        );
    }
    let strength = results.strength(name, BASE);
    let verdict = verdict(results, strength.as_ref());
    let (played, error) =
        (in_matches(strength.as_ref(), verdict), on_held_out_games(results, name));
    format!("**{meaning}**: {played}. {error}{}", contradiction(results, name, verdict))
}

/// Whether a recipe is stronger than the base; open in a trial.
fn verdict(results: &PatternResults, strength: Option<&Strength>) -> ClaimVerdict {
    let strength = strength.filter(|_| !results.run.is_trial);
    strength.map_or(ClaimVerdict::Undecided, Strength::is_stronger)
}

fn in_matches(strength: Option<&Strength>, verdict: ClaimVerdict) -> String {
    let Some(strength) = strength else { return "played no match".into() };
    let what = match verdict {
        ClaimVerdict::Holds => "wins against the base",
        ClaimVerdict::Fails => "loses against the base",
        ClaimVerdict::Undecided => "cannot be told from the base",
    };
    let elo = strength_text(Some(strength)).replace("**", "");
    let games = number(strength.stats.played() as f64, 0);
    format!("{what}: {} of the points in {games} games, Elo {elo}", percent(strength.score, 1))
}

fn on_held_out_games(results: &PatternResults, name: &str) -> String {
    let lower = ablation(results).improvement(name);
    let error = results.summary(name, |training| training.total().mse);
    let word = if lower.mean < 0.0 { "more" } else { "less" };
    let size = number(lower.mean.abs(), 4);
    format!("It errs by {} on held-out games, {size} {word} than the base.", error.text(4))
}

/// What held-out games would have had us believe.
fn contradiction(results: &PatternResults, name: &str, verdict: ClaimVerdict) -> &'static str {
    let lower = ablation(results).improvement(name).mean;
    match verdict {
        ClaimVerdict::Holds if lower < 0.0 => " By the error alone it would have been rejected.",
        ClaimVerdict::Fails if lower > 0.0 => " By the error alone it would have been taken.",
        _ => "",
    }
}

/// How many changes win, lose, and show nothing.
fn overview(results: &PatternResults, report: Report) -> Report {
    let (mut wins, mut losses, mut open) = (Vec::new(), Vec::new(), 0);
    for name in ablation(results).groups.into_iter().flat_map(|(_, names)| names) {
        let strength = results.strength(&name, BASE);
        match verdict(results, strength.as_ref()) {
            ClaimVerdict::Holds => wins.push(results.meaning(&name)),
            ClaimVerdict::Fails => losses.push(results.meaning(&name)),
            ClaimVerdict::Undecided => open += 1,
        }
    }
    let listed = |names: &[String]| match names {
        [] => "0".into(),
        _ => format!("{} ({})", names.len(), names.join("; ")),
    };
    report
        .text("changes-tried", wins.len() + losses.len() + open)
        .text("winning", listed(&wins))
        .text("losing", listed(&losses))
        .text("undecided", open)
}

fn ablation<'a>(results: &'a PatternResults<'a>) -> Ablation<'a, NnueSettings> {
    let groups = vec![
        ("Windows", names(&WINDOWS)),
        ("Parts", names(&FORM)),
        ("A hidden layer", names(&LAYERS)),
        ("Returns and rates", names(&LEARNING)),
        ("Games and positions", names(&POSITIONS)),
    ];
    Ablation { results, base: BASE, groups }
}

#[cfg(test)]
mod tests {
    use super::super::lab::{ExperimentSize, MatchResult, Rows};
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::learning::Metrics;
    use crate::models::patterns::Window;
    use crate::results::Description;

    #[test]
    fn every_recipe_is_sound_and_differs_from_the_base_and_from_every_other() {
        let plan = plan(&ExperimentSize::full(1, 1, 40_000));
        for (number, recipe) in plan.recipes.iter().enumerate() {
            assert!(recipe.settings.clone().check().is_ok(), "{}", recipe.name);
            let mut others = plan.recipes[..number].iter();
            let same = others.find(|other| other.settings == recipe.settings);
            assert_eq!(same.map(|other| &other.name), None, "{}", recipe.name);
        }
    }

    #[test]
    fn half_of_the_games_are_half_of_those_that_are_not_held_out() {
        let mut settings = Hyperparams::of(without_layer());
        let before = 1.0 - settings.holdout;
        halve_games(&mut settings);
        assert!((1.0 - settings.holdout - before / 2.0).abs() < 1e-12);
    }

    /// The squares of some rows and columns of the board, both counted from 0 at the upper left corner.
    fn rectangle(rows: std::ops::Range<u8>, columns: std::ops::Range<u8>) -> Bitboard {
        let dark = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let dark = dark.filter(|(row, column)| (row + column) % 2 == 1);
        let numbers = dark.map(|(row, column)| 5 * row + column / 2 + 1);
        numbers.filter_map(Square::new).fold(Bitboard::EMPTY, Bitboard::with)
    }

    fn sets(shapes: &Shapes) -> Vec<Bitboard> {
        shapes.windows().iter().map(|window| window.squares(false)).collect()
    }

    /// Windows of four rows, the upper ones first.
    fn four_rows(width: u8) -> Vec<Bitboard> {
        let starts = [0, 2].into_iter().flat_map(|row| {
            let last = 10 - width;
            (0..=last).step_by(2).map(move |column| (row, column))
        });
        starts.map(|(row, column)| rectangle(row..row + 4, column..column + width)).collect()
    }

    #[test]
    fn small_windows_and_their_turned_twins_are_all_sixteen_squares_of_the_board() {
        let shapes = windows(SQUARES);
        assert_eq!(sets(&shapes), four_rows(4));
        let turned = shapes.windows().iter().map(|window: &Window| window.squares(true));
        let mut all: Vec<Bitboard> = sets(&shapes).into_iter().chain(turned).collect();
        all.sort_by_key(|set| set.bits());
        all.dedup();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn wide_windows_have_four_rows_and_six_columns() {
        assert_eq!(sets(&windows(WIDE)), four_rows(6));
        assert!(windows(WIDE).windows().iter().all(|window| window.cases() == 531_441));
    }

    #[test]
    fn tall_and_wide_windows_are_those_of_the_program_and_the_wide_ones() {
        let both = [Shapes::embedded().windows(), windows(WIDE).windows()].concat();
        assert_eq!(windows(TALL_AND_WIDE).windows(), both);
    }

    fn trained(recipe: &str, mse: f64) -> TrainingResult {
        let figures = vec![Metrics { mse, ..Metrics::default() }; 4];
        let row = serde_json::json!({
            "recipe": recipe, "seed": 1, "games": [10, 10, 1], "positions": [0, 0], "balances": [],
            "own": figures, "paper": figures, "all": figures, "worth": [], "curve": [], "diverged": false,
        });
        serde_json::from_value(row).expect("a row")
    }

    #[test]
    fn matches_decide_and_the_error_stands_beside_them() {
        let plan = plan(&ExperimentSize::full(1, 1, 100));
        let rows = Rows {
            trained: vec![trained(BASE, 0.35), trained("lambda-0.95", 0.34), trained("wide", 0.36)],
            matches: vec![
                MatchResult::of_pairs("lambda-0.95", BASE, 1, [30, 40, 100, 20, 10]),
                MatchResult::of_pairs("wide", BASE, 1, [5, 5, 80, 5, 5]),
            ],
        };
        let results = PatternResults { plan: &plan, rows: &rows, run: &Description::default() };
        let text = finding(&results, "lambda-0.95");
        assert!(
            text.starts_with(
                "**λ = 0.95**: loses against the base: 42.5 % of the points in 400 games, Elo −53"
            ),
            "{text}"
        );
        assert!(text.ends_with("0.3400 on held-out games, 0.0100 less than the base. By the error alone it would have been taken."), "{text}");
        let text = finding(&results, "wide");
        assert!(text.contains("cannot be told from the base: 50.0 %"), "{text}");
        assert!(finding(&results, "linear").contains("diverged"));
        let report = overview(&results, Report::new("{{losing}} lose", &Description::default()));
        assert_eq!(report.to_markdown(), "1 (λ = 0.95) lose\n");
    }
}
