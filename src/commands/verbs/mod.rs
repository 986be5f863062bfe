//! The verbs: a file for each, flags at the top, the pipeline below.

pub(crate) mod analyse;
pub(crate) mod annotate;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod db;
pub(crate) mod diagram;
pub(crate) mod dxp;
pub(crate) mod endgame;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod features;
pub(crate) mod generate;
pub(crate) mod hub;
pub(crate) mod inspect;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod merge;
pub mod perft;
pub(crate) mod play;
pub(crate) mod reproduce;
pub(crate) mod suite;
pub(crate) mod train;
pub(crate) mod validate;
