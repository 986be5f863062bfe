//! One game: who plays, at what pace, from which opening, under which referee, and how it is recorded.

pub mod adjudication;
pub mod copied;
pub mod levelled;
pub mod opening_file;
pub mod openings;
pub mod own_engine;
pub mod pace;
pub mod player;
pub mod random;
pub mod record;
pub mod referee;
pub mod strength;
pub mod student;
pub mod thought;
