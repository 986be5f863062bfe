//! Arguments, checked before any work: files, folders, positions, cores.

pub(super) mod attempts;
pub(super) mod database;
pub mod inputs;
pub(super) mod model;
pub(crate) mod overwrite;
pub mod positions;
pub(super) mod tables;
pub mod threads;
