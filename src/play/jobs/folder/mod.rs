//! Work in numbered blocks that any number of processes share through a folder: each block depends on the settings and its number
//! alone, so that who makes it, when, and how often does not matter.
//!
//! A folder holds `manifest.json`, what all who work in it must agree on, and for every finished block `block-000007-6e34….…`, what it
//! came to, named by its checksum, and `block-000007.json`, its seal, which says of what work it is. While somebody is at a block,
//! `block-000007.claim` says who. Of two who make the same block the one that seals it first has made it; contents of others under
//! other names count for nothing. Earlier versions named the content `block-000007.…`, which is still read.

mod block;
mod block_folder;
mod error;
mod lease;
mod manifest;
mod regular_file;
mod share;
mod worker;

pub use block::BlockResult;
pub use block_folder::BlockFolder;
pub use error::BlocksError;
pub use manifest::Manifest;
pub use share::Share;
pub use worker::{BlockJob, JobSpec, WorkSummary, Worker};
