#![doc = include_str!("README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`board`] | positions, legal moves, draws (FMJD), FEN, perft |
//! | [`pdn`] | the text of PDN files: a liberal reader, a strict writer |
//! | [`game`] | the games of a file, replayed on the board |
//! | [`diagram`] | boards as pictures, games as pages |
//! | [`protocol`] | the messages of Hub and DXP as text |
//! | [`files`], [`lock`], [`checksum`] | files written whole or not at all; one writer at a time; SHA-256 |
//! | [`escape`], [`truncate`], [`fnv`] | text for a terminal, the cut end of a file, a hash of texts |

#![deny(missing_docs, unnameable_types)]
#![warn(unreachable_pub)]

pub mod board;
#[cfg(feature = "files")]
pub mod checksum;
pub mod diagram;
pub mod escape;
#[cfg(feature = "files")]
pub mod files;
pub mod fnv;
pub mod game;
#[cfg(feature = "files")]
pub mod lock;
pub mod pdn;
pub mod protocol;
#[cfg(feature = "files")]
pub mod truncate;
