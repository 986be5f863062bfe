//! Flags of several verbs, and the settings that they and a file become.

pub(super) mod adjudication;
pub(super) mod color;
pub(crate) mod config;
pub(super) mod datagen;
pub(crate) mod encoding;
pub(crate) mod engine;
pub(crate) mod filter;
pub mod learn;
pub(crate) mod model;
pub(super) mod parsed;
pub(crate) mod pattern;
pub(crate) mod separated;
#[cfg(test)]
mod setting_names;
pub(super) mod share;
pub(crate) mod strict;
pub(crate) mod switch;
pub(crate) mod tournament;
pub mod train;
pub(crate) mod words;
