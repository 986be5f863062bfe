//! Learning from play as KnightCap and Giraffe do it: what an arm of a study is that learns so, and what is made of its figures.
//!
//! | file | what it is |
//! | --- | --- |
//! | `arm` | ways of coming to weights |
//! | `train` | an arm with a seed, from its first weights to its last |
//! | `learned`, `report` | the raw figures, and what is made of them |
//! | `single` | the report of one run of `train`, with any opponents |

mod arm;
mod learned;
mod report;
mod single;
mod train;

pub(crate) use arm::{BUILT_IN, Begin, GameSource, PlayArm};
pub(crate) use learned::Learned;
pub(crate) use report::{Group, parts};
pub use single::write_single;
pub(crate) use train::{ENDING, TrainJob, train};
