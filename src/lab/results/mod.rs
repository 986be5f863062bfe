//! What experiments leave behind: a folder with settings, raw figures, tables, plots and a report. Nobody else writes there.

mod document;
mod error;
mod html;
mod inline;
mod ledger;
mod markdown;
pub mod plot;
mod run;
mod shared;
mod statistics;
mod table;

pub use document::{Claim, ClaimVerdict, Document, Figure, Finding, Section};
pub use error::{Left, ResultsError};
pub use inline::code;
pub use ledger::{FigureRow, Ledger};
pub use plot::number;
pub use run::{Description, RunFolder, write_report};
pub use statistics::Summary;
pub use table::{Align, Table};
