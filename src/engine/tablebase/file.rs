//! A table as a file: a head, the content in blocks packed by zstd, and the SHA-256 of all of it.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::error::TablesError;
use super::index::Index;
use super::material_key::MaterialKey;
use super::table::{Kind, Table};
use crate::files;

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"DTDTABLE";

/// The version of the format and of the index.
const VERSION: u8 = 1;

/// Bytes of content in a block: each block is packed by itself, so that all processors can work.
const BLOCK: usize = 1 << 20;

/// Magic, version, kind, slice and number of blocks.
const HEAD: usize = MAGIC.len() + 1 + 1 + 4 + 4;

const CHECKSUM: usize = 32;

/// No table of five pieces comes near.
const MAX_FILE_BYTES: u64 = 256 << 20;

const LEVEL: i32 = 15;

/// The file of a slice in a folder.
pub(super) fn path(dir: &Path, key: MaterialKey) -> PathBuf {
    dir.join(format!("{key}.table"))
}

/// Packs a table's content.
///
/// # Errors
/// `Stopped` when the caller says so.
pub(super) fn encode(
    key: MaterialKey,
    kind: Kind,
    content: &[u8],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<u8>, TablesError> {
    let pack = |block: &[u8]| match is_stopped() {
        true => Err(TablesError::Stopped),
        false => Ok(zstd::bulk::compress(block, LEVEL).expect("memory is written without fail")),
    };
    let blocks: Vec<Vec<u8>> = content.par_chunks(BLOCK).map(pack).collect::<Result<_, _>>()?;
    let mut file = Vec::from(MAGIC);
    file.extend([VERSION, kind as u8]);
    file.extend(key.to_string().bytes());
    file.extend((blocks.len() as u32).to_le_bytes());
    file.extend(blocks.iter().flat_map(|block| (block.len() as u32).to_le_bytes()));
    file.extend(blocks.iter().flatten());
    file.extend(Sha256::digest(&file));
    Ok(file)
}

/// Reads the table of a slice; `None` if there is no such file.
///
/// # Errors
/// A file that cannot be read or is not the table it is called.
pub(super) fn read(dir: &Path, key: MaterialKey) -> Result<Option<Table>, TablesError> {
    let path = path(dir, key);
    match files::read_at_most(&path, MAX_FILE_BYTES) {
        Ok(file) => decode(&file, key, &path).map(Some),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(reason) => Err(TablesError::Io { what: "read", path, reason }),
    }
}

fn decode(file: &[u8], key: MaterialKey, path: &Path) -> Result<Table, TablesError> {
    let path = || path.to_path_buf();
    let (kind, found) = check(file, path)?;
    if found != key {
        return Err(TablesError::Renamed { path: path(), found });
    }
    let content = unpack(&file[HEAD..], &Index::new(key), kind);
    let table = content.and_then(|content| Table::new(key, kind, content));
    table.ok_or_else(|| TablesError::Damaged { path: path() })
}

/// The kind and key that a complete and undamaged file names.
fn check(file: &[u8], path: impl Fn() -> PathBuf) -> Result<(Kind, MaterialKey), TablesError> {
    let body = &file[..file.len().min(MAGIC.len())];
    if body != &MAGIC[..body.len()] {
        return Err(TablesError::Foreign { path: path() });
    }
    if let Some(&found) = file.get(MAGIC.len())
        && found != VERSION
    {
        return Err(TablesError::Version { path: path(), found, expected: VERSION });
    }
    let length = length(file).ok_or_else(|| TablesError::Cut { path: path() })?;
    if file.len() < length {
        return Err(TablesError::Cut { path: path() });
    }
    let (body, checksum) = file.split_at(length - CHECKSUM);
    if Sha256::digest(body).as_slice() != checksum {
        return Err(TablesError::Damaged { path: path() });
    }
    named(body).ok_or_else(|| TablesError::Damaged { path: path() })
}

/// The length of a whole file, by its head; `None` if not even the head is whole.
fn length(file: &[u8]) -> Option<usize> {
    let blocks = number(file.get(HEAD - 4..)?)? as usize;
    let lengths = file.get(HEAD..)?.get(..4 * blocks)?;
    let sum: usize = lengths.chunks_exact(4).filter_map(number).map(|length| length as usize).sum();
    Some(HEAD + 4 * blocks + sum + CHECKSUM)
}

fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.first_chunk()?))
}

fn named(file: &[u8]) -> Option<(Kind, MaterialKey)> {
    let kind = [Kind::Verdicts, Kind::Distances]
        .into_iter()
        .find(|kind| *kind as u8 == file[MAGIC.len() + 1])?;
    let name = std::str::from_utf8(&file[MAGIC.len() + 2..HEAD - 4]).ok()?;
    Some((kind, name.parse().ok()?))
}

/// Unpacks the blocks after the head; `None` if they are not what the index asks for.
fn unpack(body: &[u8], index: &Index, kind: Kind) -> Option<Vec<u8>> {
    let mut content = vec![0; Table::bytes(index, kind)];
    let targets: Vec<&mut [u8]> = content.chunks_mut(BLOCK).collect();
    let (lengths, mut rest) = body.split_at_checked(4 * targets.len())?;
    let mut jobs = Vec::new();
    for (target, length) in targets.into_iter().zip(lengths.chunks_exact(4)) {
        let (block, behind) = rest.split_at_checked(number(length)? as usize)?;
        jobs.push((block, target));
        rest = behind;
    }
    let filled = |(block, target): (&[u8], &mut [u8])| {
        zstd::bulk::decompress_to_buffer(block, target).is_ok_and(|length| length == target.len())
    };
    jobs.into_par_iter().all(filled).then_some(content)
}
