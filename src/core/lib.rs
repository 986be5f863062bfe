//! International draughts (10x10) for programs: what draughts-td knows, without its command line.
//!
//! Data flows one way, in two lines that begin at the rules, [`board`]. From a database to weights: [`pdn`] reads the text of games,
//! [`game`] plays them on the board, [`dataset`] keeps their quiet positions, [`features`] makes 222 numbers of each, and [`learning`]
//! teaches a form of evaluation of [`models`] by offline TD(λ). From a position to a move: [`search`] asks an evaluation of [`models`],
//! and [`tablebase`] about few pieces; [`engine`] adds a clock and a [`book`], [`review`] goes through games with it, [`protocol`] has the
//! words of Hub and DXP. [`files`] writes files whole or not at all, [`lock`] keeps a second process from an output, [`checksum`] is
//! SHA-256, [`fnv`] a short hash, [`timestamp`] the time of day.
//!
//! ```
//! use draughts_td_core::board::{MoveList, Position, fen};
//! use draughts_td_core::features::Inputs;
//!
//! let position = fen::read("W:W28,32,37:B19,9,4")?;
//! assert_eq!(MoveList::legal(&position).len(), 4);
//! let inputs = Inputs::of(&position);
//! assert_eq!(inputs.dense().len(), 222);
//! # Ok::<(), fen::FenError>(())
//! ```

pub mod board;
pub mod book;
pub mod checksum;
pub mod dataset;
pub mod engine;
pub mod features;
pub mod files;
pub mod fnv;
pub mod game;
pub mod learning;
pub mod lock;
pub mod models;
pub mod pdn;
pub mod protocol;
pub mod review;
pub mod search;
pub mod tablebase;
pub mod timestamp;
