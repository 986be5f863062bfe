//! From games to tables for other people's tools: the positions that learning keeps, one a row, as NumPy arrays or, where the
//! program is built with it, as Parquet.

mod buffer;
mod column;
mod error;
#[cfg(any(test, feature = "parquet"))]
mod levels;
mod npy;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod rows;
mod run;
#[cfg(feature = "parquet")]
mod schema;
mod sink;

#[cfg(feature = "parquet")]
pub use self::parquet::Parquet;
pub use buffer::{GameRows, RowBuffer, Subset};
pub use error::ExportError;
pub use npz::Npz;
pub use plan::{Content, ExportPlan};
pub use rows::{Inputs, Rows};
pub use run::{Event, Exported, export};
pub use sink::Sink;
