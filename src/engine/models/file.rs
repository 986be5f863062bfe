//! The file of an evaluation: safetensors, one tensor for each group of parameters, and a card in JSON that says what it is.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, TensorView};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::content::Content;
use super::model::Model;
use super::reference;
use super::tensors::{Tensor, Tensors};
use crate::checksum::{self, Checksum};
use crate::files;

/// The version of the tensor names and of the card.
const FORMAT: u32 = 1;

/// The metadata key of the card.
const CARD: &str = "draughts-td";

/// The largest file that `learn` can write, unpacked: 40 networks of 222 inputs and 4096 hidden units.
const MAX_SIZE: u64 = 160 << 20;

/// Takes the place of the checksum while it is computed.
const BLANK_CHECKSUM: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The compression level: most cases of patterns never occur, and a file shrinks to a twentieth.
const ZSTD_LEVEL: i32 = 19;

/// The card of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Version of this format.
    pub format: u32,
    /// Name and version of the program that wrote the file.
    pub program: String,
    /// The model; files from before there were several hold networks.
    #[serde(default = "default_kind")]
    pub kind: String,
    /// Shape and inputs, by model.
    #[serde(flatten)]
    pub model: Map<String, Value>,
    /// How it was trained: settings, seed, data, figures.
    pub training: Value,
    /// SHA-256 of the whole file with noughts for these digits; files from before there were checksums, and those that other programs
    /// write, have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
}

fn default_kind() -> String {
    "network".into()
}

/// What a file holds of an evaluation.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The word for the model on the card.
    pub kind: &'static str,
    /// What only the card of this kind of model says.
    pub card: Map<String, Value>,
    /// The parameters.
    pub tensors: Vec<Tensor>,
}

impl<F: Model> From<&F> for Contents {
    fn from(model: &F) -> Contents {
        Contents { kind: F::KIND, card: model.card(), tensors: model.tensors() }
    }
}

/// What `--model` of `learn` and `train` makes: names that are no files.
pub const KINDS: [&str; 8] = ["nn1", "nn2", "nn3", "nn4", "nn5", "patterns", "nnue", "separated"];

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file system refused.
    #[error("cannot {what} network file {}: {}", path.display(), files::io_error_text(reason))]
    Io {
        /// `read`, `unpack` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// Not safetensors, or cut short.
    #[error("{} is not a whole safetensors file ({reason}); it may be cut short: train or copy it again", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: SafeTensorError,
    },
    /// The name of a kind of model in place of a file.
    #[error(
        "{name} is a kind of model and no file; `draughts-td learn GAMES --model {name} -o FILE` makes a file of weights"
    )]
    Kind {
        /// The kind.
        name: String,
    },
    /// A file of games.
    #[error("{} holds {what} and no weights; `draughts-td learn {} -o FILE` makes one", path.display(), path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// `games in PDN` or `a database of games`.
        what: &'static str,
    },
    /// Safetensors, but not one of ours.
    #[error("{} is not a draughts-td network: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is missing or wrong.
        reason: String,
    },
    /// One of ours that this program cannot work with.
    #[error("{}: {reason} (written by {program})", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What does not go together, with the remedy.
        reason: String,
        /// The program that wrote it.
        program: String,
    },
}

/// A file that was read, whose model is still to be opened.
#[derive(Debug)]
pub struct WeightsFile {
    path: PathBuf,
    content: Content,
    card: Card,
}

impl WeightsFile {
    /// Reads a file, plain or packed by zstd, and its card; [`REFERENCE`](super::REFERENCE) is built in.
    ///
    /// # Errors
    /// When the file cannot be read, is cut short or changed, or has no card of ours.
    pub fn read(path: &Path) -> Result<WeightsFile, WeightsError> {
        if reference::is_reference(path) {
            // A test reads it to its end.
            return WeightsFile::unchecked(path, draughts_td_results::REFERENCE.into());
        }
        let failed = |reason: io::Error| match path.to_str() {
            Some(name) if KINDS.contains(&name) && reason.kind() == io::ErrorKind::NotFound => {
                WeightsError::Kind { name: name.into() }
            }
            _ => WeightsError::Io { what: "read", path: path.into(), reason },
        };
        WeightsFile::of(path, bytes(path).map_err(failed)?)
    }

