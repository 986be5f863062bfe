//! Flags of several verbs, and the settings that they and a file become.

pub(super) mod adjudication;
pub(super) mod datagen;
pub mod engine;
pub mod filter;
pub mod learn;
pub(super) mod parsed;
pub mod pattern;
pub mod separated;
pub(super) mod settings_file;
pub(super) mod share;
pub mod strict;
pub mod switch;
pub mod tournament;
pub mod train;
pub mod train_choices;
