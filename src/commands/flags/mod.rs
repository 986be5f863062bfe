//! Flags of several verbs, and the settings that they and a file become.

pub(super) mod adjudication;
pub(super) mod color;
pub mod config;
pub(super) mod datagen;
pub mod engine;
pub mod filter;
pub mod learn;
pub mod model;
pub(super) mod parsed;
pub mod pattern;
pub mod separated;
pub(super) mod share;
pub mod strict;
pub mod switch;
pub mod tournament;
pub mod train;
pub mod words;
