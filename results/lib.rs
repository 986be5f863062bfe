//! What the programs embed of this folder.

/// The reference evaluation, packed with zstd; `reference/README.md` tells how it was made.
pub const REFERENCE: &[u8] = include_bytes!("reference/reference.safetensors.zst");
