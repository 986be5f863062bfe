//! Suites: judged positions, and positions with known counts.

use std::path::Path;

use draughts_td::commands::{perft, suite};

/// Reads a suite as either kind.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let place = Path::new("suite.epd");
    for error in [suite::read_suite(&text, place).err(), perft::read_suite(&text, place).err()] {
        assert!(error.is_none_or(|error| !format!("{error:#}").is_empty()));
    }
}
