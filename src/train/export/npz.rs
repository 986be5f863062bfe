//! An NPZ archive of arrays, for as many positions as fit into memory; `numpy.load` and any reader of zip open it.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipArchive, ZipWriter};

use super::buffer::{GameRows, Subset};
use super::column::{Cell, columns};
use super::error::ExportError;
use super::npy;
use super::plan::Content;
use super::rows::{Inputs, Rows};
use super::sink::Sink;
use crate::checksum;
use crate::files::NewFile;
use crate::lock::Lock;

/// The most bytes of rows; larger arrays would need ZIP64, and more memory than many machines have.
const MAX_BYTES: usize = 2 << 30;

/// A higher level takes three times as long for a few per cent less.
const COMPRESSION_LEVEL: i64 = 3;

/// An archive that is being written.
#[derive(Debug)]
pub struct Npz {
    path: PathBuf,
    file: NewFile,
    metadata: String,
    rows: Rows,
    held_out: Vec<bool>,
    limit: usize,
    _lock: Lock,
}

impl Npz {
    /// Begins an archive with this metadata.
    ///
    /// # Errors
    /// A file that cannot be written, or that another process writes.
    pub fn new(path: &Path, content: &Content, metadata: &Value) -> Result<Npz, ExportError> {
        let lock = Lock::on(path)?;
        let fault = |source| ExportError::Write { path: path.into(), source };
        Ok(Npz {
            path: path.into(),
            file: NewFile::at(path).map_err(fault)?,
            metadata: metadata.to_string(),
            rows: Rows::new(content),
            held_out: Vec::new(),
            limit: MAX_BYTES,
            _lock: lock,
        })
    }

    /// Whether a file is an archive with this metadata, as it was written: other writers remove its mark.
    #[must_use]
    pub fn holds(path: &Path, metadata: &Value) -> bool {
        let archive = File::open(path).ok().and_then(|file| ZipArchive::new(file).ok());
        archive.is_some_and(|archive| archive.comment() == mark(&metadata.to_string()).as_bytes())
    }
}

/// The mark of an archive with this metadata.
fn mark(metadata: &str) -> String {
    format!("draughts-td {}", checksum::of_bytes(metadata.as_bytes()))
}

impl Sink for Npz {
    fn add(&mut self, game_rows: GameRows<'_, Rows>) -> Result<(), ExportError> {
        let is_held_out = game_rows.subset == Subset::HeldOut;
        self.held_out.extend(std::iter::repeat_n(is_held_out, game_rows.range.len()));
        self.rows.append(&game_rows);
        if self.rows.bytes() > self.limit {
            return Err(ExportError::TooMany { gib: self.limit >> 30 });
        }
        Ok(())
    }

    fn finish(self: Box<Self>, files: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError> {
        let Npz { path, mut file, metadata, rows, held_out, .. } = *self;
        let written =
            write(&mut file, &rows, &held_out, files, &metadata).and_then(|()| file.finish());
        written.map_err(|source| ExportError::Write { path: path.clone(), source })?;
        Ok(vec![path])
    }
}

fn write(
    file: &mut NewFile,
    rows: &Rows,
    held_out: &[bool],
    files: &[Arc<str>],
    metadata: &str,
) -> io::Result<()> {
    let mut archive = Archive(ZipWriter::new(UntilError { file, is_over: false }));
    for column in columns(rows.content()) {
        archive.cells(column.name, column.cell, rows)?;
    }
    archive.numbers("held_out", "|b1", held_out, |&held_out| [u8::from(held_out)])?;
    archive.inputs(rows.inputs())?;
    let names: Vec<&str> = files.iter().map(|file| &**file).collect();
    archive.texts("files", &names, &[names.len()])?;
    if let Some(catalogue) = rows.content().catalogue() {
        let names: Vec<&str> = catalogue.names().collect();
        archive.texts("input_names", &names, &[names.len()])?;
    }
    archive.texts("about", &[metadata], &[])?;
    archive.0.set_comment(mark(metadata))?;
    archive.0.finish().map(|_| ()).map_err(io::Error::from)
}

/// The file up to its first error, which is returned; later writes are discarded. A dropped writer of archives would otherwise finish
/// its archive and print the error.
struct UntilError<'a> {
    file: &'a mut NewFile,
    is_over: bool,
}

