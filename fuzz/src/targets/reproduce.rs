//! Folders of `reproduce`: figures that open, open again as the same.

use std::fs;

use draughts_td::results::{Description, Program, RunFolder};
use serde_json::json;

use super::bytes::Bytes;
use super::scratch;

/// Opens a folder whose settings or figures are edited, twice.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let is_of_settings = bytes.byte() % 2 == 1;
    scratch::with_file("reproduce", b"", |place| {
        let folder = place.with_extension("run");
        let _ = fs::remove_dir_all(&folder);
        drop(RunFolder::open(&folder, description(), false).expect("a new folder"));
        let settings = folder.join("settings.json");
        let figures = folder.join("figures.jsonl");
        if is_of_settings {
            let sound = fs::read(&settings).expect("settings");
            fs::write(&settings, bytes.edited(sound)).expect("written");
        } else {
            fs::write(&figures, bytes.0).expect("written");
        }
        match RunFolder::open(&folder, description(), false) {
            Ok(run) => {
                drop(run);
                // Settings that were edited may be another run's, which is begun anew.
                if is_of_settings {
                    return;
                }
                let left = fs::read(&figures).expect("figures");
                let again = RunFolder::open(&folder, description(), false).expect("it opened");
                assert!(again.cut().is_none(), "what was cut off is gone");
                assert_eq!(fs::read(&figures).expect("figures"), left);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

fn description() -> Description {
    Description {
        experiment: "tictactoe".into(),
        command: "draughts-td reproduce tictactoe".into(),
        program: Program { name: "draughts-td".into(), ..Program::default() },
        is_trial: false,
        pieces: Vec::new(),
        finished: None,
        settings: json!({ "seed": 1, "games": 2 }),
    }
}
