//! DXP against scripted programs: our follower, the checker, and matches against programs that misbehave.

mod check;
mod follower;
mod initiator;
mod matches;
mod peer;
#[path = "../programs/program.rs"]
mod program;
#[path = "../programs/report.rs"]
mod report;
#[path = "../programs/run.rs"]
mod run;
