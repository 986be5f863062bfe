//! SHA-256 checksums (FIPS 180-4), written in lower-case hexadecimal.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// A checksum of bytes that arrive in pieces.
#[derive(Clone, Debug, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// Adds bytes.
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// Adds all bytes of a source.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn read(&mut self, mut source: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match source.read(&mut buffer)? {
                0 => return Ok(()),
                n => self.update(&buffer[..n]),
            }
        }
    }

    /// The checksum of the bytes so far: 64 digits.
    #[must_use]
    pub fn hex(&self) -> String {
        self.0.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The checksum of bytes in memory.
#[must_use]
pub fn of_bytes(bytes: impl AsRef<[u8]>) -> String {
    let mut checksum = Checksum::default();
    checksum.update(bytes);
    checksum.hex()
}

/// The checksum of a file.
///
/// # Errors
/// The file cannot be read.
pub fn of_file(path: &Path) -> io::Result<String> {
    of_reader(File::open(path)?)
}

/// The checksum of all bytes of a source.
///
/// # Errors
/// The source cannot be read.
pub fn of_reader(source: impl Read) -> io::Result<String> {
    let mut checksum = Checksum::default();
    checksum.read(source)?;
    Ok(checksum.hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_bytes("abc"), known);
        assert_eq!(of_reader(&b"abc"[..]).expect("read"), known);
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("abc");
        std::fs::write(&path, b"abc").expect("written");
        assert_eq!(of_file(&path).expect("read"), known);
    }
}
