//! An experiment as the program runs it, whatever its plan is made of.

use serde::Serialize;
use serde_json::{Value, json};

use super::context::{Context, LabError};
use super::plan::Plan;
use super::report::Experiment;
use super::results::Results;
use super::runner::run;
use crate::results::{Progress, RunFolder};

/// An experiment with draughts whose size is an `S`.
pub trait Reproducible<S>: Sync {
    fn name(&self) -> &str;

    /// The full size, with seeds from this one on.
    fn size(&self, seed: u64) -> S;

    /// The plan at this size: what the figures depend on beside the data.
    fn settings(&self, size: &S) -> Value;

    /// Carries out what the folder has not got yet, writes the report, and returns its main tables.
    ///
    /// # Errors
    /// When something cannot be read, written, learned or played; what is finished stays in the folder.
    fn run(
        &self,
        size: &S,
        context: &Context,
        folder: &RunFolder,
        progress: &Progress<'_>,
    ) -> Result<String, LabError>;
}

impl<P: Plan + Serialize> Reproducible<P::Size> for Experiment<P> {
    fn name(&self) -> &str {
        self.name
    }

    fn size(&self, seed: u64) -> P::Size {
        (self.size)(seed)
    }

    fn settings(&self, size: &P::Size) -> Value {
        json!((self.plan)(size))
    }

    fn run(
        &self,
        size: &P::Size,
        context: &Context,
        folder: &RunFolder,
        progress: &Progress<'_>,
    ) -> Result<String, LabError> {
        let plan = &(self.plan)(size);
        let rows = run(plan, context, folder, progress)?;
        let run = folder.description();
        let report = self.report(&Results { plan, rows: &rows, run });
        Ok(folder.finish(&rows.lines::<P::Line>(), &report, self.summary)?)
    }
}
