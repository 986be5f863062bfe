//! Rows of arrays that Python hands over: what is a position is written and read back the same, and every action is a move or refused.

use draughts_td::board::actions::{ACTIONS, all, index, of_index, refusal};
use draughts_td::board::{Color, MoveList, Position};

use super::bytes::Bytes;

/// Reads a row of four words and a byte for the side to move, then tries actions on it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let turn = if bytes.byte() != 0 { Color::White } else { Color::Black };
    let words = [(); 4].map(|()| number(&mut bytes));
    let position = match Position::from_words(words, turn) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            bytes.position()
        }
    };
    assert_eq!(Position::from_words(position.words(), position.turn()), Ok(position));
    let legal = MoveList::legal(&position);
    for action in all(&legal) {
        assert!(action < ACTIONS);
        let place = index(&legal, action as i64).expect("the move of an action");
        assert_eq!(of_index(&legal, place), Some(action));
    }
    let action = number(&mut bytes).cast_signed();
    match index(&legal, action) {
        Some(place) => assert_eq!(of_index(&legal, place), usize::try_from(action).ok()),
        None => assert!(!refusal(&position, action).is_empty()),
    }
}

fn number(bytes: &mut Bytes) -> u64 {
    u64::from_le_bytes([(); 8].map(|()| bytes.byte()))
}
