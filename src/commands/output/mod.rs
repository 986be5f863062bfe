//! Output: lines, tables, progress bars, diagrams.

pub(super) mod census;
pub(super) mod check_report;
pub mod console;
pub(super) mod diagrams;
pub(super) mod figures;
pub(crate) mod layout;
pub(super) mod progress;
pub(super) mod qr_code;
pub(crate) mod run_screen;
