//! The settings file of `learn`.

use draughts_td::run::{LearnSettings, RunError, read_pattern_file, read_toml};

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    if let Err(error) = read(&String::from_utf8_lossy(data)) {
        assert!(!error.to_string().is_empty());
    }
}

fn read(text: &str) -> Result<(), RunError> {
    let settings: LearnSettings = read_toml(text)?;
    let options = &settings.hyperparams;
    if let Ok(network) = options.network() {
        let _ = settings.check(network);
    }
    let _ = (options.nnue(&read_pattern_file), options.separated());
    settings.check(options.patterns(&read_pattern_file)?).map(drop)
}
