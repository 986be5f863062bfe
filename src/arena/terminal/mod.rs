//! A game with a person at the terminal.

pub mod board_view;
pub mod session;
pub mod typed;
pub mod walk;
