//! The settings file of `learn`.

use draughts_td::run::{LearnSettings, RunError, read_toml};

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    if let Err(error) = read(&String::from_utf8_lossy(data)) {
        assert!(!error.to_string().is_empty());
    }
}

fn read(text: &str) -> Result<(), RunError> {
    let settings: LearnSettings = read_toml(text)?;
    if let Ok(network) = settings.network() {
        let _ = settings.check(network);
    }
    let _ = (settings.nnue(), settings.separated());
    settings.check(settings.patterns()?).map(drop)
}
