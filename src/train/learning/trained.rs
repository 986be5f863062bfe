//! What a run ends with: weights and figures, or why there are none.

use thiserror::Error;

use super::baseline::Baseline;
use super::communicator::CommunicatorError;
use super::report::Report;
use super::resume_point::{ResumePoint, Snapshot};
use crate::dataset::Census;

/// What a run ends with.
#[derive(Clone, Debug)]
pub struct Trained<F> {
    /// The weights and how far they came.
    pub snapshot: Snapshot<F>,
    /// Figures on held-out games, of the last full pass.
    pub report: Report,
    /// What was read in the first pass of this process.
    pub census: Census,
    /// The baselines, fitted on the training games.
    pub baseline: Baseline,
    /// Whether the caller broke it off.
    pub interrupted: bool,
}

/// Why a run cannot continue.
#[derive(Debug, Error)]
pub enum LearnError {
    /// Nothing to learn from.
    #[error("no game to learn from; {why}")]
    NoGames {
        /// What the games lack, with their numbers.
        why: String,
    },
    /// The processes that learn together have lost each other.
    #[error(transparent)]
    Communicator(#[from] CommunicatorError),
    /// The weights are no longer numbers, or far outside the range of results.
    #[error(
        "learning diverged {}; try smaller rates: --lr, and of --beta-lr, --rest-lr and --hidden-lr those that it has",
        reached(*place)
    )]
    Diverged {
        /// Where.
        place: ResumePoint,
    },
}

/// A place in words; where a pass begins the one before has just ended.
fn reached(place: ResumePoint) -> String {
    match place {
        ResumePoint { epoch: 1.., games: 0, .. } => format!("at the end of pass {}", place.epoch),
        ResumePoint { epoch, games, .. } => format!("in pass {} after {games} games", epoch + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_pass_ended_the_next_has_not_begun() {
        let message = |epoch, games| {
            LearnError::Diverged { place: ResumePoint { epoch, games, updates: 0 } }.to_string()
        };
        assert!(message(0, 0).contains("diverged in pass 1 after 0 games"));
        assert!(message(0, 512).contains("diverged in pass 1 after 512 games"));
        assert!(message(1, 0).contains("diverged at the end of pass 1;"));
        assert!(message(1, 64).contains("diverged in pass 2 after 64 games"));
    }
}
