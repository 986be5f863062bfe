//! Jobs in numbered blocks that any number of processes share through a folder: each block depends only on the settings and its
//! number, whichever worker makes it, when, and how often.
//!
//! A folder holds `manifest.json`, which all workers must agree on, and for every finished block its content, `block-000007-6e34….…`,
//! named by its checksum, and `block-000007.json`, its meta file. While a worker makes a block, `block-000007.claim` is its lease. Of
//! two workers that make the same block, the first meta file counts; contents under other names do not. Earlier versions named the
//! content `block-000007.…`, which is still read.

mod block;
mod block_folder;
mod error;
mod lease;
mod manifest;
mod regular_file;
mod share;
mod worker;

pub(crate) use block::BlockResult;
pub use block_folder::BlockFolder;
pub use error::BlocksError;
pub use manifest::Manifest;
pub use share::Share;
pub(crate) use worker::BlockJob;
pub use worker::{JobSpec, WorkSummary, Worker};
