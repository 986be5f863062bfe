//! Where a run is in its games, its weights, and what its optimizer remembers: all that resuming needs.

use serde::{Deserialize, Serialize};

use super::moments::{self, Moments};
use crate::models::{Contents, Model, WeightsError, WeightsFile};

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// Finished passes.
    pub epoch: u32,
    /// Readable games of the present pass that are done.
    pub games: u64,
    /// Steps of an optimizer that remembers them; 0 for plain steps.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub updates: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(updates: &u64) -> bool {
    *updates == 0
}

/// An evaluation, its place in the data, and what its optimizer remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<F> {
    /// The weights.
    pub model: F,
    /// The place in the data.
    pub place: ResumePoint,
    /// The moments of the optimizer.
    pub(crate) moments: Moments,
}

impl<F: Model> Snapshot<F> {
    /// An evaluation that has not learned yet.
    #[must_use]
    pub fn first(model: F) -> Snapshot<F> {
        Snapshot::at(model, ResumePoint::default())
    }

    /// An evaluation at this place, whose optimizer remembers nothing.
    #[must_use]
    pub fn at(model: F, place: ResumePoint) -> Snapshot<F> {
        Snapshot { model, place, moments: Moments::default() }
    }

    /// What the file of a checkpoint holds: an evaluation that plays, and the moments.
    #[must_use]
    pub fn contents(&self) -> Contents {
        moments::contents(&self.model, &self.moments)
    }

    /// The weights and moments in a file, at the beginning of the data.
    ///
    /// # Errors
    /// As [`WeightsFile::model`].
    pub fn read(file: &WeightsFile) -> Result<Snapshot<F>, WeightsError> {
        let (model, moments) = file.open(F::KIND, moments::restore)?;
        Ok(Snapshot { moments, ..Snapshot::first(model) })
    }
}
