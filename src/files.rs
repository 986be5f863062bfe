//! Whole files: written completely or not at all, and told apart by checksum.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

/// Writes a file so that at every moment either the old or the whole new content is there: into a temporary file in the
/// same folder, flushed to the disk, then renamed.
///
/// # Errors
/// Whatever the file system says, a full disk for instance; the old file is then untouched.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

/// Temporary files are made for their owner alone; the finished file gets the ordinary permissions.
#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &File) -> io::Result<()> {
    Ok(())
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
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let taken = folder.path().join("taken");
        std::fs::create_dir(&taken).expect("folder");
        assert!(write_atomically(&taken, b"abc").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).expect("list").count(), 1);
    }
}
