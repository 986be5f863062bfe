//! The folder: its manifest, and the blocks that are finished.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::block::{BlockMeta, BlockResult};
use super::error::BlocksError;
use super::manifest::Manifest;
use super::regular_file;
use crate::files;
use crate::json_diff;

const MANIFEST: &str = "manifest.json";
/// The largest manifest or meta file in bytes.
const LARGEST_NOTE: u64 = 1 << 20;
const LARGEST_BLOCK: u64 = 64 << 20;

/// A folder that takes the blocks of one piece of work.
#[derive(Clone, Debug)]
pub struct BlockFolder {
    path: PathBuf,
    manifest: Manifest,
    work: String,
}

impl BlockFolder {
    /// Opens or makes the folder of this work.
    pub(super) fn open(path: &Path, manifest: Manifest) -> Result<BlockFolder, BlocksError> {
        let fault = |source| BlocksError::File { path: path.into(), source };
        let too_much = |reason| BlocksError::TooMuch { path: path.into(), reason };
        manifest.check().map_err(too_much)?;
        fs::create_dir_all(path).map_err(fault)?;
        let is_strange = |entry: io::Result<fs::DirEntry>| {
            // The temporary files of other workers begin with a dot.
            entry.is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        };
        if !path.join(MANIFEST).exists() {
            if fs::read_dir(path).map_err(fault)?.any(is_strange) && !path.join(MANIFEST).exists() {
                return Err(BlocksError::NoManifest { path: path.into() });
            }
            // Of workers that start at the same time one is the first, and the others compare theirs with its manifest.
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
    pub fn read(path: &Path) -> Result<BlockFolder, BlocksError> {
        fs::read_dir(path).map_err(|source| BlocksError::File { path: path.into(), source })?;
        let place = path.join(MANIFEST);
        let manifest: Option<Manifest> = read_note(&place)?;
        let manifest = manifest.ok_or_else(|| BlocksError::NoManifest { path: path.into() })?;
        manifest.check().map_err(|reason| BlocksError::Unreadable { path: place, reason })?;
        Ok(BlockFolder { path: path.into(), work: manifest.checksum(), manifest })
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Fails unless these are the settings of its work.
    pub(crate) fn check(&self, settings: &Value) -> Result<(), BlocksError> {
        match json_diff::first_difference("settings", &self.manifest.settings, settings) {
            None => Ok(()),
            Some((name, stored, asked)) => Err(BlocksError::Changed { name, stored, asked }),
        }
    }

    pub(super) fn file(&self, block: u64, ending: &str) -> PathBuf {
        self.path.join(format!("block-{block:06}{ending}"))
    }

    fn meta_path(&self, block: u64) -> PathBuf {
        self.file(block, ".json")
    }

    /// Where the content of a block is, or was when its meta file was written.
    pub fn content_path(&self, block: u64) -> PathBuf {
        match read_note::<BlockMeta>(&self.meta_path(block)) {
            Ok(Some(meta)) => self.content_of(block, &meta),
            _ => self.unnamed(block),
        }
    }

    /// The content that a meta file is of: under its checksum, or as earlier versions named it.
    fn content_of(&self, number: u64, meta: &BlockMeta) -> PathBuf {
        let named = meta.short_checksum().map(|short_checksum| self.named(number, short_checksum));
        let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
        let unnamed = self.unnamed(number);
        named.filter(|path| is_there(path) || !is_there(&unnamed)).unwrap_or(unnamed)
    }

    fn named(&self, number: u64, short_checksum: &str) -> PathBuf {
        self.file(number, &format!("-{short_checksum}.{}", self.manifest.ending))
    }

    fn unnamed(&self, number: u64) -> PathBuf {
        self.file(number, &format!(".{}", self.manifest.ending))
    }

    /// The meta file of a block, if it has one.
    fn meta(&self, number: u64) -> Result<Option<BlockMeta>, BlocksError> {
        let Some(meta) = read_note::<BlockMeta>(&self.meta_path(number))? else { return Ok(None) };
        meta.check_number(number).map_err(|reason| self.damaged(number, &meta, reason))?;
        if meta.is_of(&self.work) {
            return Ok(Some(meta));
        }
        let (path, meta) = (self.content_of(number, &meta), self.meta_path(number));
        Err(BlocksError::Foreign { path, meta })
    }

    fn damaged(&self, number: u64, meta: &BlockMeta, reason: String) -> BlocksError {
        let (path, meta) = (self.content_of(number, meta), self.meta_path(number));
        BlocksError::Damaged { path, meta, reason }
    }

    /// The bytes of a block's content, if it is there.
    fn length(&self, number: u64, meta: &BlockMeta) -> Option<u64> {
        regular_file::length(&self.content_of(number, meta))
    }

    /// Whether a block is finished: it has a meta file, and the length that this says.
    pub fn has(&self, number: u64) -> Result<bool, BlocksError> {
        Ok(self.finished(number)?.is_some())
    }

    /// The meta file of a block that is finished.
    fn finished(&self, number: u64) -> Result<Option<BlockMeta>, BlocksError> {
        let meta = self.meta(number)?;
        Ok(meta.filter(|meta| self.length(number, meta) == Some(meta.bytes)))
    }

    /// Takes a block unless it is finished already: first the content, under a name that no other content has, then the meta file. The
    /// first meta file stays; whether it is of this content.
    pub(super) fn put(&self, number: u64, block: &BlockResult) -> Result<bool, BlocksError> {
        if self.has(number)? {
            return Ok(false);
        }
        if block.content.len() as u64 > LARGEST_BLOCK {
            let reason = format!("block {number} has more than {LARGEST_BLOCK} bytes");
            return Err(BlocksError::TooMuch { path: self.path.clone(), reason });
        }
        let meta = BlockMeta::of(number, block, &self.work);
        let path = meta.short_checksum().map_or_else(
            || self.unnamed(number),
            |short_checksum| self.named(number, short_checksum),
        );
        write(&path, &block.content)?;
        let is_first = self.put_meta(number, &meta)?;
        let stays = is_first
            || self
                .finished(number)?
                .is_some_and(|other| other.short_checksum() == meta.short_checksum());
        if !stays {
            // No worker needs a content that no meta file names; if it cannot be removed, it does no harm.
            let _ = fs::remove_file(&path);
        }
        Ok(stays)
    }

    /// Writes the meta file of a block unless that is finished; whether it is written.
    fn put_meta(&self, number: u64, meta: &BlockMeta) -> Result<bool, BlocksError> {
        let (path, text) = (self.meta_path(number), text_of(meta));
        let fault = |source| BlocksError::File { path: path.clone(), source };
        regular_file::check(&path).map_err(fault)?;
        if files::write_new(&path, text.as_bytes()).map_err(fault)? {
            return Ok(true);
        }
        if self.has(number)? {
            return Ok(false);
        }
        // The content of the meta file that is there is gone or cut short.
        write(&path, text.as_bytes()).map(|()| true)
    }

    /// The content of a finished block, checked.
    pub fn content(&self, number: u64) -> Result<Vec<u8>, BlocksError> {
        Ok(self.get(number)?.content)
    }

    /// A finished block, checked.
    pub(crate) fn get(&self, number: u64) -> Result<BlockResult, BlocksError> {
        let meta = self.meta(number)?.ok_or_else(|| self.lacks(1, number))?;
        let path = self.content_of(number, &meta);
        let content = regular_file::read_at_most(&path, LARGEST_BLOCK)
            .map_err(|source| BlocksError::File { path, source })?;
        meta.check(&content).map_err(|reason| self.damaged(number, &meta, reason))?;
        Ok(BlockResult { content, figures: meta.figures })
    }

    fn lacks(&self, count: u64, first: u64) -> BlocksError {
        let (path, blocks) = (self.path.clone(), self.manifest.blocks);
        BlocksError::Missing { path, count, blocks, first }
    }

    /// All blocks, checked, in order.
    ///
    /// # Errors
    /// The first that is damaged or of other work; if there is none, the first that is missing.
    pub(crate) fn all(
        &self,
    ) -> Result<impl Iterator<Item = Result<BlockResult, BlocksError>> + '_, BlocksError> {
        let (mut whole, mut first) = (0, None);
        for number in self.finished_blocks()? {
            let Some(meta) = self.meta(number)? else { continue };
            let Some(length) = self.length(number, &meta) else { continue };
            meta.check_length(length).map_err(|reason| self.damaged(number, &meta, reason))?;
            if number != whole {
                first = first.or(Some(whole));
            }
            whole += 1;
        }
        let missing = self.manifest.blocks - whole;
        if missing > 0 {
            return Err(self.lacks(missing, first.unwrap_or(whole)));
        }
        Ok((0..self.manifest.blocks).map(|number| self.get(number)))
    }

    /// The numbers of blocks with a meta file: looked up in the folder, since a manifest may promise more blocks than can be asked for.
    fn finished_blocks(&self) -> Result<BTreeSet<u64>, BlocksError> {
        let fault = |source| BlocksError::File { path: self.path.clone(), source };
        let number = |name: &str| -> Option<u64> {
            let number = name.strip_prefix("block-")?.strip_suffix(".json")?.parse().ok()?;
            let is_its = self.meta_path(number).file_name()? == name;
            (is_its && number < self.manifest.blocks).then_some(number)
        };
        let mut finished_blocks = BTreeSet::new();
        for entry in fs::read_dir(&self.path).map_err(fault)? {
            finished_blocks.extend(entry.map_err(fault)?.file_name().to_str().and_then(number));
        }
        Ok(finished_blocks)
    }
}

/// A note as its file has it.
fn text_of(note: &impl Serialize) -> String {
    serde_json::to_string_pretty(note).expect("plain fields") + "\n"
}

/// Writes a file of the folder, whole, and never through a link.
fn write(path: &Path, content: &[u8]) -> Result<(), BlocksError> {
    regular_file::check(path)
        .and_then(|()| files::write_atomically(path, content))
        .map_err(|source| BlocksError::File { path: path.into(), source })
}

fn read_note<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, BlocksError> {
    let text = match regular_file::read_at_most(path, LARGEST_NOTE) {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manifest(blocks: u64, ending: &str) -> Manifest {
        let [work, program, signature] = ["test", "test 1", "1"].map(String::from);
        let settings = json!({ "seed": 1 });
        let ending = ending.into();
        Manifest { work, program, signature, settings, blocks, ending, command: Vec::new() }
    }

    fn block(text: &str) -> BlockResult {
        BlockResult { content: text.into(), figures: json!(text.len()) }
    }

    fn names(place: &Path) -> Vec<String> {
        let entries = fs::read_dir(place).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_late_worker_leaves_the_block_that_another_has_sealed() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = BlockFolder::open(place.path(), manifest(1, "txt")).expect("opened");
        // Stopped between content and meta file: the meta file it is about to write is not the first.
        let late = block("games of the late worker");
        let meta = BlockMeta::of(0, &late, &folder.work);
        write(&folder.named(0, meta.short_checksum().expect("a checksum")), &late.content)
            .expect("written");
        let first = block("games of the other");
        assert!(folder.put(0, &first).expect("sealed"));
        assert!(!folder.put_meta(0, &meta).expect("too late"));
        assert!(!folder.put(0, &late).expect("too late"));
        assert_eq!(folder.get(0).expect("whole"), first);
    }

    #[test]
    fn of_two_that_seal_at_the_same_time_one_stays_with_its_own_content() {
        for _ in 0..50 {
            let place = tempfile::tempdir().expect("a folder");
            let folder = BlockFolder::open(place.path(), manifest(1, "txt")).expect("opened");
            let put = |text: &'static str| folder.put(0, &block(text)).expect("no fault");
            let (one, other) = std::thread::scope(|scope| {
                let one = scope.spawn(|| put("one"));
                (one.join(), put("the other"))
            });
            let one = one.expect("no panic");
            assert!(one != other);
            let stays = block(if one { "one" } else { "the other" });
            assert_eq!(folder.get(0).expect("whole"), stays);
            assert_eq!(names(place.path()).len(), 3, "manifest, content, seal");
        }
    }

    #[test]
    fn a_folder_of_an_earlier_version_is_read_and_resumed() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = BlockFolder::open(place.path(), manifest(2, "txt")).expect("opened");
        let before = block("as it was");
        fs::write(place.path().join("block-000000.txt"), &before.content).expect("written");
        let meta = text_of(&BlockMeta::of(0, &before, &folder.work));
        fs::write(place.path().join("block-000000.json"), meta).expect("written");
        fs::write(place.path().join("block-000001.txt"), "of a worker that was killed")
            .expect("written");
        assert!(!folder.put(0, &block("once more")).expect("it is there"));
        assert!(folder.put(1, &block("next")).expect("made"));
        let all: Result<Vec<BlockResult>, _> = folder.all().expect("whole").collect();
        assert_eq!(all.expect("whole"), [before, block("next")]);
    }

    #[test]
    fn a_block_that_was_cut_short_is_taken_once_more() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = BlockFolder::open(place.path(), manifest(1, "txt")).expect("opened");
        for (before, after) in [("same", "same"), ("same", "another")] {
            folder.put(0, &block(before)).expect("sealed");
            fs::write(folder.content_path(0), "s").expect("cut short");
            assert!(folder.put(0, &block(after)).expect("sealed"));
            assert_eq!(folder.get(0).expect("whole"), block(after));
        }
    }

    #[test]
    fn no_manifest_names_files_outside_or_more_blocks_than_there_can_be() {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join("outside"), "secret").expect("written");
        let dir = place.path().join("run");
        fs::create_dir(&dir).expect("a folder");
        for ending in ["/../../outside", "..", "", "a/b", "a\\b", ".txt", "json", "claim", "a b"] {
            fs::write(dir.join(MANIFEST), text_of(&manifest(1, ending))).expect("written");
            let fault = BlockFolder::read(&dir).expect_err(ending).to_string();
            assert!(fault.contains("manifest.json is damaged (its ending"), "{fault}");
        }
        for blocks in [MOST + 1, u64::MAX] {
            fs::write(dir.join(MANIFEST), text_of(&manifest(blocks, "txt"))).expect("written");
            let fault = BlockFolder::read(&dir).expect_err("too many").to_string();
            assert!(fault.contains("blocks; there may be"), "{fault}");
        }
        let other = place.path().join("other");
        let fault = BlockFolder::open(&other, manifest(u64::MAX, "txt")).expect_err("too many");
        assert!(fault.to_string().contains("cannot be shared") && !other.exists(), "{fault}");
    }

