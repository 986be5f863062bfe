//! Parquet: a file of positions to learn from and one of those held out, written in groups of rows, so that memory stays the same
//! whatever their number.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::{ParquetError, Result as Done};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use serde_json::Value;

use super::buffer::{GameRows, RowBuffer, Subset};
use super::column::{Cell, columns};
use super::error::ExportError;
use super::levels::levels;
use super::plan::Content;
use super::rows::{Inputs, Rows};
use super::schema;
use super::sink::Sink;
use crate::files::NewFile;
use crate::lock::Lock;

/// The most rows of a group: what readers take at once.
const MAX_GROUP_ROWS: usize = 1 << 20;

/// The most bytes of rows that wait to become a group.
const MAX_GROUP_BYTES: usize = 64 << 20;

/// The key of the metadata in a file.
const ABOUT: &str = "draughts-td";

/// A folder of two files under way.
pub struct Parquet {
    parts: [SubsetFile; 2],
    _locks: [Lock; 2],
    /// Declared last and so dropped last, when the unfinished files in it are gone.
    _folder: NewFolder,
}

struct SubsetFile {
    path: PathBuf,
    writer: SerializedFileWriter<NewFile>,
    rows: Rows,
}

/// A new folder that is removed again if it stays empty.
struct NewFolder(Option<PathBuf>);

impl NewFolder {
    fn at(path: &Path) -> io::Result<NewFolder> {
        let is_new = !path.exists();
        std::fs::create_dir_all(path)?;
        Ok(NewFolder(is_new.then(|| path.into())))
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // A folder with files in it cannot be removed.
        self.0.iter().for_each(|path| drop(std::fs::remove_dir(path)));
    }
}

impl Parquet {
    /// Begins the files of a folder, which is made if it does not exist, with this metadata.
    ///
    /// # Errors
    /// A folder that cannot be written, or files that another process writes.
    pub fn new(folder: &Path, content: &Content, metadata: &Value) -> Result<Parquet, ExportError> {
        let made = NewFolder::at(folder)
            .map_err(|source| ExportError::Write { path: folder.into(), source })?;
        let paths = Subset::ALL.map(|subset| folder.join(format!("{}.parquet", subset.name())));
        let [train, held_out] = &paths;
        let locks = [Lock::on(train)?, Lock::on(held_out)?];
        let subset_file = |path: &Path| {
            SubsetFile::new(path, content, metadata).map_err(|error| fault(path, error))
        };
        Ok(Parquet {
            parts: [subset_file(train)?, subset_file(held_out)?],
            _locks: locks,
            _folder: made,
        })
    }

    /// Whether a file is Parquet with this metadata.
    #[must_use]
    pub fn holds(path: &Path, metadata: &Value) -> bool {
        let file = File::open(path).ok().and_then(|file| SerializedFileReader::new(file).ok());
        let stored = file.and_then(|file| {
            let known = file.metadata().file_metadata().key_value_metadata()?;
            known.iter().find(|entry| entry.key == ABOUT)?.value.clone()
        });
        stored == Some(metadata.to_string())
    }
}

impl Sink for Parquet {
    fn add(&mut self, game_rows: GameRows<'_, Rows>) -> Result<(), ExportError> {
        let subset_file = &mut self.parts[game_rows.subset as usize];
        subset_file.rows.append(&game_rows);
        if subset_file.rows.len() >= MAX_GROUP_ROWS || subset_file.rows.bytes() >= MAX_GROUP_BYTES {
            subset_file.flush(game_rows.files).map_err(|error| fault(&subset_file.path, error))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, files: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError> {
        let mut whole = Vec::new();
        for subset_file in self.parts {
            let path = subset_file.path.clone();
            whole.push((subset_file.close(files).map_err(|error| fault(&path, error))?, path));
        }
        // Neither file appears before both are complete.
        for (file, path) in &mut whole {
            file.sync().map_err(|source| ExportError::Write { path: path.clone(), source })?;
        }
        whole
            .into_iter()
            .map(|(file, path)| match file.finish() {
                Ok(()) => Ok(path),
                Err(source) => Err(ExportError::Write { path, source }),
            })
            .collect()
    }
}

impl SubsetFile {
    fn new(path: &Path, content: &Content, metadata: &Value) -> Done<SubsetFile> {
        let metadata = KeyValue::new(ABOUT.into(), metadata.to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![metadata]));
        let (file, schema) = (NewFile::at(path)?, schema::of(content)?);
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties.build()))?;
        Ok(SubsetFile { path: path.into(), writer, rows: Rows::new(content) })
    }

    /// Writes the buffered rows as a row group.
    fn flush(&mut self, files: &[Arc<str>]) -> Done<()> {
        if !self.rows.is_empty() {
            let group = Group(self.writer.next_row_group()?);
            group.write(&self.rows, files)?;
            self.rows.clear();
        }
        Ok(())
    }

    fn close(mut self, files: &[Arc<str>]) -> Done<NewFile> {
        self.flush(files)?;
        self.writer.into_inner()
    }
}

