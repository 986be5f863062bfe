//! What the experiment consists of.

use std::sync::Arc;

use draughts_td_features::windows::{SQUARES, TALL_AND_WIDE, WIDE};

use super::super::lab::{ExperimentSize, Recipe, TrainingPlan};
use crate::learning::Hyperparams;
use crate::models::nnue::NnueSettings;
use crate::models::patterns::{Shapes, Squash};

/// What `learn --net patterns --epochs 6` does.
pub(super) const BASE: &str = "base";

const PASSES: u32 = 6;

type Settings = Hyperparams<NnueSettings>;

/// A recipe: name, what it is, its change of the base.
type Change = (&'static str, &'static str, fn(&mut Settings));

pub(super) const WINDOWS: [Change; 3] = [
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

pub(super) const FORM: [Change; 4] = [
    ("one-stage", "one stage", |s| s.model.patterns.stages = 1),
    ("no-globals", "without global inputs", |s| s.model.patterns.globals = false),
    ("no-king-squares", "without king squares", |s| s.model.patterns.kings = false),
    ("linear", "the sum itself, no tanh", |s| s.model.patterns.squash = Squash::Linear),
];

/// A hidden layer over the squares of the pieces, beside the patterns.
pub(super) const LAYERS: [Change; 4] = [
    ("hidden-16", "16 hidden units", |s| s.model.hidden = 16),
    ("hidden-32", "32 hidden units", |s| s.model.hidden = 32),
    ("hidden-64", "64 hidden units", |s| s.model.hidden = 64),
    ("hidden-32-rate-half", "32 hidden units, their rate halved", |s| {
        s.model.hidden = 32;
        s.model.hidden_rate *= 0.5;
    }),
];

pub(super) const LEARNING: [Change; 7] = [
    ("lambda-0.8", "λ = 0.8", |s| s.lambda = 0.8),
    ("lambda-0.95", "λ = 0.95", |s| s.lambda = 0.95),
    ("rates-half", "rates halved", |s| scale_rates(s, 0.5)),
    ("rates-double", "rates doubled", |s| scale_rates(s, 2.0)),
    ("rest-rate-3", "rate of globals and kings times 3", |s| s.model.patterns.rest_rate *= 3.0),
    ("no-fall", "rates that do not fall", |s| s.fall = 1.0),
    ("passes-12", "12 passes", |s| s.epochs = 2 * PASSES),
];

pub(super) const POSITIONS: [Change; 4] = [
    ("mirrored", "mirrored games as well", |s| s.mirror = true),
    ("exchanges", "exchanges kept", |s| s.filter.window = 0),
    ("forced-captures", "forced captures kept", |s| s.filter.forced_captures = false),
    ("half-games", "half of the games, the rest held out", |s| halve_games(s)),
];

/// Windows beside those of the program, from `features/windows/`; `learn --pattern-file` takes the same files.
pub(super) fn windows(text: &str) -> Arc<Shapes> {
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

pub(super) fn plan(scale: &ExperimentSize) -> TrainingPlan<NnueSettings> {
    let settings = Hyperparams { epochs: PASSES, ..Hyperparams::of(without_layer()) };
    let meaning = "patterns as by default, six passes";
    let base = Recipe::new(BASE, meaning, scale, settings);
    let changes = WINDOWS.iter().chain(&FORM).chain(&LAYERS).chain(&LEARNING).chain(&POSITIONS);
    let others = changes.map(|(name, meaning, change)| base.with(name, meaning, change)).collect();
    TrainingPlan::around(scale, base, others, &[(BASE, "the base")]).keeping_games()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::models::patterns::Window;

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
}
