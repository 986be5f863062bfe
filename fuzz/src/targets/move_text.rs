//! Moves as Hub and DXP programs and people write them.

use draughts_td::arena::terminal::command::try_command;
use draughts_td::board::{Move, MoveList, Position};
use draughts_td::protocol::MoveText;

use super::bytes::Bytes;

/// Reads a move, or what a person types, and looks for it in a position that follows after a zero.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let text = bytes.text();
    try_command(&text);
    let Ok(written) = text.parse::<MoveText>() else { return };
    assert_eq!(written.to_string().parse(), Ok(written));
    find(written, &Position::start());
    let position = bytes.position();
    find(written, &position);
    for mv in &MoveList::legal(&position) {
        find(mv.into(), &position);
    }
}

/// What is found is legal and has these squares.
fn find(written: MoveText, position: &Position) {
    let legal = MoveList::legal(position);
    let found: Option<Move> = written.find(position).ok().map(|(mv, _)| mv);
    if let Some(mv) = found {
        assert!(legal.contains(&mv));
        assert_eq!((mv.from(), mv.to()), (written.from, written.to));
    }
}
