//! FEN: what is read is written and read back as the same position.

use draughts_td::board::{Color, MoveList, fen};

/// Reads a FEN.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let parts = match fen::read_parts(&text) {
        Ok(parts) => parts,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for color in Color::ALL {
        let position = parts.position(color);
        let written = fen::write(&position);
        assert_eq!(fen::read(&written), Ok(position), "{written}");
        for mv in &MoveList::legal(&position) {
            let _ = position.succ(mv);
        }
    }
}
