//! Work in numbered blocks that any number of processes share through a folder: each block depends on the settings and its number
//! alone, so that who makes it, when, and how often does not matter.
//!
//! A folder holds `manifest.json`, what all who work in it must agree on, and for every finished block `block-000007.…`, what it
//! came to, and `block-000007.json`, its seal, which says of what work it is. While somebody is at a block, `block-000007.claim` says who.

mod block;
mod claim;
mod error;
mod folder;
mod manifest;
mod share;
mod work;

pub use block::Block;
pub use error::BlocksError;
pub use folder::BlockFolder;
pub use manifest::Manifest;
pub use share::Share;
pub use work::{Work, Worked, Worker};