    /// The file with these bytes; its path is only named in errors.
    ///
    /// # Errors
    /// When it is cut short or changed, or has no card of ours.
    pub fn of(
        path: &Path,
        bytes: impl Into<Cow<'static, [u8]>>,
    ) -> Result<WeightsFile, WeightsError> {
        let file = WeightsFile::unchecked(path, bytes.into())?;
        file.check()?;
        Ok(file)
    }

    /// The same, but only the header is checked.
    fn unchecked(path: &Path, bytes: Cow<'static, [u8]>) -> Result<WeightsFile, WeightsError> {
        let games = games_in(&bytes);
        let foreign = |reason: String| WeightsError::Foreign { path: path.into(), reason };
        let content = Content::new(bytes, MAX_SIZE).map_err(|reason| match games {
            Some(what) => WeightsError::Games { path: path.into(), what },
            None => format_error(path, reason),
        })?;
        let card = content.metadata.metadata().as_ref().and_then(|map| map.get(CARD));
        let card = card.ok_or_else(|| foreign(format!("its metadata has no '{CARD}' entry")))?;
        let card: Card =
            serde_json::from_str(card).map_err(|e| foreign(format!("its card: {e}")))?;
        if card.format != FORMAT {
            let format = card.format;
            return Err(WeightsError::Unfit {
                path: path.into(),
                reason: format!(
                    "its format is {format}, and this program reads {FORMAT}; use the program that wrote it, or learn it again"
                ),
                program: card.program,
            });
        }
        Ok(WeightsFile { path: path.into(), content, card })
    }

    /// Reads the file to its end: its size, and its checksum if it has one.
    fn check(&self) -> Result<(), WeightsError> {
        let stored = self.card.checksum.as_ref();
        let mut checksum = stored.and_then(|stored| checksum_around(&self.content.header, stored));
        let checked = self.content.check(|numbers| match &mut checksum {
            Some(checksum) => checksum.read(numbers),
            None => io::copy(numbers, &mut io::sink()).map(drop),
        });
        checked.map_err(|reason| format_error(&self.path, reason))?;
        if checksum.map(|checksum| checksum.hex()).as_ref() == stored {
            return Ok(());
        }
        Err(self.unfit(
            "it is not as it was written, by its checksum: copy or learn it again, or take the checksum out of its card if you changed it yourself".into(),
        ))
    }

    /// The card.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The evaluation in the file.
    ///
    /// # Errors
    /// When it holds another model, or parameters are missing, misshapen or no numbers.
    pub fn model<F: Model>(&self) -> Result<F, WeightsError> {
        self.open(F::KIND, F::restore)
    }

    /// What a file of this kind holds.
    ///
    /// # Errors
    /// As [`WeightsFile::model`].
    pub fn open<T>(
        &self,
        kind: &str,
        restore: impl FnOnce(&Map<String, Value>, &Tensors) -> Result<T, String>,
    ) -> Result<T, WeightsError> {
        if self.card.kind != kind {
            return Err(self.wrong_kind(kind));
        }
        restore(&self.card.model, &Tensors(&self.content)).map_err(|reason| self.unfit(reason))
    }

    /// The model that a run starts with from this file: the one in it, or one made from another kind.
    ///
    /// # Errors
    /// As [`WeightsFile::model`].
    pub fn start<F: Model>(&self) -> Result<F, WeightsError> {
        if self.card.kind == F::KIND {
            return self.model();
        }
        let model = F::from_other_kind(&self.card.kind, &self.card.model, &Tensors(&self.content));
        let model = model.ok_or_else(|| self.wrong_kind(F::KIND))?;
        model.map_err(|reason| self.unfit(reason))
    }

    fn wrong_kind(&self, kind: &str) -> WeightsError {
        self.unfit(format!("it holds {}, where {kind} is asked for", self.card.kind))
    }

    fn unfit(&self, reason: String) -> WeightsError {
        WeightsError::Unfit { path: self.path.clone(), reason, program: self.card.program.clone() }
    }
}

