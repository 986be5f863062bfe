//! Files of openings: every opening that is read leaves a move.

use draughts_td::arena::play::opening_file;

use super::scratch;

/// Reads openings.
pub fn run(data: &[u8]) {
    match scratch::with_file("openings", data, opening_file::read) {
        Ok(openings) => {
            assert!(!openings.is_empty());
            assert!(openings.iter().all(|opening| opening.position().has_moves()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
