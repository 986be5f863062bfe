//! Fuzzing of what draughts-td reads: the targets, and the limits each execution must keep.

pub mod corpus;
pub mod limits;
pub mod targets;
