//! Learning and matches over many processes. Skipped where `mpirun` is missing.
#![cfg(all(feature = "mpi", unix))]

#[cfg(target_os = "linux")]
#[path = "../programs/games.rs"]
mod games;
#[cfg(target_os = "linux")]
#[path = "../programs/hosts.rs"]
mod hosts;
#[path = "../programs/mpi.rs"]
mod launcher;
mod learn;
#[cfg(target_os = "linux")]
mod matches;
#[path = "../programs/missing.rs"]
mod missing;
#[path = "../programs/run.rs"]
mod run;
#[cfg(target_os = "linux")]
mod two_hosts;
