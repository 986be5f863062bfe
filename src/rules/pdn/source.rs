//! Opens inputs: files and standard input, plain, gzip, Zstandard or zip, distinguished by their first bytes.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};
use flate2::bufread::GzDecoder;
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

use super::block::{BlockReader, TextBlock};
use super::encoding;
use super::error::{Packing, PdnError};
use crate::files;

/// Receives the blocks and faults of an input; `Break` stops the reading.
pub type Sink<'a> = &'a mut dyn FnMut(Result<TextBlock, PdnError>) -> ControlFlow<()>;

/// Reads a file of another form as blocks of PDN text, as [`read_blocks`] does.
pub(crate) type BlockSource = fn(&Path, &mut dyn FnMut() -> Vec<u8>, Sink<'_>) -> ControlFlow<()>;

/// How databases are read; none are without it.
static DATABASES: OnceLock<BlockSource> = OnceLock::new();

/// The first bytes of an SQLite file.
const SQLITE: &[u8] = b"SQLi";

/// From now on [`read_blocks`] reads SQLite files by this. The first call counts.
pub fn read_databases_by(source: BlockSource) {
    let _ = DATABASES.set(source);
}

/// Whether a path is a file that [`read_blocks`] reads as a database.
#[must_use]
pub fn is_database(path: &Path) -> bool {
    let head = |mut file: File| first_bytes(&mut file);
    path.is_file() && File::open(path).and_then(head).is_ok_and(|head| head == SQLITE)
}

/// The encoding that [`read_as`](super::read_as) has named for all files, by the name that the standard has for it.
#[must_use]
pub fn named_encoding() -> Option<&'static str> {
    encoding::named().map(Encoding::name)
}

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Reads one path to its end, block after block, into buffers that `spare` provides. Faults are handed to the sink like blocks; what follows a fault is
/// read as far as it can be.
pub fn read_blocks(
    path: &Path,
    spare: &mut dyn FnMut() -> Vec<u8>,
    sink: Sink<'_>,
) -> ControlFlow<()> {
    let name: Arc<str> = Arc::from(files::name_text(path));
    if &*name == STANDARD_INPUT {
        let stdin = CountingReader::new(io::stdin().lock());
        return Opened { name, packed: Rc::clone(&stdin.count), spare, sink }.stream(stdin);
    }
    match open(path, &name) {
        Err(fault) => sink(Err(fault)),
        Ok(file) => {
            let file = CountingReader::new(file);
            Opened { name, packed: Rc::clone(&file.count), spare, sink }.file(path, file)
        }
    }
}

/// Reads the bytes of a file of this name as [`read_blocks`] reads the file, packed or not; a database is no text.
pub fn read_bytes(name: &str, bytes: &[u8], sink: Sink<'_>) -> ControlFlow<()> {
    let mut file = CountingReader::new(Cursor::new(bytes));
    let packed = Rc::clone(&file.count);
    let mut opened = Opened { name: Arc::from(name), packed, spare: &mut Vec::new, sink };
    let head: Vec<u8> = bytes.iter().take(4).copied().collect();
    if Packing::of(&head) == Packing::Zip {
        return opened.archive(file);
    }
    file.inner.set_position(head.len() as u64);
    opened.whole(head, &mut file)
}

fn open(path: &Path, name: &Arc<str>) -> Result<File, PdnError> {
    let file = || Arc::clone(name);
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => PdnError::Missing { file: file() },
        _ => PdnError::Open { file: file(), source },
    };
    let kind = fs::metadata(path).map_err(failed)?;
    if kind.is_dir() {
        return Err(PdnError::Directory { file: file() });
    }
    File::open(path).map_err(failed)
}

/// One input on its way from bytes to blocks.
struct Opened<'a> {
    name: Arc<str>,
    packed: Rc<Cell<u64>>,
    spare: &'a mut dyn FnMut() -> Vec<u8>,
    sink: Sink<'a>,
}

