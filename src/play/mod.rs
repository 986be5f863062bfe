//! Games between programs and people: the only room that opens sockets and starts other programs.

pub mod openings;
pub mod sprt;
pub mod tally;
