//! Learning from play: games against itself and others, the chains they leave, and what becomes of the weights.
//!
//! | file | what it is |
//! | --- | --- |
//! | `course` | everything that makes a run |
//! | `opponent` | whom the learner meets, and which of them next |
//! | `start` | where a game begins |
//! | `pupil` | the player that learns: it remembers what its searches came to |
//! | `lesson` | from what two pupils remember to chains |
//! | `desk` | one game at a time, with players that stay |
//! | `measure` | how strong frozen weights are, and how good |
//! | `record` | how far a run has come |
//! | `run` | games, steps, figures, in turn |
//! | `review` | games that were played elsewhere, gone through once more |

mod agent;
mod config;
mod episode;
mod error;
mod evaluation;
mod opponent;
mod record;
mod replay_trainer;
mod rollout;
mod run;
mod start;

pub use agent::SearchStats;
pub use config::{Measuring, SelfPlayConfig};
pub use error::SelfPlayError;
pub use evaluation::{AnchorScore, Measurement, OpponentResults};
pub use opponent::{Matching, Opponent, Ratings};
pub use record::{Record, Saved, Totals};
pub use replay_trainer::ReplayTrainer;
pub use run::{Event, Progress, SelfPlayResult, Watch, train};
pub use start::{StartPositions, positions};
