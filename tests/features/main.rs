//! The inputs: their catalogue, their values by an independent program, their laws, and the verb that shows them.

mod catalogue;
mod command;
mod golden;
mod laws;
mod positions;
#[path = "../programs/run.rs"]
mod run;
mod themes;
mod twin;