impl Opened<'_> {
    /// A file can be searched, which listing a zip archive needs.
    fn file(mut self, path: &Path, mut file: CountingReader<File>) -> ControlFlow<()> {
        match first_bytes(&mut file) {
            Ok(head)
                if head == SQLITE
                    && let Some(read) = DATABASES.get() =>
            {
                read(path, self.spare, self.sink)
            }
            Ok(head) if Packing::of(&head) == Packing::Zip => {
                let rewound = file.seek(SeekFrom::Start(0));
                match rewound {
                    Ok(_) => self.archive(file),
                    Err(source) => self.refuse(PdnError::Open { file: self.name.clone(), source }),
                }
            }
            Ok(head) => self.whole(head, &mut file),
            Err(source) => self.refuse(PdnError::Open { file: self.name.clone(), source }),
        }
    }

    /// Standard input cannot be searched: an archive is first copied to a temporary file.
    fn stream(mut self, mut stream: CountingReader<impl Read>) -> ControlFlow<()> {
        match first_bytes(&mut stream) {
            Ok(head) if Packing::of(&head) == Packing::Zip => {
                let copied = tempfile::tempfile().and_then(|mut copy| {
                    io::copy(&mut Cursor::new(head).chain(stream), &mut copy)?;
                    copy.seek(SeekFrom::Start(0))?;
                    Ok(copy)
                });
                match copied {
                    Ok(copy) => self.archive(CountingReader::new(copy)),
                    Err(source) => self.refuse(PdnError::Open { file: self.name.clone(), source }),
                }
            }
            Ok(head) => self.whole(head, &mut stream),
            Err(source) => self.refuse(PdnError::Open { file: self.name.clone(), source }),
        }
    }

    fn refuse(&mut self, fault: PdnError) -> ControlFlow<()> {
        (self.sink)(Err(fault))
    }

    /// A file that is no archive.
    fn whole(&mut self, head: Vec<u8>, rest: &mut dyn Read) -> ControlFlow<()> {
        self.unpack(Arc::clone(&self.name), Packing::Plain, head, rest)
    }

    /// A member of an archive, which may be packed itself.
    fn member(&mut self, name: &str, text: &mut dyn Read) -> ControlFlow<()> {
        let name: Arc<str> = Arc::from(format!("{}/{name}", self.name));
        match first_bytes(text) {
            Ok(head) if Packing::of(&head) == Packing::Zip => {
                self.refuse(PdnError::Packed { file: name, packing: "zip within a zip archive" })
            }
            Ok(head) => self.unpack(name, Packing::Zip, head, text),
            Err(source) => self.refuse(PdnError::of_stream(name, Packing::Zip, 0, 1, source)),
        }
    }

    /// Text in an outer packing, and perhaps in one of its own.
    fn unpack(
        &mut self,
        name: Arc<str>,
        outer: Packing,
        head: Vec<u8>,
        rest: &mut dyn Read,
    ) -> ControlFlow<()> {
        if head.is_empty() {
            return self.refuse(PdnError::Empty { file: name });
        }
        if let Some(packing) = foreign_packing(&head) {
            return self.refuse(PdnError::Packed { file: name, packing });
        }
        let packing = Packing::of(&head);
        let mut whole = BufReader::with_capacity(1 << 16, Cursor::new(head).chain(rest));
        match packing {
            Packing::Gzip => {
                let mut parts = GzipParts { part: Some(GzDecoder::new(whole)), bytes_after: 0 };
                self.text(Arc::clone(&name), packing, &mut parts)?;
                match parts.bytes_after {
                    0 => ControlFlow::Continue(()),
                    bytes => self.refuse(PdnError::AfterEnd { file: name, packing, bytes }),
                }
            }
            Packing::Zstd => match zstd::stream::read::Decoder::with_buffer(whole) {
                Ok(mut decoder) => self.text(name, packing, &mut decoder),
                Err(source) => self.refuse(PdnError::Open { file: name, source }),
            },
            Packing::Plain | Packing::Zip => self.text(name, outer, &mut whole),
        }
    }

    /// Every member that is a PDN file by name, or every member if none is.
    fn archive(&mut self, mut file: CountingReader<impl Read + Seek>) -> ControlFlow<()> {
        // Without its end a zip archive has no list of members; they are then read one after another.
        let Ok(mut archive) = ZipArchive::new(&mut file) else {
            return match file.seek(SeekFrom::Start(0)) {
                Ok(_) => self.damaged_archive(file),
                Err(source) => self.refuse(PdnError::Open { file: self.name.clone(), source }),
            };
        };
        let (members, others) = sorted_members(&archive);
        for (index, name) in &members {
            match archive.by_index(*index) {
                Ok(mut text) => self.member(name, &mut text)?,
                Err(fault) => {
                    self.refuse(archive_fault(format!("{}/{name}", self.name).into(), &fault))?;
                }
            }
        }
        // Only the last of them can be found.
        if archive.has_duplicate_names() {
            let reason =
                "several of its members have one name, and only one of them is read".into();
            self.refuse(PdnError::Archive { file: self.name.clone(), reason })?;
        }
        if members.is_empty() && others.is_empty() {
            return self.refuse(PdnError::Empty { file: self.name.clone() });
        }
        ControlFlow::Continue(())
    }

    /// Reads the members of an archive that was cut short, then says so.
    fn damaged_archive(&mut self, file: CountingReader<impl Read + Seek>) -> ControlFlow<()> {
        let mut file = BufReader::new(file);
        loop {
            match read_zipfile_from_stream(&mut file) {
                Ok(Some(text)) if text.is_dir() => {}
                Ok(Some(mut text)) => {
                    let name =
                        text.name().map_or_else(|_| "member".into(), |name| name.into_owned());
                    self.member(&name, &mut text)?;
                }
                Ok(None) => break,
                Err(fault) => return self.refuse(archive_fault(self.name.clone(), &fault)),
            }
        }
        let reason = "its end, with the list of members, is missing".to_owned();
        self.refuse(PdnError::Archive { file: self.name.clone(), reason })
    }

    /// Unpacked text, UTF-16 and what is in an encoding that was named turned into UTF-8.
    fn text(&mut self, name: Arc<str>, packing: Packing, text: &mut dyn Read) -> ControlFlow<()> {
        let head = match first_bytes(text) {
            Ok(head) if head.is_empty() => return self.refuse(PdnError::Empty { file: name }),
            Ok(head) => head,
            Err(source) => return self.refuse(PdnError::of_stream(name, packing, 0, 1, source)),
        };
        let encoding = match head.as_slice() {
            [0xFF, 0xFE, ..] => Some(UTF_16LE),
            [0xFE, 0xFF, ..] => Some(UTF_16BE),
            // Without a byte order mark: signs of ASCII, as tags and moves begin with.
            [a, 0, b, 0] if *a.min(b) > 0 => Some(UTF_16LE),
            [0, a, 0, b] if *a.min(b) > 0 => Some(UTF_16BE),
            _ => encoding::named(),
        };
        let decoder = encoding.map(Encoding::new_decoder);
        let mut text = Cursor::new(head).chain(text);
        match decoder {
            Some(decoder) => {
                self.blocks(BlockReader::new(&mut Decoded::new(&mut text, decoder), name, packing))
            }
            None => self.blocks(BlockReader::new(&mut text, name, packing)),
        }
    }

    fn blocks(&mut self, mut reader: BlockReader<'_>) -> ControlFlow<()> {
        while let Some(mut next) = reader.next((self.spare)()) {
            if let Ok(block) = &mut next {
                block.packed_bytes = self.packed.get();
            }
            (self.sink)(next)?;
        }
        ControlFlow::Continue(())
    }
}

