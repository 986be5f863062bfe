//! The settings file of `train`.

use std::ops::ControlFlow;

use draughts_td::run::{PROGRAM, TrainSettings, read_toml};

/// Settings that have other files read, of any length, or tables built.
const OF_FILES: [&str; 4] = ["positions", "openings", "endgame", "\\"];

/// Reads settings, and checks those that name no other files.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let is_alone = !OF_FILES.iter().any(|name| text.contains(name));
    match read_toml::<TrainSettings>(&text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(settings) if is_alone => {
            let observe = &mut |_: draughts_td::run::RunEvent<'_>| ControlFlow::Continue(());
            match settings.self_play(PROGRAM, observe) {
                Ok(config) => assert!(config.settings().is_object()),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        Ok(_) => {}
    }
}