impl Write for UntilError<'_> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(content.len());
        }
        let written = self.file.write(content);
        self.is_over = matches!(&written, Err(fault) if fault.kind() != io::ErrorKind::Interrupted);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for UntilError<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

struct Archive<'a>(ZipWriter<UntilError<'a>>);

impl Archive<'_> {
    fn array(&mut self, name: &str) -> io::Result<BufWriter<&mut impl Write>> {
        // Without a time stamp the same rows are the same bytes.
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .compression_level(Some(COMPRESSION_LEVEL));
        self.0.start_file(format!("{name}.npy"), options)?;
        Ok(BufWriter::new(&mut self.0))
    }

    fn numbers<T, const N: usize>(
        &mut self,
        name: &str,
        kind: &str,
        values: &[T],
        bytes: impl Fn(&T) -> [u8; N],
    ) -> io::Result<()> {
        self.shaped(name, kind, &[values.len()], values.iter().map(bytes))
    }

    fn shaped<const N: usize>(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[usize],
        values: impl Iterator<Item = [u8; N]>,
    ) -> io::Result<()> {
        let mut array = self.array(name)?;
        npy::head(&mut array, kind, shape)?;
        for value in values {
            array.write_all(&value)?;
        }
        array.flush()
    }

    fn texts(&mut self, name: &str, texts: &[&str], shape: &[usize]) -> io::Result<()> {
        let mut array = self.array(name)?;
        npy::texts(&mut array, texts, shape)?;
        array.flush()
    }

    fn cells(&mut self, name: &str, cell: Cell, rows: &Rows) -> io::Result<()> {
        let rows = rows.rows();
        match cell {
            Cell::Word(get) => self.numbers(name, "<u8", rows, |row| get(row).to_le_bytes()),
            Cell::Count(get) | Cell::File(get) => {
                self.numbers(name, "<u4", rows, |row| get(row).to_le_bytes())
            }
            Cell::Sign(get) => self.numbers(name, "|i1", rows, |row| get(row).to_le_bytes()),
            Cell::Flag(get) => self.numbers(name, "|b1", rows, |row| [u8::from(get(row))]),
            // An unknown score is NaN, as is usual in arrays.
            Cell::Maybe(get) => {
                self.numbers(name, "<f4", rows, |row| get(row).unwrap_or(f32::NAN).to_le_bytes())
            }
        }
    }

    /// The sparse ones as `scipy.sparse.csr_matrix` takes them.
    fn inputs(&mut self, inputs: &Inputs) -> io::Result<()> {
        match inputs {
            Inputs::None => Ok(()),
            Inputs::Sparse { ends, indices, values } => {
                let starts = std::iter::once(&0).chain(ends);
                let starts = starts.map(|&end| (end as i64).to_le_bytes());
                self.shaped("input_indptr", "<i8", &[ends.len() + 1], starts)?;
                let index = |&index: &u16| i32::from(index).to_le_bytes();
                self.numbers("input_indices", "<i4", indices, index)?;
                self.numbers("input_values", "<f4", values, |value| value.to_le_bytes())
            }
            Inputs::Dense { width, values } => {
                let shape = [values.len() / width, *width];
                self.shaped("inputs", "<f4", &shape, values.iter().map(|value| value.to_le_bytes()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::export::rows::ExportRow;

    fn row() -> ExportRow {
        let position = Position::start();
        ExportRow { position, ply: 0, result: 1, score: None, file: 0, game: 1, line: 1 }
    }

    #[test]
    fn more_rows_than_memory_is_meant_for_are_refused_with_the_remedy() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("rows.npz");
        let mut npz = Npz::new(&path, &Content::Boards, &Value::Null).expect("begun");
        npz.limit = 3 * size_of::<ExportRow>();
        let mut rows = Rows::new(&Content::Boards);
        (0..4).for_each(|_| rows.push(row()));
        let mut add = |range| {
            npz.add(GameRows { subset: Subset::Train, number: 1, rows: &rows, range, files: &[] })
        };
        add(0..3).expect("as many as fit");
        let error = add(3..4).expect_err("one more").to_string();
        assert!(error.contains("--parquet"), "{error}");
        drop(npz);
        assert_eq!(std::fs::read_dir(folder.path()).expect("list").count(), 0);
    }
}