/// The bytes of a file as they are in it, plain or packed; [`REFERENCE`](super::REFERENCE) is built in.
///
/// # Errors
/// When it cannot be read, or is larger than any evaluation.
pub fn bytes(path: &Path) -> io::Result<Cow<'static, [u8]>> {
    if reference::is_reference(path) {
        return Ok(draughts_td_results::REFERENCE.into());
    }
    Ok(files::read_at_most(path, MAX_SIZE)?.into())
}

/// The SHA-256 checksum of those bytes, by which another evaluation under the same name is noticed.
///
/// # Errors
/// As [`bytes`].
pub fn checksum(path: &Path) -> io::Result<String> {
    Ok(checksum::of_bytes(&bytes(path)?))
}

/// Reads a file of a known model.
///
/// # Errors
/// As [`WeightsFile::read`] and [`WeightsFile::model`].
pub fn read<F: Model>(path: &Path) -> Result<(F, Card), WeightsError> {
    let file = WeightsFile::read(path)?;
    Ok((file.model()?, file.card))
}

/// Writes an evaluation and how it was trained; whole or not at all, and packed by zstd if the file's name ends in `.zst`.
///
/// # Errors
/// When the file cannot be written; an older file of that name is then untouched.
pub fn write(
    path: &Path,
    contents: impl Into<Contents>,
    program: &str,
    training: Value,
) -> Result<(), WeightsError> {
    write_contents(path, contents.into(), program, training)
}

fn write_contents(
    path: &Path,
    contents: Contents,
    program: &str,
    training: Value,
) -> Result<(), WeightsError> {
    let failed = |reason| WeightsError::Io { what: "write", path: path.into(), reason };
    let bytes =
        encoded(contents, program, training).map_err(|reason| format_error(path, reason))?;
    files::write_as_named(path, &bytes, ZSTD_LEVEL).map_err(failed)
}

/// The file's bytes.
///
/// # Errors
/// None for tensors of the shapes they name.
///
/// ```
/// use draughts_td_engine::models::patterns::{PatternSettings, Patterns};
/// use draughts_td_engine::models::{Model, WeightsFile, file};
///
/// let model = Patterns::first(&PatternSettings::default(), 1);
/// let bytes = file::encode(&model, "my program", serde_json::Value::Null)?;
/// let read = WeightsFile::of("own.safetensors".as_ref(), bytes)?;
/// assert_eq!((read.card().program.as_str(), read.model::<Patterns>()? == model), ("my program", true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode(
    contents: impl Into<Contents>,
    program: &str,
    training: Value,
) -> Result<Vec<u8>, SafeTensorError> {
    encoded(contents.into(), program, training)
}

fn encoded(contents: Contents, program: &str, training: Value) -> Result<Vec<u8>, SafeTensorError> {
    let Contents { kind, card, tensors } = contents;
    let card = Card {
        format: FORMAT,
        program: program.into(),
        kind: kind.into(),
        model: card,
        training,
        checksum: Some(BLANK_CHECKSUM.into()),
    };
    let tensors: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .into_iter()
        .map(|t| (t.name, t.shape, t.values.iter().flat_map(|x| x.to_le_bytes()).collect()))
        .collect();
    let views: Result<Vec<(&str, TensorView)>, SafeTensorError> = tensors
        .iter()
        .map(|(name, shape, bytes)| {
            Ok((name.as_str(), TensorView::new(Dtype::F32, shape.clone(), bytes)?))
        })
        .collect();
    // Only one entry: a map of several would be written in a random order, and equal runs make equal files.
    let card = serde_json::to_string(&card).expect("a card has only strings for keys");
    let mut bytes =
        safetensors::serialize(views?, Some(HashMap::from([(CARD.to_string(), card)])))?;
    let digits = find_digits(&bytes, BLANK_CHECKSUM).expect("the card has a checksum");
    let sum = checksum::of_bytes(&bytes);
    bytes[digits].copy_from_slice(sum.as_bytes());
    Ok(bytes)
}

