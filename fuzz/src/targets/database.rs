//! What a database is asked, and the packed moves of its games.

use draughts_td::board::{MoveList, pack, unpack};
use draughts_td::database::query::{Formation, Material, Sequence};

use super::bytes::Bytes;

/// Reads three questions, then moves that are played from a position.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let text = bytes.text().into_owned();
    let position = bytes.position();
    if let Ok(formation) = text.parse::<Formation>() {
        assert_eq!(formation.turned().turned(), formation);
        assert_eq!(formation.is_in(&position), formation.turned().is_in(&position.mirrored()));
    }
    if let Ok(material) = text.parse::<Material>() {
        assert_eq!(material.is_of(&position), material.turned().is_of(&position.mirrored()));
    }
    if let Ok(sequence) = text.parse::<Sequence>() {
        assert_eq!(sequence.turned().turned(), sequence);
    }
    play(position, bytes.0);
}

/// Plays packed moves as far as they go; a legal move is packed into bytes that are that move.
fn play(mut position: draughts_td::board::Position, mut bytes: &[u8]) {
    let mut list = MoveList::new();
    while let Some(mv) = unpack(&position, &mut bytes, &mut list) {
        if MoveList::legal(&position).contains(&mv) {
            let mut again = Vec::new();
            pack(&position, mv, &mut list, &mut again);
            assert_eq!(unpack(&position, &mut again.as_slice(), &mut list), Some(mv), "{position}");
        }
        position = position.succ(mv);
    }
}
