//! Learning from play as KnightCap and Giraffe do it: arms are trained with several seeds, meet each other with frozen weights, and
//! decide the claims.
//!
//! | file | what it is |
//! | --- | --- |
//! | `arm`, `plan` | ways of coming to weights with their numbers, arms and matches |
//! | `train` | an arm with a seed, from its first weights to its last |
//! | `rows`, `report` | the raw figures, and what is made of them |
//! | `knightcap`, `giraffe` | the experiments |
//! | `single` | the report of one run of `train`, with any opponents |

mod arm;
mod giraffe;
mod knightcap;
mod plan;
mod report;
mod rows;
mod single;
mod train;

pub use arm::FromPlaySize;
pub(crate) use giraffe::GIRAFFE;
pub(crate) use knightcap::KNIGHTCAP;
pub use single::write_single;

/// The arm of the database against which all that play are measured on their way.
const ANCHOR: &str = "anchor";
