//! Games between programs and people, and what they prove.
//!
//! | room | holds |
//! | --- | --- |
//! | [`play`] | one game: players, limits, the referee, openings, the record |
//! | [`tournament`] | many games: schedule, scoreboard, Elo, SPRT, the match log |
//! | [`datagen`] | games of our own, to be learned from |
//! | [`hub`] | Hub engines as players, our engine behind Hub |
//! | [`dxp`] | the same for the DamExchange Protocol |
//! | [`conformance`] | checks of other programs against the protocols |
//! | [`shards`] | work that many processes share through a folder |
//! | [`gnubg`] | GNU Backgammon, asked over its socket |
//! | [`terminal`] | a game with a person |
//!
//! [`wanted`] says which move a person means, [`protocol_log`] writes down the messages, [`json_diff`] finds where settings differ.

use draughts_td_engine::{book, engine, parallel, review, tablebase};
use draughts_td_rules::{
    board, escape, files, fnv, game, lock, pdn, protocol, timestamp, truncate,
};

pub mod conformance;
pub mod datagen;
pub mod dxp;
pub mod error;
pub mod gnubg;
pub mod hub;
pub mod json_diff;
mod lines;
pub mod play;
pub mod protocol_log;
pub mod shards;
pub mod terminal;
pub mod tournament;
pub mod wanted;

pub use error::PlayError;
