//! Files: written completely or not at all, and read up to a limit.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

/// How a file packed by zstd begins (RFC 8878, section 3.1.1).
pub const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What the name of an unfinished file ends with.
const PARTIAL: &str = ".partial";

/// An unfinished file this old belongs to a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Writes a file so that at every moment either the old or the whole new content is there: see [`NewFile`].
///
/// # Errors
/// Those of [`NewFile`]; what was there is then untouched.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = NewFile::at(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Writes a file as [`write_atomically`] does, packed by zstd at this level if its name ends in `.zst`: in frames of 256 KiB, which can be
/// unpacked beside each other and stay in the cache of a processor core.
///
/// # Errors
/// Those of [`write_atomically`].
pub fn write_as_named(path: &Path, content: &[u8], level: i32) -> io::Result<()> {
    const FRAME: usize = 1 << 18;
    match packing_of(path) {
        Some(".zst") => {
            let frames = content.chunks(FRAME).map(|frame| zstd::bulk::compress(frame, level));
            write_atomically(path, &frames.collect::<io::Result<Vec<_>>>()?.concat())
        }
        _ => write_atomically(path, content),
    }
}

/// Writes a file, whole, where there is none yet; whether there was none.
///
/// # Errors
/// Those of [`NewFile`].
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<bool> {
    let mut file = NewFile::at(path)?;
    file.write_all(content)?;
    file.finish_new()
}

/// The error of a folder, without the name of the partial file that could not be made there.
fn without_partial_name(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ (io::ErrorKind::NotFound
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::PermissionDenied) => kind.into(),
        _ => error,
    }
}