    /// As many as a manifest may promise.
    const MOST: u64 = 1 << 40;

    #[test]
    fn blocks_that_are_missing_are_counted_without_asking_for_each() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = BlockFolder::open(place.path(), manifest(MOST, "txt")).expect("opened");
        for number in [0, 1, 3, MOST - 1] {
            folder.put(number, &block("whole")).expect("sealed");
        }
        fs::write(place.path().join("block-4.json"), "of somebody else").expect("written");
        let Err(fault) = folder.all() else { panic!("blocks are missing") };
        let message = format!("lacks {} of {MOST} blocks, the first of them 2", MOST - 4);
        assert!(fault.to_string().contains(&message), "{fault}");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_folders_in_the_place_of_a_file_are_neither_read_nor_written() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().expect("a folder");
        let (dir, victim) = (place.path().join("run"), place.path().join("victim"));
        let folder = BlockFolder::open(&dir, manifest(2, "txt")).expect("opened");
        folder.put(0, &block("whole")).expect("sealed");
        fs::rename(folder.content_path(0), &victim).expect("moved");
        symlink(&victim, folder.content_path(0)).expect("a link");
        let is_named = |fault: BlocksError| fault.to_string().contains("no ordinary file");
        assert!(folder.get(0).is_err_and(is_named));
        assert!(folder.put(0, &block("whole")).is_err_and(is_named));
        for name in [victim.as_path(), Path::new("nowhere")] {
            symlink(name, folder.meta_path(1)).expect("a link");
            assert!(folder.put(1, &block("other")).is_err_and(is_named));
            fs::remove_file(folder.meta_path(1)).expect("removed");
        }
        fs::create_dir(folder.meta_path(1)).expect("a folder");
        assert!(folder.has(1).is_err_and(is_named));
        assert_eq!(fs::read(&victim).expect("there"), b"whole");
    }
}
