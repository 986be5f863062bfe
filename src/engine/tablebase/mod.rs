//! Endgame tables: the exact value of every position of few pieces, made by retrograde analysis, kept in packed files, and looked
//! up in memory. Knows the rules and files, nothing else.
//!
//! ```
//! use draughts_td_engine::tablebase::{BuildRequest, Tables, Wdl, build};
//! use draughts_td_rules::board::fen;
//!
//! let folder = tempfile::tempdir()?;
//! let request = BuildRequest { dir: folder.path().into(), pieces: 2, distances: false, threads: 1 };
//! build(&request, &mut |_| {}, &|| false)?;
//! let (tables, _) = Tables::open(folder.path())?;
//! let position = fen::read("W:WK46:B6")?;
//! assert_eq!(tables.probe(&position), Some(Wdl::Win), "the man cannot pass the main road");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it is |
//! | --- | --- |
//! | `key`, `index` | positions with the same pieces, and their numbers |
//! | `value`, `table`, `census` | the value of a position, of a slice, and their counts |
//! | `solve`, `states`, `unmoves` | retrograde analysis |
//! | `build`, `fill_unreachable`, `file` | slice after slice, filled, packed, on disk |
//! | `tables` | the tables of a folder, probed |
//! | `moves` | the value of every move, and the best line |
//! | `first_use` | tables that are made where there are none |
//! | `verify` | every position against the rules |

mod build;
mod census;
mod error;
mod file;
mod fill_unreachable;
mod first_use;
mod index;
mod material_key;
mod moves;
mod solve;
mod states;
mod table;
mod tables;
mod unmoves;
mod value;
mod verify;

pub use build::{BuildRequest, DISTANCE_PIECES, Event, FIRST_PIECES, build};
pub(crate) use build::{Stop, Watch};
pub use census::{Census, Counts};
pub use error::TablesError;
pub use first_use::{AUTO, folder, is_made, make_on_first_use};
pub use material_key::{MAX_PIECES, MaterialKey};
pub use moves::TableMove;
pub use solve::SolverProgress;
pub use table::Kind;
pub use tables::Tables;
pub use value::{Distance, TableValue, Wdl};
pub use verify::{Fault, Verified, verify};
