//! The settings file of `learn`.

use draughts_td::commands::flags::learn::try_file;

use super::scratch;

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    if let Err(error) = scratch::with_file("run.toml", data, try_file) {
        assert!(!format!("{error:#}").is_empty());
    }
}
