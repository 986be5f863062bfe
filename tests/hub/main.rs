//! Hub: our engine over it, and the checker of engines.

mod check;
mod engine;
#[path = "../programs/program.rs"]
mod program;
#[path = "../programs/report.rs"]
mod report;
#[path = "../programs/run.rs"]
mod run;