/// Whether a file or a member of an archive is PDN by its name, plain or packed. What begins with a dot is hidden and no such file.
#[must_use]
pub fn is_pdn_name(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let unpacked = [".gz", ".zst", ".zip"].iter().find_map(|packing| file.strip_suffix(packing));
    unpacked.unwrap_or(&file).ends_with(".pdn") && !file.starts_with('.')
}

/// The names of the members of a zip archive that [`read_blocks`] does not read; none of another file.
#[must_use]
pub fn passed_over(path: &Path) -> Vec<String> {
    let archive = || {
        let mut file = Some(path).filter(|path| path.is_file()).map(File::open)?.ok()?;
        let is_zip = Packing::of(&first_bytes(&mut file).ok()?) == Packing::Zip;
        is_zip.then(|| ZipArchive::new(BufReader::new(file)).ok())?
    };
    archive().map_or(Vec::new(), |archive| sorted_members(&archive).1)
}

/// The members of an archive to read, with their numbers, and the names of the others: those that are PDN by name are read, or all if none
/// is. What is hidden is passed over without a word, as in a folder.
fn sorted_members<R: Read + Seek>(archive: &ZipArchive<R>) -> (Vec<(usize, String)>, Vec<String>) {
    let name = |index| match archive.name_for_index(index) {
        Some(Ok(name)) => name.into_owned(),
        _ => format!("member {}", index + 1),
    };
    let files = (0..archive.len()).map(|index| (index, name(index)));
    let (pdn, others): (Vec<_>, Vec<_>) =
        files.filter(|(_, name)| !name.ends_with('/')).partition(|(_, name)| is_pdn_name(name));
    if pdn.is_empty() {
        return (others, Vec::new());
    }
    let is_hidden = |name: &String| name.split('/').any(|part| part.starts_with('.'));
    let others = others.into_iter().map(|(_, name)| name).filter(|name| !is_hidden(name));
    (pdn, others.collect())
}

