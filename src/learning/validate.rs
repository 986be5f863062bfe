//! A trained network on other games.

use std::ops::ControlFlow;

use super::baseline::Baseline;
use super::hyperparams::Checked;
use super::lesson::{HeldOut, Lessons, Use};
use super::report::{Report, report};
use super::source::Source;
use super::teacher::read_lessons;
use crate::game::Reading;
use crate::pdn::PdnError;
use crate::samples::Census;
use crate::values::Form;

/// Figures on games that a network has not learned.
#[derive(Debug)]
pub struct Validation {
    /// The figures.
    pub report: Report,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Which games a model is judged on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scope {
    /// The share of the games, drawn by the seed of the settings: that of a run's held-out games gives the same games.
    pub share: f64,
    /// At most this many readable games are met; 0 for all.
    pub games: u64,
}

impl Scope {
    /// Every game.
    pub const ALL: Scope = Scope { share: 1.0, games: 0 };

    /// The games that a run with these settings holds out.
    #[must_use]
    pub fn held_out<S>(checked: &Checked<S>) -> Scope {
        Scope { share: checked.holdout, games: checked.games }
    }
}

/// Judges an evaluation on games of a source, with the filter and inputs of these settings.
#[must_use]
pub fn validate<F: Form, S: Source + ?Sized>(
    source: &S,
    form: &F,
    checked: &Checked<F::Settings>,
    baseline: &Baseline,
    scope: Scope,
) -> Validation {
    let Judged { held_out, census, faults } = judged_games::<F, S>(source, checked, scope);
    let report = report(form, &F::encoder(&checked.form), &held_out, baseline);
    Validation { report, census, faults }
}

/// The games an evaluation is judged on.
#[derive(Debug)]
pub struct Judged {
    /// Their positions, as the filter keeps them, and results.
    pub held_out: HeldOut,
    /// What was read.
    pub census: Census,
    /// Files, or the rest of them, that could not be read.
    pub faults: Vec<PdnError>,
}

/// Reads the games an evaluation is judged on.
#[must_use]
pub fn judged_games<F: Form, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    scope: Scope,
) -> Judged {
    let (mut census, mut held_out, mut faults) =
        (Census::default(), HeldOut::default(), Vec::new());
    read_lessons::<F, S>(source, checked, scope.share, |reading| {
        match reading {
            Reading::Fault(fault) => faults.push(fault),
            Reading::Batch(batch) => {
                take(&batch.value.lessons, scope.games, &mut census, &mut held_out);
            }
        }
        let is_done = scope.games > 0 && census.readable >= scope.games;
        if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Judged { held_out, census, faults }
}

fn take<T>(lessons: &Lessons<T>, limit: u64, census: &mut Census, held_out: &mut HeldOut) {
    for game in &lessons.games {
        if limit > 0 && census.readable >= limit {
            return;
        }
        match game {
            Err(fault) => census.add_skipped(fault),
            Ok(lesson) => {
                census.add_game(lesson.result, &lesson.counts);
                match lesson.used {
                    Use::HeldOut(index) => {
                        let (positions, outcome) = lessons.held_out.game(index);
                        held_out.push(positions, outcome);
                    }
                    Use::LeftOut(reason) => census.add_left_out(reason),
                    Use::Train(_) => {}
                }
            }
        }
    }
}
