//! Backgammon learned by self-play, as Tesauro and, after him, Tsinteris and Wilson did, beside opponents from outside.
//!
//! | file | what it is |
//! | --- | --- |
//! | `settings`, `unit`, `variant` | the numbers of a run, its pieces, ways of learning |
//! | `context`, `run`, `rows` | what it works with, all pieces on all cores, raw figures |
//! | `learn`, `learner`, `source`, `database` | one network, what learns, and the games it learns from |
//! | `players`, `greedy`, `lookahead`, `games` | who plays, how far he looks, matches |
//! | `figures`, `claims`, `openings` | figures summed up, and what the documents say to them |
//! | `report`, `plots` | the report |

mod claims;
mod context;
mod database;
mod error;
mod figures;
mod games;
mod greedy;
mod learn;
mod learner;
mod lookahead;
mod openings;
mod players;
mod plots;
mod report;
mod rows;
mod run;
mod settings;
mod training_data;
mod unit;
mod variant;

pub use context::BackgammonContext;
pub use error::BackgammonError;
pub use figures::{Figures, Opponent};
pub use games::{Pairs, contest, play};
pub use greedy::{Greedy, PlayChooser};
pub use learner::BackgammonLearner;
pub use lookahead::{Foresighted, Lookahead};
pub use openings::Opening;
pub use players::{ByGnubg, ByPubeval, Player, Random};
pub use report::{SUMMARY, report};
pub use rows::{Learned, MeetingRow, Row, Test};
pub use run::run;
pub use settings::{BackgammonSettings, REVISION};
pub use unit::{Meeting, Plan, PlayDepth, SavedNetwork, TrainingUnit};
pub use variant::{DataSource, Look, UpdateOrder, Variant};
