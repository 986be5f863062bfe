//! Moves as text with everything that makes a move: `32-28`, or `28x19:23` with the captured squares.
#![allow(dead_code, reason = "not every user spells every kind of move")]

use draughts_td::board::{Move, MoveList, Position, fen};

/// Reads a FEN.
pub fn position(text: &str) -> Position {
    fen::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Origin, destination and captured set, in numbers.
pub fn plain(mv: Move) -> (u8, u8, Vec<u8>) {
    let captured = mv.captured().into_iter().map(|square| square.number()).collect();
    (mv.from().number(), mv.to().number(), captured)
}

/// Spells one move.
pub fn spell((from, to, captured): &(u8, u8, Vec<u8>)) -> String {
    let captured: Vec<String> = captured.iter().map(u8::to_string).collect();
    match captured.is_empty() {
        true => format!("{from}-{to}"),
        false => format!("{from}x{to}:{}", captured.join(",")),
    }
}

/// The legal moves in numeric order, separated by blanks.
pub fn legal(position: &Position) -> String {
    let mut moves: Vec<_> = MoveList::legal(position).into_iter().map(plain).collect();
    moves.sort();
    moves.iter().map(spell).collect::<Vec<_>>().join(" ")
}
