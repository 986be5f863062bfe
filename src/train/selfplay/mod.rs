//! Self-play: reinforcement learning from games of the learner against itself and other opponents.
//!
//! | file | holds |
//! | --- | --- |
//! | `config` | all settings of a run |
//! | `opponent_pool` | the opponents, their ratings, and the choice of the next one |
//! | `start_positions` | the positions where games begin |
//! | `agent` | the player that learns, with the positions that its searches visited |
//! | `trajectory` | from visited positions to trajectories |
//! | `rollout` | one game at a time, with opponents that stay |
//! | `evaluation` | strength against fixed players, error on held-out games |
//! | `checkpoint` | the state of a run, with weights and optimiser |
//! | `trainer` | games, weight updates, measurements, in turn |
//! | `replay_trainer` | learning from games that were played elsewhere |

mod agent;
mod checkpoint;
mod config;
mod error;
mod evaluation;
mod opponent_pool;
mod replay_trainer;
mod rollout;
mod start_positions;
mod trainer;
mod trajectory;

pub use agent::SearchStats;
pub use checkpoint::{Checkpoint, Totals, TrainingState};
pub use config::{EvalConfig, SelfPlayConfig};
pub use error::SelfPlayError;
pub use evaluation::{AnchorScore, Measurement, OpponentResults};
pub use opponent_pool::{Matching, Opponent};
pub use replay_trainer::ReplayTrainer;
pub use start_positions::{StartPositions, positions_of_games};
pub use trainer::{Event, Progress, SelfPlayResult, train};
