//! Arguments, checked before any work: files, folders, positions, cores.

pub(super) mod catalogue;
pub(super) mod database;
pub mod identity;
pub mod inputs;
pub(super) mod model;
pub(super) mod outputs;
pub(crate) mod overwrite;
pub(super) mod positions;
pub(super) mod tables;
pub mod threads;
