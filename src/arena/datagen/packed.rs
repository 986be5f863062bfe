//! Games as text, packed in members: a file of concatenated members unpacks to their texts in that order.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::files;

/// Well packed, and still faster than games are played.
const ZSTD_LEVEL: i32 = 9;

/// How a file of games is packed, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Zstd,
    Gzip,
    Plain,
}

impl Packing {
    /// The packing of a file of this name; `None` for archives, to which nothing can be added.
    pub(crate) fn of(path: &Path) -> Option<Packing> {
        match files::packing_of(path) {
            Some(".zst") => Some(Packing::Zstd),
            Some(".gz") => Some(Packing::Gzip),
            Some(_) => None,
            None => Some(Packing::Plain),
        }
    }

    pub(crate) fn pack(self, text: String) -> io::Result<Vec<u8>> {
        match self {
            Packing::Plain => Ok(text.into_bytes()),
            Packing::Zstd => zstd::bulk::compress(text.as_bytes(), ZSTD_LEVEL),
            Packing::Gzip => {
                let mut packer = GzEncoder::new(Vec::new(), Compression::best());
                packer.write_all(text.as_bytes())?;
                packer.finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn unpacked(packing: Packing, bytes: &[u8]) -> String {
        let mut text = String::new();
        match packing {
            Packing::Plain => text = String::from_utf8_lossy(bytes).into_owned(),
            Packing::Zstd => {
                _ = zstd::Decoder::new(bytes).expect("zstd").read_to_string(&mut text);
            }
            Packing::Gzip => {
                _ = flate2::read::MultiGzDecoder::new(bytes).read_to_string(&mut text);
            }
        }
        text
    }

    #[test]
    fn members_put_together_unpack_to_their_texts_in_order() {
        for name in ["a.pdn.zst", "a.pdn.GZ", "a.pdn", "a"] {
            let packing = Packing::of(Path::new(name)).expect(name);
            let members =
                ["one\n", "", "two\n"].map(|text| packing.pack(text.into()).expect("packed"));
            assert_eq!(unpacked(packing, &members.concat()), "one\ntwo\n", "{name}");
        }
        assert_eq!(Packing::of(Path::new("a.pdn.zip")), None);
    }
}
