#![doc = include_str!("README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`features`] | the 222 inputs of a position |
//! | [`models`] | models of evaluation: values, gradients, files, explanations |
//! | [`search`] | alpha-beta over any evaluation |
//! | [`tree_search`] | Monte Carlo tree search of many games over any evaluator |
//! | [`tablebase`] | endgame tables: made, verified, probed |
//! | [`book`] | opening books made from games |
//! | [`player`] | an evaluation, a search, tables, a book and a clock |
//! | [`practice`] | attempts at puzzles, when each comes back, the solver's rating |
//! | [`puzzle`] | positions of games where one move wins: found, proved, graded, named |
//! | [`composition`] | compositions checked: exactly one winning move |
//! | [`review`] | games analysed with the engine |
//! | [`parallel`] | many PDN files read by several threads, in order |

#![deny(missing_docs, unnameable_types)]
#![warn(unreachable_pub)]

use draughts_td_rules::{board, checksum, files, fnv, game, lock, pdn};

pub mod book;
pub mod composition;
pub mod features;
mod huge_pages;
pub mod models;
pub mod parallel;
pub mod player;
mod pool;
pub mod practice;
pub mod puzzle;
pub mod review;
pub mod search;
pub mod tablebase;
pub mod tree_search;
