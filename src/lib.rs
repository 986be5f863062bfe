//! draughts-td plays, analyses and learns international draughts (10x10).
//!
//! This crate is the program, and re-exports the crates below it under one name:
//!
//! | crate | rooms |
//! | --- | --- |
//! | [`draughts_td_rules`] | [`board`], [`pdn`], [`game`], [`diagram`], [`protocol`], [`files`], [`lock`] |
//! | [`draughts_td_engine`] | [`features`], [`models`], [`search`], [`tablebase`], [`tree_search`], [`book`], [`player`], [`puzzle`], [`practice`], [`composition`], [`review`], [`parallel`] |
//! | [`draughts_td_database`] | [`database`]: store, query |
//! | [`draughts_td_arena`] | [`arena`]: play, tournament, datagen, hub, dxp |
//! | [`draughts_td_train`] | [`dataset`], [`learning`], [`selfplay`], [`run`], [`export`] |
//! | [`draughts_td_lab`] | [`results`], [`experiments`], [`backgammon`] |
//! | [`draughts_td_web`] | [`web`] |
//!
//! [`commands`] has one file for each verb of the program. `src/ARCHITECTURE.md` draws the crates and says where to look.
//!
//! ```
//! use draughts_td::board::{MoveList, Position, fen};
//! use draughts_td::features::Inputs;
//!
//! let position = fen::read("W:W28,32,37:B19,9,4")?;
//! assert_eq!(MoveList::legal(&position).len(), 4);
//! let inputs = Inputs::of(&position);
//! assert_eq!(inputs.dense().len(), 222);
//! # Ok::<(), fen::FenError>(())
//! ```

#![warn(unreachable_pub)]

#[doc(inline)]
pub use draughts_td_arena as arena;
#[doc(inline)]
pub use draughts_td_database as database;
#[doc(inline)]
pub use draughts_td_engine::{
    book, composition, features, models, parallel, player, practice, puzzle, review, search,
    tablebase, tree_search,
};
#[doc(inline)]
pub use draughts_td_lab::{backgammon, experiments, results};
#[doc(inline)]
pub use draughts_td_rules::{
    board, checksum, diagram, escape, files, fnv, game, lock, pdn, protocol, truncate,
};
#[doc(inline)]
pub use draughts_td_train::{dataset, export, learning, run, selfplay};
#[doc(inline)]
pub use draughts_td_web as web;

#[cfg(feature = "mpi")]
pub mod mpi;

pub mod cli;
pub mod commands;
pub mod processor;
