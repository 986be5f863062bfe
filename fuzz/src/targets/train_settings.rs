//! The settings file of `train`.

use draughts_td::commands::flags::train::TrainFlags;

use super::scratch;

/// TrainFlags that have other files read, of any length, or tables built.
const OF_FILES: [&str; 4] = ["positions", "openings", "endgame", "\\"];

/// Reads settings and checks them.
pub fn run(data: &[u8]) {
    match scratch::with_file("run.toml", data, TrainFlags::read) {
        Ok((settings, text)) => check(&settings, &text),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}

fn check(settings: &TrainFlags, text: &str) {
    let form = settings.form();
    let _ = (form.network(), form.patterns(), form.nnue(), form.separated());
    let _ = (settings.start_in_words(), settings.check_start_from_file());
    let Ok(job) = settings.job() else { return };
    if OF_FILES.iter().any(|name| text.contains(name)) {
        return;
    }
    match settings.course(&job) {
        Ok(course) => assert!(course.settings().is_object()),
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
}
