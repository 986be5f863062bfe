//! Real event files, where the machine has them: every game is read or refused with a reason.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::parallel::{ReadError, read_games};

use crate::missing::skip;

/// The event files lie beside the repository; they may not be copied into it.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/pdn/real");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pdn"));
    files.sort();
    files
}

#[test]
fn real_event_files_are_read_completely_or_with_a_reason() {
    let files = files();
    if files.is_empty() {
        skip("events", "no ../shared/pdn/real");
        return;
    }
    let (mut games, mut plies, mut refused) = (0, 0, Vec::new());
    read_games(&files, 1, |item| {
        match item {
            Ok((_, game)) => {
                games += 1;
                plies += game.plies();
            }
            Err(ReadError::Game(error)) => refused.push(error.to_string()),
            Err(ReadError::File(fault)) => panic!("{fault}"),
        }
        ControlFlow::Continue(())
    });
    assert_eq!((games, plies), (96, 9366));
    // One game of the Dutch championship 2003 has a result and no move.
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].contains("game 33") && refused[0].contains("no move is recorded"));
}

#[test]
fn an_ambiguous_capture_of_a_real_game_is_settled_21_plies_later() {
    let Some(file) = files().into_iter().find(|file| file.ends_with("schildpad.pdn")) else {
        skip("events", "no ../shared/pdn/real/schildpad.pdn");
        return;
    };
    let mut third = None;
    read_games(&[file], 1, |item| {
        if let Ok((place, game)) = item
            && place.game == 3
        {
            third = Some(game);
        }
        ControlFlow::Continue(())
    });
    let game = third.expect("the third game");
    // White's 35th move.
    let mv = game.moves()[68];
    assert_eq!(mv.to_string(), "36x16");
    let captured: Vec<u8> = mv.captured().into_iter().map(|square| square.number()).collect();
    assert_eq!(captured, [8, 11, 27]);
}
