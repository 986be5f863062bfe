//! The board in the browser: hostile peers, what the page may ask, and the page itself in a real browser.

mod alone;
mod ask;
mod browser;
mod database;
mod editing;
mod endgame;
mod files;
mod hostile;
#[cfg(target_os = "linux")]
#[path = "../programs/hosts.rs"]
mod hosts;
mod kept;
mod languages;
mod layout;
mod lines;
#[path = "../programs/missing.rs"]
mod missing;
#[cfg(target_os = "linux")]
mod network;
mod offline;
#[cfg(unix)]
mod opened;
mod page;
mod phone;
mod questions;
#[path = "../programs/run.rs"]
mod run;
mod server;
mod site;
mod touch;
mod train;
mod upkeep;
mod widths;
