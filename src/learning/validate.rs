//! A trained network on other games.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::baseline::Baseline;
use super::hyperparams::Checked;
use super::lesson::{Encoder, HeldOut, Lessons, Use};
use super::report::{Report, report};
use super::teacher::read_lessons;
use crate::game::Reading;
use crate::network::Model;
use crate::pdn::PdnError;
use crate::samples::Census;

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

/// Judges a model on a share of the games of the files, with the filter and inputs of these settings: on all with share 1, with
/// the share a run held out on the same games as its own report.
#[must_use]
pub fn validate(
    files: &[PathBuf],
    model: &Model,
    checked: &Checked,
    baseline: &Baseline,
    share: f64,
    threads: usize,
) -> Validation {
    let (mut census, mut held_out, mut faults) =
        (Census::default(), HeldOut::default(), Vec::new());
    read_lessons(files, threads, checked, share, |reading| {
        match reading {
            Reading::Fault(fault) => faults.push(fault),
            Reading::Batch(batch) => take(&batch.value.lessons, &mut census, &mut held_out),
        }
        ControlFlow::Continue(())
    });
    let report = report(model, &Encoder::new(checked), &held_out, baseline);
    Validation { report, census, faults }
}

fn take(lessons: &Lessons, census: &mut Census, held_out: &mut HeldOut) {
    for game in &lessons.games {
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
