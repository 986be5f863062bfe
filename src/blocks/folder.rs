//! The folder: its manifest, and the blocks that are finished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::block::{Block, Seal};
use super::error::BlocksError;
use super::manifest::Manifest;
use crate::differing;
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
    /// The manifest's checksum.
    work: String,
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
            // Of workers who come at the same time one is the first, and the others compare theirs with its manifest.
            let text = text_of(&manifest);
            files::write_new(&path.join(MANIFEST), text.as_bytes()).map_err(fault)?;
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
        fs::read_dir(path).map_err(|source| BlocksError::File { path: path.into(), source })?;
        let manifest: Option<Manifest> = read_note(&path.join(MANIFEST))?;
        let manifest = manifest.ok_or_else(|| BlocksError::NoManifest { path: path.into() })?;
        Ok(BlockFolder { path: path.into(), work: manifest.checksum(), manifest })
    }

    /// What the work is.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Fails unless these are the settings of its work.
    ///
    /// # Errors
    /// The first that differs.
    pub fn check(&self, settings: &Value) -> Result<(), BlocksError> {
        match differing::first("settings", &self.manifest.settings, settings) {
            None => Ok(()),
            Some((name, stored, asked)) => Err(BlocksError::Changed { name, stored, asked }),
        }
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

    /// The seal of a block, if it has one.
    fn seal(&self, number: u64) -> Result<Option<Seal>, BlocksError> {
        let Some(seal) = read_note::<Seal>(&self.seal_path(number))? else { return Ok(None) };
        seal.check_number(number).map_err(|reason| self.damaged(number, reason))?;
        if seal.is_of(&self.work) {
            return Ok(Some(seal));
        }
        let (path, seal) = (self.content_path(number), self.seal_path(number));
        Err(BlocksError::Foreign { path, seal })
    }

    fn damaged(&self, number: u64, reason: String) -> BlocksError {
        let (path, seal) = (self.content_path(number), self.seal_path(number));
        BlocksError::Damaged { path, seal, reason }
    }

    /// The bytes of a block's content, if it is there.
    fn length(&self, number: u64) -> Option<u64> {
        fs::metadata(self.content_path(number)).ok().map(|data| data.len())
    }

    /// Whether a block is finished: it is sealed, and as long as its seal says.
    ///
    /// # Errors
    /// A seal that is damaged or of other work, or what the system says.
    pub fn has(&self, number: u64) -> Result<bool, BlocksError> {
        let seal = self.seal(number)?;
        Ok(seal.is_some_and(|seal| self.length(number) == Some(seal.bytes)))
    }

    /// Takes a finished block: first the content, then the seal, each whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn put(&self, number: u64, block: &Block) -> Result<(), BlocksError> {
        let path = self.content_path(number);
        files::write_atomically(&path, &block.content)
            .map_err(|source| BlocksError::File { path, source })?;
        let seal = Seal::of(number, block, &self.work);
        write_note(&self.seal_path(number), &seal)
    }

    /// A finished block, checked.
    ///
    /// # Errors
    /// One that is missing, damaged or of other work, or what the system says.
    pub fn get(&self, number: u64) -> Result<Block, BlocksError> {
        let seal = self.seal(number)?.ok_or_else(|| self.lacks(1, number))?;
        let path = self.content_path(number);
        let content = files::read_at_most(&path, LARGEST_BLOCK)
            .map_err(|source| BlocksError::File { path, source })?;
        seal.check(&content).map_err(|reason| self.damaged(number, reason))?;
        Ok(Block { content, figures: seal.figures })
    }

    fn lacks(&self, count: u64, first: u64) -> BlocksError {
        let (path, blocks) = (self.path.clone(), self.manifest.blocks);
        BlocksError::Missing { path, count, blocks, first }
    }

    /// All blocks, checked, in order.
    ///
    /// # Errors
    /// The first that is damaged or of other work; if there is none, the first that is missing.
    pub fn all(
        &self,
    ) -> Result<impl Iterator<Item = Result<Block, BlocksError>> + '_, BlocksError> {
        let mut missing = Vec::new();
        for number in 0..self.manifest.blocks {
            match (self.seal(number)?, self.length(number)) {
                (Some(seal), Some(length)) => {
                    seal.check_length(length).map_err(|reason| self.damaged(number, reason))?;
                }
                _ => missing.push(number),
            }
        }
        match missing[..] {
            [first, ..] => Err(self.lacks(missing.len() as u64, first)),
            [] => Ok((0..self.manifest.blocks).map(|number| self.get(number))),
        }
    }
}

/// A note as its file has it.
fn text_of(note: &impl Serialize) -> String {
    serde_json::to_string_pretty(note).expect("plain fields") + "\n"
}

fn write_note(path: &Path, note: &impl Serialize) -> Result<(), BlocksError> {
    files::write_atomically(path, text_of(note).as_bytes())
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