/// An unfinished file, beside its destination under a random name; it replaces the destination once it is finished, and is removed if
/// it is dropped before. A symbolic link stays; the file it names is written. What a killed process leaves
/// unfinished is cleared away by a later writing.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    prefix: OsString,
    partial: NamedTempFile,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// Whatever the file system says, or a path that names a device or a pipe, which a rename would replace, or `-`.
    pub fn at(path: &Path) -> io::Result<NewFile> {
        let path = destination(path)?;
        let prefix = beside(&path, ".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(PARTIAL);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let partial = builder.tempfile_in(folder_of(&path)).map_err(without_partial_name)?;
        Ok(NewFile { path, prefix, partial })
    }

    /// Brings what is written so far to the disk.
    ///
    /// # Errors
    /// Whatever the file system says, a full disk for instance.
    pub fn sync(&self) -> io::Result<()> {
        self.partial.as_file().sync_all()
    }

    /// Brings it to the disk and to its place.
    ///
    /// # Errors
    /// Those of [`NewFile::sync`]; what was there is then untouched.
    pub fn finish(self) -> io::Result<()> {
        self.sync()?;
        self.partial.persist(&self.path).map_err(|error| error.error)?;
        sync_folder_of(&self.path)?;
        clear_abandoned(folder_of(&self.path), &self.prefix);
        Ok(())
    }

    /// Brings it to the disk, and to its place if that is free, atomically; returns whether it was.
    ///
    /// # Errors
    /// Those of [`NewFile::sync`].
    pub(crate) fn finish_new(self) -> io::Result<bool> {
        self.sync()?;
        match self.partial.persist_noclobber(&self.path) {
            Ok(_) => sync_folder_of(&self.path).map(|()| true),
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(failed) => Err(failed.error),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        // Not through the wrapper, which would put the name of the passing file into the error.
        self.partial.as_file_mut().write(content)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.partial.as_file_mut().flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.partial.as_file_mut().seek(to)
    }
}

/// Removes what killed processes left unfinished of a file. Nothing depends on it, so nothing is said when it fails.
fn clear_abandoned(folder: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let age =
            || entry.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok()?.elapsed().ok();
        let is_partial =
            name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(PARTIAL.as_bytes());
        if is_partial && age() > Some(ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder a path lies in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes room for a file that is written bit by bit: the old file is kept under a hidden name until [`drop_replaced`] is called, when
/// the new file is whole. If an earlier replacement was broken off, its unfinished file is emptied: the file that both replace is kept
/// already.
///
/// # Errors
/// Whatever the file system says.
pub fn begin_replacing(path: &Path) -> io::Result<()> {
    let has_content = |data: fs::Metadata| data.is_file() && data.len() > 0;
    if replaced(path).is_some() || !fs::metadata(path).is_ok_and(has_content) {
        return empty(path);
    }
    let real = fs::canonicalize(path)?;
    fs::rename(&real, hidden(&real))?;
    sync_folder_of(&real)
}

/// The file that is kept until the one at `path`, which replaces it, is whole.
#[must_use]
pub fn replaced(path: &Path) -> Option<PathBuf> {
    Some(hidden(&fs::canonicalize(path).unwrap_or_else(|_| path.into())))
        .filter(|kept| kept.is_file())
}

/// Removes the file that the one at `path` has replaced, now that this one is whole.
///
/// # Errors
/// Whatever the file system says.
pub fn drop_replaced(path: &Path) -> io::Result<()> {
    replaced(path).map_or(Ok(()), fs::remove_file)
}

fn hidden(path: &Path) -> PathBuf {
    folder_of(path).join(beside(path, ".draughts-td-replaced"))
}

/// The hidden name of a file beside another, which has its name and an ending. The name need not be UTF-8.
pub(crate) fn beside(path: &Path, ending: &str) -> OsString {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(ending);
    name
}

/// The name of a file as text, another for each file: bytes that are no UTF-8 become `\u{fffd}` and two hexadecimal digits.
#[must_use]
pub fn name_text(path: &Path) -> Cow<'_, str> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let escaped =
        |bytes: &[u8]| bytes.iter().map(|byte| format!("\u{fffd}{byte:02x}")).collect::<String>();
    match path.to_str() {
        Some(text) if !text.contains('\u{fffd}') => text.into(),
        _ => {
            let sign = '\u{fffd}'.to_string();
            let chunk = |chunk: std::str::Utf8Chunk<'_>| {
                let valid = chunk.valid().replace(&sign, &escaped(sign.as_bytes()));
                valid + &escaped(chunk.invalid())
            };
            bytes.utf8_chunks().map(chunk).collect()
        }
    }
}

/// Removes a file, if there is one.
///
/// # Errors
/// Whatever the file system says.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Empties a file, if there is one.
fn empty(path: &Path) -> io::Result<()> {
    match File::options().write(true).truncate(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Brings to the disk that a file was made or renamed in its folder: its own bytes may be there without its name. Nothing is done
/// where folders cannot be opened, or the file system does not know how.
///
/// # Errors
/// A disk that fails.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder_of(path)).and_then(|folder| folder.sync_all()) {
        Err(error) if !is_unsupported(error.kind()) => Err(error),
        _ => Ok(()),
    }
}

/// Whether an error says that something cannot be asked for, and not that it failed.
fn is_unsupported(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    [InvalidInput, PermissionDenied, Unsupported].contains(&kind)
}

/// Fails on `-`, which means standard input elsewhere and would be a file of that name here.
///
/// # Errors
/// The remedy.
pub fn check_named(path: &Path) -> io::Result<()> {
    let what = "it cannot be a stream; name a file (./- is one called -)";
    let is_dash = path == Path::new("-");
    if is_dash { Err(io::Error::new(io::ErrorKind::InvalidInput, what)) } else { Ok(()) }
}

/// What the names of packed files end with: those that are written here, and others.
const PACKINGS: [&str; 7] = [".zst", ".gz", ".zip", ".xz", ".bz2", ".7z", ".rar"];

/// The packing that the name of a file promises, as its ending in small letters.
#[must_use]
pub fn packing_of(path: &Path) -> Option<&'static str> {
    let name = path.as_os_str().to_string_lossy().to_lowercase();
    PACKINGS.into_iter().find(|packing| name.ends_with(packing))
}

/// Where writing to a path ends up: the path itself, or the file a symbolic link names.
///
/// # Errors
/// When something other than a file is there, or `-`, which elsewhere means a stream.
pub fn destination(path: &Path) -> io::Result<PathBuf> {
    let refused = |what| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    check_named(path)?;
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => refused("it is a folder; name a file in it"),
        Ok(data) if !data.is_file() => refused("it is a device or a pipe; name an ordinary file"),
        Ok(_) => path.canonicalize(),
        Err(_) if path.is_symlink() => refused("it is a symbolic link to nowhere; remove it"),
        Err(_) => Ok(path.into()),
    }
}

/// The file that a path names, whatever links and dots are on the way; it need not be there.
#[must_use]
pub fn real(path: &Path) -> PathBuf {
    let in_folder = || Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.into())
}

