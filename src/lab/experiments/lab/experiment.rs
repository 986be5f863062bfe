//! An experiment as data: what is done, at which size, and what its report holds.

use super::plan::Plan;
use super::results::Results;
use super::training_plan::TrainingPlan;
use crate::models::network::NetworkSettings;
use crate::results::Report;

#[derive(Clone, Copy, Debug)]
pub struct Experiment<P: Plan> {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// The full size, with seeds from this one on.
    pub size: fn(u64) -> P::Size,
    /// Arms and matches at a size.
    pub plan: fn(&P::Size) -> P,
    pub notes: &'static str,
    /// Adds what the words name to the report: tables, plots and values.
    pub parts: fn(&Results<P>, Report) -> Report,
    /// How the captions of tables begin that are shown at a terminal.
    pub summary: &'static [&'static str],
}

pub type TrainingExperiment<S = NetworkSettings> = Experiment<TrainingPlan<S>>;

impl<P: Plan> Experiment<P> {
    pub fn report(&self, results: &Results<P>) -> Report {
        let report = Report::new(self.notes, results.command);
        (self.parts)(results, report.answers(|words| results.match_claim(words)))
    }
}
