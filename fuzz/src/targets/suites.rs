//! Suites: judged positions, and positions with known counts.

use std::path::Path;

use draughts_td::commands::verbs::perft;
use draughts_td::player::Suite;

/// Reads a suite as either kind.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let place = Path::new("suite.epd");
    let judged = Suite::read(&text).err().map(|error| error.to_string());
    let counted = perft::try_suite(&text, place).err().map(|error| format!("{error:#}"));
    assert!([judged, counted].into_iter().flatten().all(|words| !words.is_empty()));
}