/// Opens an ordinary file to read it: a pipe would be waited for, and a device may never end.
///
/// # Errors
/// Whatever the file system says, or that something other than a file is there.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    let data = fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        let what = "it is a device or a pipe; name an ordinary file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    File::open(path)
}

/// Reads an ordinary file that has no business to be larger than `limit` bytes.
///
/// # Errors
/// Those of [`open_ordinary`], or that the file is too large.
pub fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_to_limit(open_ordinary(path)?, limit)
}

/// All of a file; a device that never ends is refused as well.
fn read_to_limit(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(limit + 1).read_to_end(&mut content)?;
    if content.len() as u64 > limit { Err(too_large(limit)) } else { Ok(content) }
}

/// What is packed by zstd, at most a byte more than `limit`: that byte shows that there is more.
///
/// # Errors
/// Bytes that zstd has not packed, or not to their end.
pub fn unpacked_at_most(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    zstd::Decoder::new(bytes)?.take(limit + 1).read_to_end(&mut content)?;
    Ok(content)
}

/// The fault of a file that holds more than `limit` bytes.
#[must_use]
pub fn too_large(limit: u64) -> io::Error {
    let what = format!("it is larger than {limit} bytes; is it the right file?");
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

/// The bytes of a file up to the end of its last whole line, found from the end.
///
/// # Errors
/// Whatever the file system says.
pub fn whole_lines(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        let mut piece = Vec::new();
        file.take(end - start).read_to_end(&mut piece)?;
        if let Some(at) = memchr::memrchr(b'\n', &piece) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The text of a file error; the one place for 'no such file'.
#[must_use]
pub fn io_error_text(error: &io::Error) -> String {
    match error.kind() {
        // An error made by the program itself has its own words.
        _ if error.get_ref().is_some() => error.to_string(),
        io::ErrorKind::NotFound => "no such file or folder; check the name".into(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file in it".into(),
        io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder".into(),
        io::ErrorKind::AlreadyExists => "a file of that name is there already".into(),
        io::ErrorKind::FileTooLarge => {
            "the file would be larger than the system permits; see ulimit -f".into()
        }
        io::ErrorKind::ConnectionRefused => "it is refused: no program listens there".into(),
        io::ErrorKind::PermissionDenied => "the system does not permit it".into(),
        _ => error.to_string(),
    }
}

/// Reads text of at most `limit` bytes, from a pipe too.
///
/// # Errors
/// Whatever the file system says, or that it is too large or not UTF-8.
pub fn read_text_at_most(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read_to_limit(File::open(path)?, limit)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_file_is_kept_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("games.pdn");
        begin_replacing(&path).expect("nothing there");
        assert_eq!((replaced(&path), path.exists()), (None, false));
        fs::write(&path, "mine").expect("written");
        begin_replacing(&path).expect("moved");
        assert!(!path.exists());
        for unfinished in ["half", "another half"] {
            fs::write(&path, unfinished).expect("written");
            begin_replacing(&path).expect("emptied");
            assert_eq!(fs::read_to_string(&path).expect("there"), "");
            let kept = replaced(&path).expect("kept");
            assert_eq!(fs::read_to_string(kept).expect("there"), "mine");
        }
        fs::write(&path, "whole").expect("written");
        drop_replaced(&path).expect("removed");
        drop_replaced(&path).expect("nothing to remove");
        assert_eq!(fs::read_dir(folder.path()).expect("folder").count(), 1);
    }

    #[test]
    fn what_a_killed_process_left_long_ago_is_cleared_away() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net");
        let at_work = folder.path().join(".net.young.partial");
        fs::write(&at_work, b"of another process").expect("written");
        let abandoned = File::create(folder.path().join(".net.old.partial")).expect("created");
        let long_ago = std::time::SystemTime::now() - 2 * ABANDONED;
        abandoned.set_modified(long_ago).expect("dated");
        write_atomically(&path, b"whole").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"whole");
        assert!(at_work.exists());
        assert_eq!(fs::read_dir(folder.path()).expect("list").count(), 2);
    }

    /// In a folder like /tmp other users could guess a fixed name.
    #[cfg(unix)]
    #[test]
    fn a_link_planted_beside_the_file_is_not_followed() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let (path, victim) = (folder.path().join("net"), folder.path().join("victim"));
        fs::write(&victim, b"precious").expect("written");
        for name in ["net.partial", ".net.partial"] {
            std::os::unix::fs::symlink(&victim, folder.path().join(name)).expect("link");
        }
        write_atomically(&path, b"whole").expect("written");
        assert_eq!(fs::read(&victim).expect("read"), b"precious");
        assert!(!path.is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_is_written_as_far_as_they_may_read_other_new_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("temporary folder");
        let (path, other) = (folder.path().join("net"), folder.path().join("other"));
        write_atomically(&path, b"whole").expect("written");
        fs::write(&other, b"as usual").expect("written");
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&path), mode(&other));
    }

    #[test]
    fn whole_lines_are_counted_from_the_end() {
        let mut file = tempfile::tempfile().expect("file");
        let mut lines_with = |more: &[u8]| {
            file.seek(SeekFrom::End(0)).expect("its end");
            file.write_all(more).expect("written");
            whole_lines(&mut file).expect("read")
        };
        assert_eq!(lines_with(b""), 0);
        assert_eq!(lines_with(&[b'x'; 200_000]), 0);
        assert_eq!(lines_with(b"\nhalf"), 200_001);
        assert_eq!(lines_with(&[b'x'; 200_000]), 200_001);
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_what_was_there_and_nothing_else() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("rows");
        fs::write(&path, b"old").expect("written");
        let mut file = NewFile::at(&path).expect("begun");
        file.write_all(b"half of the new").expect("written");
        drop(file);
        assert_eq!(fs::read(&path).expect("read"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("list").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn the_name_of_a_file_reaches_the_disk_unless_its_folder_is_gone() {
        let folder = tempfile::tempdir().expect("temporary folder");
        sync_folder_of(&folder.path().join("file")).expect("a folder of the system");
        let gone = sync_folder_of(&folder.path().join("gone/file")).expect_err("no folder");
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_failed_write_leaves_no_file() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let taken = folder.path().join("taken");
        std::fs::create_dir(&taken).expect("folder");
        assert!(write_atomically(&taken, b"abc").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).expect("list").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_written_through_and_stays_a_link() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, b"old").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("link");
        write_atomically(&link, b"new").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("read"), b"new");
        fs::remove_file(&file).expect("removed");
        let error = write_atomically(&link, b"newer").expect_err("nowhere").to_string();
        assert!(error.contains("link to nowhere"), "{error}");
    }

    /// A socket takes the place of a device: the test needs no privilege to make one.
    #[cfg(unix)]
    #[test]
    fn a_device_is_never_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("device");
        let _socket = std::os::unix::net::UnixListener::bind(&path).expect("socket");
        let error = write_atomically(&path, b"abc").expect_err("refused").to_string();
        assert!(error.contains("ordinary file"), "{error}");
        assert!(fs::metadata(&path).expect("still there").file_type().is_socket());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let zero = Path::new("/dev/zero");
        let error = read_text_at_most(zero, 1000).expect_err("endless").to_string();
        assert!(error.contains("larger than 1000 bytes"), "{error}");
        let error = read_at_most(zero, 1000).expect_err("a device").to_string();
        assert!(error.contains("a device or a pipe"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_nobody_writes_is_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let error = read_at_most(&pipe, 1000).expect_err("a pipe").to_string();
        assert!(error.contains("a device or a pipe"), "{error}");
        let error = read_at_most(folder.path(), 1000).expect_err("a folder");
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    }

    /// Two names that a lossy reading takes for one.
    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_no_utf_8_stay_apart() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().expect("temporary folder");
        let name = |bytes: &[u8]| folder.path().join(OsStr::from_bytes(bytes));
        let paths = [
            name(b"\xff"),
            name(b"\xfe"),
            name("\u{fffd}".as_bytes()),
            name("\u{fffd}ff".as_bytes()),
        ];
        let texts = paths.iter().map(|path| name_text(path));
        assert_eq!(texts.collect::<std::collections::HashSet<_>>().len(), paths.len());
        assert_eq!(name_text(Path::new("Müller.pdn")), "Müller.pdn");
        for path in &paths {
            fs::write(path, path.as_os_str().as_bytes()).expect("written");
            begin_replacing(path).expect("begun");
        }
        for path in &paths {
            let kept = replaced(path).expect("it is kept");
            assert_eq!(fs::read(kept).expect("read"), path.as_os_str().as_bytes());
        }
    }
}
