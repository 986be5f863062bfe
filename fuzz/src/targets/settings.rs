//! The settings file of `learn`.

use draughts_td::commands::flags::learn::LearnFlags;

use super::scratch;

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    let read = scratch::with_file("run.toml", data, LearnFlags::read);
    match read {
        Ok(settings) => {
            let _ = settings.job();
            if let Ok(network) = settings.network() {
                let _ = settings.clone().check(network);
            }
            if let Ok(patterns) = settings.patterns() {
                let _ = settings.check(patterns);
            }
        }
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}
