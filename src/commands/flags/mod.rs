//! Flags of several verbs, and the settings that they and a file become.

pub(super) mod adjudication;
pub(super) mod color;
pub(crate) mod config;
pub(super) mod datagen;
pub(crate) mod encoding;
pub(crate) mod engine;
pub(super) mod parsed;
pub(super) mod random_openings;
pub(super) mod share;
pub(crate) mod strict;
pub(crate) mod tournament;
