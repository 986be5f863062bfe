#![doc = include_str!("README.md")]
#![warn(unreachable_pub)]
//!
//! | module | holds |
//! | --- | --- |
//! | [`results`] | folders of figures, tables, plots, reports |
//! | [`experiments`] | the papers' experiments and our own |
//! | [`backgammon`] | another game, in which learning can be checked |
//! | `online` | learning while a game is played |

use draughts_td_arena as arena;
use draughts_td_arena::json_diff;
use draughts_td_engine::{features, models, parallel, player};
use draughts_td_rules::{board, checksum, files, fnv, game, lock, pdn, protocol, truncate};
use draughts_td_train::{dataset, learning, run, selfplay};

pub mod backgammon;
pub mod experiments;
pub(crate) mod online;
pub mod results;
pub(crate) mod tictactoe;
