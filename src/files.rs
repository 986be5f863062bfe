//! Whole files: written completely or not at all, read up to a limit, and told apart by checksum.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Writes a file so that at every moment either the old or the whole new content is there: beside it, under its name and
/// `.partial`, flushed to the disk, then renamed. A symbolic link stays; the file it names is written. What a killed process
/// leaves of a partial file is replaced the next time.
///
/// # Errors
/// Whatever the file system says, a full disk for instance, or a path that names a device or a pipe, which a rename would
/// replace; what was there is then untouched.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = destination(path)?;
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    let written = write_new(partial.as_ref(), content).and_then(|()| fs::rename(&partial, &path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// The folder a path lies in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Where writing to a path ends up: the path itself, or the file a symbolic link names.
///
/// # Errors
/// When something other than a file is there.
pub fn destination(path: &Path) -> io::Result<PathBuf> {
    let refused = |what| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => refused("it is a folder; name a file in it"),
        Ok(data) if !data.is_file() => refused("it is a device or a pipe; name an ordinary file"),
        Ok(_) => path.canonicalize(),
        Err(_) if path.is_symlink() => refused("it is a symbolic link to nowhere; remove it"),
        Err(_) => Ok(path.into()),
    }
}

/// Reads a file that has no business to be larger than `limit` bytes; a device that never ends is refused as well.
///
/// # Errors
/// Whatever the file system says, or that the file is too large.
pub fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut content)?;
    if content.len() as u64 > limit {
        let what = format!("it is larger than {limit} bytes; is it the right file?");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(content)
}

/// Reads text of at most `limit` bytes.
///
/// # Errors
/// Those of [`read_at_most`], or that it is not UTF-8.
pub fn read_text_at_most(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read_at_most(path, limit)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The SHA-256 checksum of a file in lower-case hexadecimal.
///
/// # Errors
/// When the file cannot be read.
pub fn checksum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            n => hash.update(&buffer[..n]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_sha_256() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("abc");
        write_atomically(&path, b"abc").expect("written");
        // FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum(&path).expect("read"), known);
    }

    #[test]
    fn what_a_killed_process_left_is_replaced() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net");
        fs::write(folder.path().join("net.partial"), b"half of a longer fi").expect("written");
        write_atomically(&path, b"whole").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"whole");
        assert_eq!(fs::read_dir(folder.path()).expect("list").count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
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

    /// A socket stands for a device: the test needs no privilege to make one.
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
        let error = read_at_most(Path::new("/dev/zero"), 1000).expect_err("endless").to_string();
        assert!(error.contains("larger than 1000 bytes"), "{error}");
    }
}
