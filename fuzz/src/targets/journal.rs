//! The two files of a match: a journal that opens may be opened again with the same games.

use std::path::Path;

use draughts_td::arena::PlayError;
use draughts_td::arena::play::record::Heading;
use draughts_td::arena::tournament::finished_game::FinishedGame;
use draughts_td::arena::tournament::match_log::{MatchLog, state_path};
use serde_json::json;

use super::bytes::Bytes;
use super::scratch;

/// Opens a journal whose state stands before the first zero, and whose games stand behind it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let state = bytes.part();
    scratch::with_file("games.pdn", bytes.0, |games| {
        std::fs::write(state_path(games), state).expect("a file in the temporary folder");
        match open(games) {
            Ok(finished) => assert_eq!(open(games).expect("opened before"), finished),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

fn open(games: &Path) -> Result<Vec<FinishedGame>, PlayError> {
    MatchLog::open(games, &json!({ "seed": 1 }), &|_| Heading::default())
        .map(|(_, finished)| finished)
}
