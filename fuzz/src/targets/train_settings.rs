//! The settings file of `train`.

use draughts_td::commands::flags::model::NetworkFlags;
use draughts_td::commands::flags::train::TrainFlags;
use draughts_td::models::nnue::HiddenOptimiser;

use super::scratch;

/// Settings that have other files read, of any length, or tables built.
const OF_FILES: [&str; 4] = ["positions", "openings", "endgame", "\\"];

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    match scratch::with_file("run.toml", data, TrainFlags::read) {
        Ok((settings, text)) => check(&settings, &text),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}

fn check(settings: &TrainFlags, text: &str) {
    let (model, network) = (settings.model(), NetworkFlags::default());
    let _ = (model.network(&network), model.patterns(), model.separated(&network));
    let _ = model.nnue(HiddenOptimiser::Plain);
    let _ = (settings.start_text(), settings.check_start_from_file());
    let Ok(job) = settings.job() else { return };
    if OF_FILES.iter().any(|name| text.contains(name)) {
        return;
    }
    match settings.self_play(&job) {
        Ok(course) => assert!(course.settings().is_object()),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}
