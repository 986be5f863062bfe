//! Learning from games: the same weights whatever the threads, stop and resume, every form and setting, and clear refusals.

mod batches;
mod endgame;
mod features;
mod forms;
mod init;
mod library;
mod memory;
mod passive;
mod patterns;
#[path = "../programs/program.rs"]
mod program;
#[path = "../programs/run.rs"]
mod run;
mod shared;
mod verb;
mod without;
