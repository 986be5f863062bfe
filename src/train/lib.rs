#![doc = include_str!("README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`dataset`] | the quiet positions of a game and its result; filters, the held-out split |
//! | [`learning`] | offline TD(λ), TDLeaf(λ), batches, optimisers, metrics, resuming |
//! | [`selfplay`] | learning from play: games of its own, opponents, pools |
//! | [`run`] | whole runs of `learn` and `train`: settings, checkpoints, metrics, events |
//! | [`export`] | filtered positions as tables for other tools |

#![deny(missing_docs, unnameable_types)]
#![warn(unreachable_pub)]

use draughts_td_arena as arena;
use draughts_td_arena::json_diff;
use draughts_td_engine::{features, models, parallel, player, tablebase};
use draughts_td_rules::{board, checksum, escape, files, fnv, game, lock, pdn, protocol, truncate};

pub mod dataset;
pub mod export;
pub mod learning;
pub mod run;
pub mod selfplay;
