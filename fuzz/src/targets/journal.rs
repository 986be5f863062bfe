//! The two files of a match: a journal that opens may be opened again with the same games.

use draughts_td::arena::tournament::match_log::finished;
use serde_json::json;

use super::bytes::Bytes;
use super::scratch;

/// Opens a journal whose state comes before the first zero, and whose games come after it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let state = bytes.part();
    scratch::with_file("games.pdn", bytes.0, |games| {
        let state_path = games.with_file_name("games.pdn.state.jsonl");
        std::fs::write(state_path, state).expect("a file in the temporary folder");
        let open = || finished(games, &json!({ "seed": 1 }));
        match open() {
            Ok(finished) => assert_eq!(open().expect("opened before"), finished),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}