/// The range of these digits of a checksum in the header: the last that matches, as the checksum is the last entry of the card and
/// only names and shapes of tensors follow.
fn find_digits(bytes: &[u8], digits: &str) -> Option<Range<usize>> {
    let (length, _) = bytes.split_first_chunk::<8>()?;
    let header = bytes.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_add(8)?)?;
    let at = header.windows(digits.len()).rposition(|window| window == digits.as_bytes())?;
    Some(at..at + digits.len())
}

/// The checksum of a header, begun around the digits of the stored one; `None` if those have not the length of a checksum.
fn checksum_around(header: &[u8], stored: &str) -> Option<Checksum> {
    let digits = Some(stored).filter(|stored| stored.len() == BLANK_CHECKSUM.len());
    let digits = find_digits(header, digits?)?;
    let mut checksum = Checksum::default();
    checksum.update(&header[..digits.start]);
    checksum.update(BLANK_CHECKSUM);
    checksum.update(&header[digits.end..]);
    Some(checksum)
}

/// What a file has instead of weights, if it has games.
fn games_in(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    if bytes.starts_with(b"SQLite format 3\0") {
        Some("a database of games")
    } else {
        (text.starts_with(b"[") || text.starts_with(b"1.")).then_some("games in PDN")
    }
}

fn format_error(path: &Path, reason: SafeTensorError) -> WeightsError {
    let path = path.into();
    match reason {
        SafeTensorError::IoError(reason) => WeightsError::Io { what: "unpack", path, reason },
        reason => WeightsError::Format { path, reason },
    }
}

