//! A game with a person at the terminal, and puzzles for one.

pub mod board_view;
pub mod command;
pub(crate) mod game_cursor;
pub mod puzzles;
pub mod session;
