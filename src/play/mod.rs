//! Games between programs and people: the only room that starts players and engines.
//!
//! | room | holds |
//! | --- | --- |
//! | [`game`] | one game: players, limits, the referee, openings, the record |
//! | [`tournament`] | many games: pairings, results, statistics, the log of a match |
//! | [`datagen`] | games of our own engine as training data |
//! | [`hub`] | Hub engines as players, our engine behind Hub |
//! | [`dxp`] | the same for the DamExchange Protocol |
//! | [`conformance`] | checks of other programs that speak Hub or DXP |
//! | [`gnubg`] | GNU Backgammon over its socket |
//! | [`terminal`] | a game with a person |
//!
//! [`move_input`] parses the moves that a person types, [`protocol_log`] logs the messages of a protocol, `lines` reads them, and
//! [`error`] is the error of all rooms.

pub mod conformance;
pub mod datagen;
pub mod dxp;
pub mod error;
pub mod game;
pub mod gnubg;
pub mod hub;
mod lines;
pub mod move_input;
pub mod protocol_log;
pub mod terminal;
pub mod tournament;

pub use error::PlayError;