fn fault(path: &Path, error: ParquetError) -> ExportError {
    let source = match error {
        // Errors of the system keep their own text.
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(source) => *source,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    ExportError::Write { path: path.into(), source }
}

/// Rows that are being written, column by column in the order of the schema.
struct Group<'a>(SerializedRowGroupWriter<'a, NewFile>);

impl Group<'_> {
    fn write(mut self, rows: &Rows, files: &[Arc<str>]) -> Done<()> {
        let files: Vec<ByteArray> = files.iter().map(|file| ByteArray::from(&**file)).collect();
        for column in columns(rows.content()) {
            self.cells(column.cell, rows, &files)?;
        }
        self.inputs(rows.inputs())?;
        self.0.close().map(|_| ())
    }

    /// Writes the next column.
    fn column<T: DataType>(
        &mut self,
        values: &[T::T],
        present: Option<&[i16]>,
        repeated: Option<&[i16]>,
    ) -> Done<()> {
        let missing = || ParquetError::General("the schema has fewer columns".into());
        let mut column = self.0.next_column()?.ok_or_else(missing)?;
        column.typed::<T>().write_batch(values, present, repeated)?;
        column.close()
    }

    fn all<T: DataType>(&mut self, values: impl Iterator<Item = T::T>) -> Done<()> {
        self.column::<T>(&values.collect::<Vec<_>>(), None, None)
    }

    fn cells(&mut self, cell: Cell, rows: &Rows, files: &[ByteArray]) -> Done<()> {
        let rows = rows.rows().iter();
        match cell {
            // The format has words without a sign in the type of those with one.
            Cell::Word(get) => self.all::<Int64Type>(rows.map(|row| get(row) as i64)),
            Cell::Count(get) => self.all::<Int32Type>(rows.map(|row| get(row) as i32)),
            Cell::Sign(get) => self.all::<Int32Type>(rows.map(|row| get(row).into())),
            Cell::Flag(get) => self.all::<BoolType>(rows.map(get)),
            Cell::File(get) => {
                self.all::<ByteArrayType>(rows.map(|row| files[get(row) as usize].clone()))
            }
            Cell::Maybe(get) => {
                let present: Vec<i16> = rows.clone().map(|row| get(row).is_some().into()).collect();
                let known: Vec<f32> = rows.filter_map(get).collect();
                self.column::<FloatType>(&known, Some(&present), None)
            }
        }
    }

    fn inputs(&mut self, inputs: &Inputs) -> Done<()> {
        match inputs {
            Inputs::None => Ok(()),
            Inputs::Sparse { ends, indices, values } => {
                let (present, repeated) = levels(ends);
                let indices: Vec<i32> = indices.iter().map(|&index| index.into()).collect();
                self.column::<Int32Type>(&indices, Some(&present), Some(&repeated))?;
                self.column::<FloatType>(values, Some(&present), Some(&repeated))
            }
            Inputs::Dense { width, values } => (0..*width).try_for_each(|input| {
                self.all::<FloatType>(values.iter().skip(input).step_by(*width).copied())
            }),
        }
    }
}