/// Takes the name of the checksum out of a file, so that other changes reach the reader of its model; the length stays.
#[cfg(test)]
pub(super) fn without_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let name = find_digits(&bytes, "checksum").expect("a file has a checksum");
    bytes[name].copy_from_slice(b"whatever");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tensors and a word.
    #[derive(Clone, Debug, PartialEq)]
    struct Tiny {
        word: String,
        weights: Vec<f32>,
        bias: f32,
    }

    impl From<&Tiny> for Contents {
        fn from(tiny: &Tiny) -> Contents {
            let bias = std::slice::from_ref(&tiny.bias);
            Contents {
                kind: "tiny",
                card: Map::from_iter([("word".to_string(), tiny.word.clone().into())]),
                tensors: vec![
                    Tensor::new("weights", &[2, 3], &tiny.weights),
                    Tensor::new("bias", &[1], bias),
                ],
            }
        }
    }

    impl Tiny {
        fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Tiny, String> {
            let word = card.get("word").and_then(Value::as_str).ok_or("no word")?;
            Ok(Tiny {
                word: word.into(),
                weights: tensors.floats("weights", &[2, 3])?,
                bias: tensors.floats("bias", &[1])?[0],
            })
        }
    }

    fn read_tiny(path: &Path) -> Result<(Tiny, Card), WeightsError> {
        let file = WeightsFile::read(path)?;
        Ok((file.open("tiny", Tiny::restore)?, file.card))
    }

    fn example() -> Tiny {
        Tiny { word: "x".into(), weights: vec![0.5, -1.0, 2.0, 0.0, 1e9, -0.25], bias: 0.125 }
    }

    fn bytes(tiny: &Tiny) -> Vec<u8> {
        encode(tiny, "draughts-td test", serde_json::json!({ "seed": 1 })).expect("bytes")
    }

    fn parsed(bytes: &[u8]) -> Result<Tiny, WeightsError> {
        WeightsFile::of(Path::new("net.safetensors"), bytes.to_vec())?.open("tiny", Tiny::restore)
    }

    #[test]
    fn a_written_evaluation_reads_back_to_the_bit() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net.safetensors");
        let training = serde_json::json!({ "seed": 1 });
        write(&path, &example(), "draughts-td test", training.clone()).expect("written");
        let (tiny, card) = read_tiny(&path).expect("read");
        assert_eq!(tiny, example());
        assert_eq!((card.kind.as_str(), card.model["word"].as_str()), ("tiny", Some("x")));
        assert_eq!((card.program.as_str(), card.training), ("draughts-td test", training));
    }

    #[test]
    fn a_packed_file_reads_like_a_plain_one_and_a_spoiled_one_is_refused() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net.safetensors.zst");
        write(&path, &example(), "draughts-td test", Value::Null).expect("written");
        let packed = std::fs::read(&path).expect("bytes");
        assert!(packed.starts_with(&files::ZSTD));
        assert_eq!(read_tiny(&path).expect("read").0, example());
        for length in 4..packed.len() {
            assert!(parsed(&packed[..length]).is_err(), "{length}");
        }
        for at in 0..packed.len() {
            let mut spoiled = packed.clone();
            spoiled[at] ^= 0x40;
            let _ = parsed(&spoiled);
        }
    }

    #[test]
    fn a_file_packed_elsewhere_reads_alike_whether_its_frames_tell_their_sizes_or_not() {
        let plain = encode(&example(), "test", Value::Null).expect("bytes");
        let (front, back) = plain.split_at(100);
        let stored = |bytes: &[u8]| zstd::bulk::compress(bytes, 1).expect("packed");
        let without_size = |bytes: &[u8]| {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
            encoder.include_contentsize(false).expect("set");
            std::io::copy(&mut &*bytes, &mut encoder).expect("packed");
            encoder.finish().expect("packed")
        };
        assert_eq!(zstd::decompressed_size(&without_size(&plain)), None);
        let frames = [
            without_size(&plain),
            [stored(front), stored(back)].concat(),
            [stored(front), without_size(back)].concat(),
            [without_size(front), stored(back)].concat(),
        ];
        for packed in frames {
            assert_eq!(parsed(&packed).expect("read"), example());
        }
    }

    #[test]
    fn a_large_file_is_packed_in_parts_and_read_into_rows_padded_or_not() {
        const SHAPE: [usize; 2] = [1000, 1001];
        let weights: Vec<f32> = (0..SHAPE[0] * SHAPE[1]).map(|i| (i % 97) as f32).collect();
        let contents = |last: f32| Contents {
            kind: "large",
            card: Map::new(),
            tensors: vec![
                Tensor::new("weights", &SHAPE, &weights),
                Tensor::new("bias", &[2], &[0.5, last]),
            ],
        };
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("net.safetensors.zst");
        write(&path, contents(2.0), "test", Value::Null).expect("written");
        let file = WeightsFile::read(&path).expect("read");
        assert_eq!(file.content.parts().len(), 16);
        let padded = |_: &Map<String, Value>, tensors: &Tensors| {
            let names = [("bias", vec![2]), ("weights", SHAPE.to_vec())];
            let names = names.map(|(name, shape)| (name.to_owned(), shape));
            let (mut bias, mut rows) = ([0.0; 2], vec![0.0; SHAPE[0] * 1008]);
            tensors.fill(&names, vec![&mut bias, &mut rows])?;
            assert_eq!((bias, tensors.floats("weights", &SHAPE)?), ([0.5, 2.0], weights.clone()));
            Ok(rows)
        };
        let rows = file.open("large", padded).expect("filled");
        let rows: Vec<f32> = rows.chunks(1008).flat_map(|row| row[..SHAPE[1]].to_vec()).collect();
        assert_eq!(rows, weights);
        write(&path, contents(f32::NAN), "test", Value::Null).expect("written");
        let message = WeightsFile::read(&path).expect("read").open("large", padded);
        let message = message.expect_err("refused").to_string();
        assert!(message.contains("tensor bias holds weights that are not numbers"), "{message}");
    }

    #[test]
    fn a_file_that_unpacks_without_end_is_refused() {
        let zeros = zstd::bulk::compress(&vec![0; MAX_SIZE as usize + 2], 1).expect("packed");
        let behind = [zstd::bulk::compress(&bytes(&example()), 1).expect("packed"), zeros.clone()];
        for bomb in [zeros, behind.concat()] {
            let message = parsed(&bomb).expect_err("refused").to_string();
            assert!(message.contains("not a whole safetensors file"), "{message}");
        }
    }

    #[test]
    fn the_built_in_one_opens_and_is_small() {
        let file = WeightsFile::read(Path::new(crate::models::REFERENCE)).expect("built in");
        assert!(
            draughts_td_results::REFERENCE.len() < 3 << 20,
            "{}",
            draughts_td_results::REFERENCE.len()
        );
        assert_eq!(file.card().kind, "nnue");
        assert!(file.check().is_ok() && file.model::<crate::models::nnue::Nnue>().is_ok());
        assert!(file.content.parts().len() > 64, "packed in the frames of this program");
    }

    #[test]
    fn equal_evaluations_make_equal_files() {
        assert_eq!(bytes(&example()), bytes(&example()));
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        let file = WeightsFile::of(Path::new("net"), bytes(&example())).expect("a file");
        let message = file.open("other", Tiny::restore).expect_err("refused").to_string();
        assert!(message.contains("holds tiny, where other is asked for"), "{message}");
    }

    #[test]
    fn a_card_from_before_there_were_forms_is_a_network_s() {
        let card = r#"{"format":1,"program":"p","hidden":80,"training":null}"#;
        let card: Card = serde_json::from_str(card).expect("a card");
        assert_eq!((card.kind.as_str(), card.model["hidden"].as_u64()), ("network", Some(80)));
    }

    #[test]
    fn a_file_cut_anywhere_is_refused_without_panic() {
        let bytes = bytes(&example());
        for length in 0..bytes.len() {
            let message = parsed(&bytes[..length]).expect_err("refused").to_string();
            assert!(message.contains("cut short"), "{length}: {message}");
        }
    }

    #[test]
    fn a_file_of_games_and_a_kind_of_model_are_named_as_what_they_are() {
        let games = parsed(b"[White \"A\"]\n\n1. 32-28 18-23 2-0\n").expect_err("games");
        assert!(games.to_string().contains("holds games in PDN and no weights"), "{games}");
        let kind = WeightsFile::read(Path::new("nn4")).expect_err("no file");
        assert!(kind.to_string().contains("learn GAMES --model nn4 -o FILE"), "{kind}");
    }

    #[test]
    fn a_file_with_a_changed_byte_is_refused() {
        let bytes = bytes(&example());
        // Without its name the checksum is not known to be one.
        let name = range_of(&bytes, "checksum");
        for at in (0..bytes.len()).filter(|at| !name.contains(at)) {
            for mask in [0x01, 0x11, 0x20, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= mask;
                assert!(parsed(&bytes).is_err(), "{at} {mask}");
            }
        }
        for at in name {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x11;
            let _ = parsed(&bytes);
        }
        let mut changed = bytes.clone();
        *changed.last_mut().expect("not empty") ^= 1;
        let message = parsed(&changed).expect_err("refused").to_string();
        assert!(message.starts_with("net.safetensors: it is not as it was written"), "{message}");
        assert!(message.contains("copy or learn it again"), "{message}");
    }

    #[test]
    fn a_file_without_a_checksum_is_read_as_before_there_were_any() {
        let bytes = without_checksum(bytes(&example()));
        assert_eq!(parsed(&bytes).expect("read"), example());
    }

    #[test]
    fn a_checksum_covers_the_whole_file_with_noughts_for_itself() {
        let mut bytes = bytes(&example());
        let card = WeightsFile::of(Path::new("net"), bytes.clone()).expect("read").card;
        let stored = card.checksum.expect("a checksum");
        let digits = range_of(&bytes, &stored);
        bytes[digits].copy_from_slice(&[b'0'; 64]);
        assert_eq!(checksum::of_bytes(&bytes), stored);
    }

    fn range_of(bytes: &[u8], word: &str) -> Range<usize> {
        find_digits(bytes, word).expect("it is there")
    }

    #[test]
    fn weights_that_nobody_can_reckon_with_are_refused() {
        for (wrong, word) in [(f32::NAN, "not numbers"), (1e20, "larger than any")] {
            let mut tiny = example();
            tiny.weights[2] = wrong;
            let message = parsed(&bytes(&tiny)).expect_err("refused").to_string();
            assert!(message.contains(word), "{message}");
        }
    }

    #[test]
    fn a_missing_file_and_a_folder_are_told_by_name() {
        let folder = tempfile::tempdir().expect("temporary folder");
        for path in [folder.path().join("none"), folder.path().to_path_buf()] {
            let message = read_tiny(&path).expect_err("refused").to_string();
            assert!(message.starts_with("cannot read network file"), "{message}");
        }
    }
}
