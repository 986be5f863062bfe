//! The rules of international draughts: squares, positions, legal moves, draw rules. Knows no other room.

pub mod actions;
mod bitboard;
mod captures;
mod color;
mod direction;
mod draws;
pub mod fen;
mod hash;
mod jumps;
mod movegen;
mod moves;
mod packed;
pub mod perft;
mod position;
mod refusal;
mod square;
mod view;
mod words;

pub use bitboard::{Bitboard, Overhang, Squares};
pub use color::{ByColor, Color};
pub use direction::Direction;
pub use draws::{DrawRule, History};
pub use hash::{Key, mixed};
pub use movegen::{captures, king_slides, legal_moves, men_steps};
pub use moves::{Move, MoveList};
pub use packed::{pack, unpack};
pub use position::{Piece, Position, Setup, SetupError};
pub use refusal::{playable, refusal};
pub use square::Square;
pub use words::WordsError;
