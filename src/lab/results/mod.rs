//! What experiments leave behind: a folder with settings, raw figures, tables, plots and a report. Nobody else writes there.

mod error;
mod ledger;
pub(crate) mod plot;
mod report;
mod run;
mod shared;
mod statistics;
mod text;

pub use error::{Left, ResultsError};
pub(crate) use ledger::Ledger;
pub use ledger::{FigureRow, Progress};
pub use report::{Figures, Report, row, typed};
pub use run::{Description, RunFolder, text, write_report};
pub(crate) use statistics::ClaimVerdict;
pub(crate) use statistics::Summary;
pub use text::{code, number};
