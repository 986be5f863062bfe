//! The folder: its manifest, and the blocks that are finished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::BlocksError;
use super::manifest::Manifest;
use crate::files;

/// The file of the manifest.
const MANIFEST: &str = "manifest.json";
/// The largest manifest or seal in bytes.
const LARGEST_NOTE: u64 = 1 << 20;
/// The largest block in bytes.
const LARGEST_BLOCK: u64 = 1 << 30;

/// A folder that takes the blocks of one piece of work.
#[derive(Clone, Debug)]
pub struct BlockFolder {
    path: PathBuf,
    manifest: Manifest,
}

/// What a block came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its content, a file's.
    pub content: Vec<u8>,
    /// Its figures.
    pub figures: Value,
}

/// What is known of a finished block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Seal {
    block: u64,
    bytes: u64,
    sha256: String,
    figures: Value,
}

impl BlockFolder {
    /// Opens or makes the folder of this work.
    ///
    /// # Errors
    /// A folder of other work or of other files, or what the system says.
    pub(super) fn open(path: &Path, manifest: Manifest) -> Result<BlockFolder, BlocksError> {
        let fault = |source| BlocksError::File { path: path.into(), source };
        fs::create_dir_all(path).map_err(fault)?;
        let is_strange = |entry: io::Result<fs::DirEntry>| {
            // What another worker is just writing begins with a dot.
            entry.is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        };
        if !path.join(MANIFEST).exists() {
            if fs::read_dir(path).map_err(fault)?.any(is_strange) && !path.join(MANIFEST).exists() {
                return Err(BlocksError::NoManifest { path: path.into() });
            }
            write_note(&path.join(MANIFEST), &manifest)?;
        }
        let there = BlockFolder::read(path)?;
        match there.manifest.difference(&manifest) {
            None => Ok(there),
            Some((name, stored, asked)) => {
                Err(BlocksError::Differs { path: path.into(), name, stored, asked })
            }
        }
    }

    /// Opens a folder that is there.
    ///
    /// # Errors
    /// One without a manifest, or what the system says.
    pub fn read(path: &Path) -> Result<BlockFolder, BlocksError> {
        match read_note(&path.join(MANIFEST))? {
            Some(manifest) => Ok(BlockFolder { path: path.into(), manifest }),
            None => Err(BlocksError::NoManifest { path: path.into() }),
        }
    }

    /// What the work is.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A file of a block.
    pub(super) fn file(&self, block: u64, ending: &str) -> PathBuf {
        self.path.join(format!("block-{block:06}.{ending}"))
    }

    fn seal_path(&self, block: u64) -> PathBuf {
        self.file(block, "json")
    }

    /// Where the content of a block is.
    #[must_use]
    pub fn content_path(&self, block: u64) -> PathBuf {
        self.file(block, &self.manifest.ending)
    }

    /// Whether a block is finished: it is sealed, and as long as its seal says.
    ///
    /// # Errors
    /// A damaged seal, or what the system says.
    pub fn has(&self, block: u64) -> Result<bool, BlocksError> {
        let Some(seal) = read_note::<Seal>(&self.seal_path(block))? else { return Ok(false) };
        Ok(fs::metadata(self.content_path(block)).is_ok_and(|data| data.len() == seal.bytes))
    }

    /// Takes a finished block: first the content, then the seal, each whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn put(&self, number: u64, block: &Block) -> Result<(), BlocksError> {
        let path = self.content_path(number);
        files::write_atomically(&path, &block.content)
            .map_err(|source| BlocksError::File { path, source })?;
        let seal = Seal {
            block: number,
            bytes: block.content.len() as u64,
            sha256: files::checksum_of(&block.content),
            figures: block.figures.clone(),
        };
        write_note(&self.seal_path(number), &seal)
    }

    /// A finished block, checked.
    ///
    /// # Errors
    /// One that is missing or damaged, or what the system says.
    pub fn get(&self, number: u64) -> Result<Block, BlocksError> {
        let (path, seal_path) = (self.content_path(number), self.seal_path(number));
        let Some(seal) = read_note::<Seal>(&seal_path)? else {
            let (path, blocks) = (self.path.clone(), self.manifest.blocks);
            return Err(BlocksError::Missing { path, count: 1, blocks, first: number });
        };
        let content = files::read_at_most(&path, LARGEST_BLOCK)
            .map_err(|source| BlocksError::File { path: path.clone(), source })?;
        let damaged = |reason: String| BlocksError::Damaged { path, seal: seal_path, reason };
        if seal.block != number {
            return Err(damaged(format!("its seal is that of block {}", seal.block)));
        }
        if content.len() as u64 != seal.bytes {
            return Err(damaged(format!("{} bytes instead of {}", content.len(), seal.bytes)));
        }
        if files::checksum_of(&content) != seal.sha256 {
            return Err(damaged("another checksum".into()));
        }
        Ok(Block { content, figures: seal.figures })
    }

    /// All blocks, checked, in order.
    ///
    /// # Errors
    /// The first that is missing or damaged.
    pub fn all(
        &self,
    ) -> Result<impl Iterator<Item = Result<Block, BlocksError>> + '_, BlocksError> {
        let mut missing = Vec::new();
        for number in 0..self.manifest.blocks {
            if !self.has(number)? {
                missing.push(number);
            }
        }
        if let [first, ..] = missing[..] {
            let (path, blocks) = (self.path.clone(), self.manifest.blocks);
            return Err(BlocksError::Missing { path, count: missing.len() as u64, blocks, first });
        }
        Ok((0..self.manifest.blocks).map(|number| self.get(number)))
    }
}

fn write_note(path: &Path, note: &impl Serialize) -> Result<(), BlocksError> {
    let text = serde_json::to_string_pretty(note).expect("plain fields") + "\n";
    files::write_atomically(path, text.as_bytes())
        .map_err(|source| BlocksError::File { path: path.into(), source })
}

fn read_note<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, BlocksError> {
    let text = match files::read_at_most(path, LARGEST_NOTE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(BlocksError::File { path: path.into(), source }),
    };
    let unreadable = |error: serde_json::Error| BlocksError::Unreadable {
        path: path.into(),
        reason: error.to_string(),
    };
    serde_json::from_slice(&text).map(Some).map_err(unreadable)
}
