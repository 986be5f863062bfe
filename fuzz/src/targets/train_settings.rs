//! The settings file of `train`.

use draughts_td::commands::flags::train::try_file;

use super::scratch;

/// Settings that have other files read, of any length, or tables built.
const OF_FILES: [&str; 4] = ["positions", "openings", "endgame", "\\"];

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let is_alone = !OF_FILES.iter().any(|name| text.contains(name));
    match scratch::with_file("run.toml", data, |path| try_file(path, is_alone)) {
        Ok(settings) => assert!(settings.is_none_or(|settings| settings.is_object())),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}
