//! Learning from play as KnightCap and Giraffe do it: arms are taught with several seeds by the same lesson plan, meet each other with
//! frozen weights, and say what stands of the claims.
//!
//! | file | what it is |
//! | --- | --- |
//! | `arm` | a way of coming to weights |
//! | `plan` | arms, seeds, and who meets whom |
//! | `bench` | data, folders and names |
//! | `school` | an arm with a seed, from its first weights to its last |
//! | `rows`, `run` | the raw figures, and how they come about |
//! | `figures`, `claims`, `tables`, `plots`, `report` | what is made of them |
//! | `study` | an experiment as the command line sees it |
//! | `knightcap`, `giraffe` | the experiments |
//! | `single` | the report of one run of `train`, with whatever opponents |

mod arm;
mod claims;
mod context;
mod figures;
mod giraffe;
mod knightcap;
mod plan;
mod plots;
mod report;
mod rows;
mod run;
mod single;
mod study;
mod tables;
mod train;

pub use arm::{Amount, Arm, ArmOpponent, ArmStart, Play, Shape, Start, WeightSource};
pub use context::FromPlayContext;
pub use figures::{Figures, score};
pub use giraffe::GIRAFFE;
pub use knightcap::KNIGHTCAP;
pub use plan::{FromPlaySize, Pairing, Plan};
pub use report::report;
pub use rows::{Learned, MatchRow, Row};
pub use run::run;
pub use single::single;
pub use study::{Group, Study};

/// The arm of the database against which all that play are measured on their way.
const ANCHOR: &str = "anchor";
