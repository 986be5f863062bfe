//! Games between programs and people: the only room that starts players and engines.
//!
//! | room | holds |
//! | --- | --- |
//! | [`game`] | one game: players, paces, the referee, openings, the record |
//! | [`contest`] | many games: who plays whom, results, what they prove, the journal |
//! | [`generate`] | games of our own, to be learned from |
//! | [`jobs`] | work in tasks, and what runs it: threads, a shared folder, processes |
//! | [`hub`] | Hub engines as players, our engine behind Hub, the checks of a Hub engine |
//! | [`dxp`] | the same for the DamExchange Protocol |
//! | [`gnubg`] | GNU Backgammon, asked over its socket |
//! | [`terminal`] | a game with a person |
//!
//! [`wanted`] says which move a person means, [`check`] what the checks of other programs find, [`trace`] writes down what was said,
//! `lines` reads it, and [`error`] is what goes wrong.

pub mod conformance;
pub mod datagen;
pub mod dxp;
pub mod error;
pub mod game;
pub mod gnubg;
pub mod hub;
pub mod jobs;
mod lines;
pub mod protocol_log;
pub mod terminal;
pub mod tournament;
pub mod wanted;

pub use error::PlayError;
