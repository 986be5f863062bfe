//! A game with a person at the terminal.

pub mod board_view;
pub mod command;
pub(crate) mod game_cursor;
pub mod session;