fn archive_fault(file: Arc<str>, fault: &zip::result::ZipError) -> PdnError {
    PdnError::Archive { file, reason: fault.to_string() }
}

impl Packing {
    /// Finds the packing by the first bytes.
    fn of(head: &[u8]) -> Packing {
        match head {
            [0x1F, 0x8B, ..] => Packing::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Packing::Zstd,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Packing::Zip,
            _ => Packing::Plain,
        }
    }
}

/// The packing of a file that is not read, by its first bytes.
fn foreign_packing(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'B', b'Z', b'h', b'1'..=b'9'] => Some("bzip2"),
        [0xFD, b'7', b'z', b'X'] => Some("xz"),
        [b'7', b'z', 0xBC, 0xAF] => Some("7-Zip"),
        b"Rar!" => Some("RAR"),
        _ => None,
    }
}

/// Up to four bytes, fewer only at the end.
fn first_bytes(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(4);
    reader.take(4).read_to_end(&mut head)?;
    Ok(head)
}

/// Counts the bytes of the packed file that were read.
struct CountingReader<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R> CountingReader<R> {
    fn new(inner: R) -> CountingReader<R> {
        CountingReader { inner, count: Rc::new(Cell::new(0)) }
    }
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for CountingReader<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.inner.seek(to)?;
        self.count.set(place);
        Ok(place)
    }
}

/// The parts of a gzip file, one after another. Zeros fill the last block of a tape, and are no part.
struct GzipParts<R> {
    part: Option<GzDecoder<R>>,
    /// What comes after the last part and is something else.
    bytes_after: u64,
}

impl<R: BufRead> Read for GzipParts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(part) = &mut self.part {
            let read = part.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut rest) = self.part.take().map(GzDecoder::into_inner) else { break };
            while let [0, ..] = rest.fill_buf()? {
                rest.consume(1);
            }
            match rest.fill_buf()? {
                [0x1F] | [0x1F, 0x8B, ..] => self.part = Some(GzDecoder::new(rest)),
                _ => self.bytes_after = io::copy(&mut rest, &mut io::sink())?,
            }
        }
        Ok(0)
    }
}

/// Text of an encoding as UTF-8, a piece at a time; bytes that are invalid in it become replacement characters.
struct Decoded<'a> {
    inner: &'a mut dyn Read,
    decoder: Decoder,
    packed: Vec<u8>,
    text: Cursor<Vec<u8>>,
    /// The decoder knows of the end, and must not be called again.
    finished: bool,
}

impl<'a> Decoded<'a> {
    fn new(inner: &'a mut dyn Read, decoder: Decoder) -> Decoded<'a> {
        let text = Cursor::new(Vec::new());
        Decoded { inner, decoder, packed: Vec::new(), text, finished: false }
    }
}

impl Read for Decoded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.finished {
                return Ok(read);
            }
            self.packed.clear();
            self.finished = self.inner.take(1 << 16).read_to_end(&mut self.packed)? == 0;
            let mut text = String::with_capacity(3 * (self.packed.len() + 2));
            let _ = self.decoder.decode_to_string(&self.packed, &mut text, self.finished);
            self.text = Cursor::new(text.into_bytes());
        }
    }
}
