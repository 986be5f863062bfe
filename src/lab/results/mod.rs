//! What experiments write: a folder with settings, raw figures, tables, plots and a report. Nobody else writes there.

mod description;
mod error;
mod ledger;
pub(crate) mod plot;
mod report;
mod run;
mod shared;
mod statistics;
mod text;

pub(crate) use description::text;
pub use description::{Description, Finished, Program};
pub use error::{FinishedRun, Left, ResultsError};
pub(crate) use ledger::{FigureRow, Ledger, Progress};
pub(crate) use report::{Figures, Report, placeholders, row, typed};
pub use run::RunFolder;
pub(crate) use run::{description_in, rows_in, write_report};
pub(crate) use statistics::{ClaimVerdict, FINDINGS, Summary, correlation, rank_correlation};
pub(crate) use text::{code, number};
