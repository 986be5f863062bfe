//! Files as they come: plain, packed, in any encoding, damaged.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use draughts_td::pdn::read_blocks;
use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::bytes::Bytes;
use super::pdn;
use super::scratch;

/// Reads a file. The first byte says how it is packed, so that nobody need guess a checksum; the second how many of its
/// last bytes are lost.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (packing, lost) = (bytes.byte(), usize::from(bytes.byte()));
    let mut file = pack(packing, bytes);
    file.truncate(file.len().saturating_sub(lost));
    scratch::with_file("file", &file, |path| {
        let _: ControlFlow<()> = read_blocks(path, &mut Vec::new, &mut |next| {
            match next {
                Ok(block) => pdn::read(&block),
                Err(fault) => assert!(!fault.to_string().is_empty()),
            }
            ControlFlow::Continue(())
        });
    });
}

fn pack(packing: u8, rest: Bytes<'_>) -> Vec<u8> {
    match packing % 8 {
        1 => gzip(rest.0),
        2 => zstd::bulk::compress(rest.0, 1).expect("memory can be packed"),
        3 => archive(rest),
        4 => utf_16(rest.0, u16::to_le_bytes),
        5 => utf_16(rest.0, u16::to_be_bytes),
        6 => [gzip(rest.0), gzip(rest.0)].concat(),
        _ => rest.0.to_vec(),
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

/// An archive of members, each a name and a text with a zero after them.
fn archive(mut bytes: Bytes<'_>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    while !bytes.0.is_empty() {
        let (name, text) = (bytes.text(), bytes.part());
        // A name that is there twice or is too long is refused by the writer.
        if archive.start_file(name, SimpleFileOptions::default()).is_ok() {
            archive.write_all(text).expect("memory can be written");
        }
    }
    archive.finish().expect("memory can be written").into_inner()
}

fn utf_16(text: &[u8], order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
}
