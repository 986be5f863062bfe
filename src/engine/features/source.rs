//! The files in `features/` as text, read and checked: every fault is reported with its file and line.

use std::collections::HashSet;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Spanned;

use super::globals::Globals;
use super::group::Group;
use super::layout::{GLOBALS, Layout};
use super::parity::Parity;
use super::scales::GlobalScale;
use super::structures::Structure;
use crate::board::{Bitboard, Square};

/// The texts of the four catalogue files.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// `features/globals.toml`.
    pub globals: &'a str,
    /// `features/triples.toml`.
    pub triples: &'a str,
    /// `features/structures.toml`.
    pub structures: &'a str,
    /// `features/raw.toml`.
    pub raw: &'a str,
}

impl Sources<'static> {
    /// The files that were in `features/` when the program was built.
    pub const EMBEDDED: Sources<'static> = Sources {
        globals: draughts_td_features::GLOBALS,
        triples: draughts_td_features::TRIPLES,
        structures: draughts_td_features::STRUCTURES,
        raw: draughts_td_features::RAW,
    };
}

/// The texts of the four catalogue files, to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// `globals.toml`.
    pub globals: String,
    /// `triples.toml`.
    pub triples: String,
    /// `structures.toml`.
    pub structures: String,
    /// `raw.toml`.
    pub raw: String,
}

impl<'a> From<&'a Texts> for Sources<'a> {
    fn from(texts: &'a Texts) -> Sources<'a> {
        let Texts { globals, triples, structures, raw } = texts;
        Sources { globals, triples, structures, raw }
    }
}

impl From<&Sources<'_>> for Texts {
    fn from(sources: &Sources<'_>) -> Texts {
        Texts {
            globals: sources.globals.into(),
            triples: sources.triples.into(),
            structures: sources.structures.into(),
            raw: sources.raw.into(),
        }
    }
}

/// A fault in a catalogue file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {fault}")]
pub struct CatalogueError {
    /// The file, by its path in the repository.
    pub file: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What can be wrong in a catalogue file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Not TOML, or a key that is missing, unknown or of the wrong kind.
    #[error("{0}")]
    Toml(String),
    /// Too few or too many entries.
    #[error("{found} entries, but the layout of the inputs has room for exactly {expected}")]
    Count {
        /// Entries in the file.
        found: usize,
        /// Entries needed.
        expected: usize,
    },
    /// No structure, or more than there is room for.
    #[error("{0} structures; there is room for 1 to {most}", most = Layout::MAX_STRUCTURES)]
    Room(usize),
    /// A global input that no formula computes in this place.
    #[error(
        "the input in this place is '{expected}', not '{found}'; its formula is in src/engine/features/globals.rs"
    )]
    Formula {
        /// The name in the file.
        found: String,
        /// The name of the formula.
        expected: &'static str,
    },
    /// A scale that no number can be divided by, or an offset or clip that is no use.
    #[error("'{0}' must have a scale and a clip above 0 and an offset that is a number")]
    Scale(String),
    /// An odd input whose zero is moved would not be odd.
    #[error("'{0}' is odd, so its offset must be 0")]
    Offset(String),
    /// Lines of the triples other than those the program computes.
    #[error(r#"the lines must be ["\\", "/"], in this order, and parity odd: the program computes them so"#)]
    Lines,
    /// A name that is taken.
    #[error("the name '{0}' is taken; names must differ")]
    Name(String),
    /// A name that could be misread in a list or a file.
    #[error("the name '{0}' must be lower-case letters, digits and underscores")]
    Letters(String),
    /// A number that is no square.
    #[error("'{name}' names square {square}; squares are 1 to 50")]
    Square {
        /// The structure.
        name: String,
        /// The number.
        square: i64,
    },
    /// A square used twice in one structure.
    #[error("'{name}' uses square {square} twice")]
    Twice {
        /// The structure.
        name: String,
        /// The square.
        square: Square,
    },
    /// A man where it would have become a king.
    #[error("'{name}' wants a man on {square}, where it would have become a king")]
    Promotion {
        /// The structure.
        name: String,
        /// The square.
        square: Square,
    },
    /// A structure without a square, or with more men than a side has.
    #[error("'{0}' must use at least one square and at most 20 men a side")]
    Size(String),
    /// A structure that is its own mirror, declared odd.
    #[error("'{0}' is its own mirror, so its parity is even")]
    IsMirror(String),
    /// A structure that is not its own mirror, declared even.
    #[error("'{0}' is not its own mirror, so its parity is odd")]
    IsNoMirror(String),
    /// Two structures that are always on the board together.
    #[error("'{name}' has the squares of '{other}' or of its mirror")]
    Same {
        /// The later structure.
        name: String,
        /// The earlier one.
        other: String,
    },
}

/// All four files, read and checked.
pub(super) struct Declarations {
    pub globals: Vec<Global>,
    pub triples: Triples,
    pub structures: Vec<Structure>,
    pub raw: Raw,
}

/// What is declared of a global input, beside its name.
pub(super) struct Global {
    pub scale: GlobalScale,
    pub group: Group,
    pub meaning: String,
}

pub(super) struct Triples {
    pub(crate) prefix: String,
    pub meaning: String,
}

/// The names of the raw inputs.
pub(super) struct Raw {
    pub white: String,
    pub black: String,
    pub meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlobalsFile {
    global: Vec<GlobalEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlobalEntry {
    name: Spanned<String>,
    scale: f32,
    offset: f32,
    clip: f32,
    parity: Parity,
    group: Group,
    meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriplesFile {
    prefix: Spanned<String>,
    lines: Spanned<Vec<String>>,
    parity: Parity,
    meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StructuresFile {
    structure: Vec<StructureEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StructureEntry {
    name: Spanned<String>,
    english: String,
    white: Spanned<Vec<i64>>,
    black: Spanned<Vec<i64>>,
    empty: Spanned<Vec<i64>>,
    parity: Parity,
    group: Group,
    meaning: String,
    /// Where the squares come from; for people only.
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    white: Spanned<String>,
    black: Spanned<String>,
    meaning: String,
}

/// One file while it is read: it knows its name and turns a place in the text into a line.
#[derive(Clone, Copy)]
struct File<'a> {
    name: &'static str,
    text: &'a str,
}

impl File<'_> {
    fn fault(&self, place: Range<usize>, fault: Fault) -> CatalogueError {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        CatalogueError { file: self.name, line: before.matches('\n').count() + 1, fault }
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, CatalogueError> {
        toml::from_str(self.text).map_err(|error| {
            let place = error.span().unwrap_or_default();
            self.fault(place, Fault::Toml(error.message().trim().replace('\n', ", ")))
        })
    }

    /// Checks that a list has exactly the entries that the layout has room for.
    fn count(&self, found: usize, expected: usize) -> Result<(), CatalogueError> {
        let end = self.text.trim_end().len();
        let is_right = found == expected;
        is_right.then_some(()).ok_or_else(|| self.fault(end..end, Fault::Count { found, expected }))
    }
}

impl File<'_> {
    /// Checks that there are structures, and no more than have a bit.
    fn room(&self, structures: usize) -> Result<(), CatalogueError> {
        let end = self.text.trim_end().len();
        let fault = || self.fault(end..end, Fault::Room(structures));
        (1..=Layout::MAX_STRUCTURES).contains(&structures).then_some(()).ok_or_else(fault)
    }
}

/// The names so far, to keep them apart.
#[derive(Default)]
struct Names {
    whole: HashSet<String>,
    prefixes: Vec<String>,
}

impl Names {
    /// Takes the name of one input.
    fn take(&mut self, file: File, name: &Spanned<String>) -> Result<String, CatalogueError> {
        let text = name.get_ref();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if text.is_empty() || !text.chars().all(is_plain) {
            return Err(file.fault(name.span(), Fault::Letters(text.clone())));
        }
        let begins_with = |prefix: &String| text.starts_with(&format!("{prefix}_"));
        if self.prefixes.iter().any(begins_with) || !self.whole.insert(text.clone()) {
            return Err(file.fault(name.span(), Fault::Name(text.clone())));
        }
        Ok(text.clone())
    }

    /// Takes every name that begins with this prefix and an underscore.
    fn take_prefix(
        &mut self,
        file: File,
        name: &Spanned<String>,
    ) -> Result<String, CatalogueError> {
        let prefix = self.take(file, name)?;
        let begin = format!("{prefix}_");
        if self.whole.iter().any(|name| name.starts_with(&begin)) {
            return Err(file.fault(name.span(), Fault::Name(begin)));
        }
        self.prefixes.push(prefix.clone());
        Ok(prefix)
    }
}

impl Declarations {
    pub(super) fn read(sources: &Sources) -> Result<Declarations, CatalogueError> {
        let mut names = Names::default();
        let file = |name, text| File { name, text };
        let globals = read_globals(file("features/globals.toml", sources.globals), &mut names)?;
        let triples = read_triples(file("features/triples.toml", sources.triples), &mut names)?;
        let raw = read_raw(file("features/raw.toml", sources.raw), &mut names)?;
        let structures =
            read_structures(file("features/structures.toml", sources.structures), &mut names)?;
        Ok(Declarations { globals, triples, structures, raw })
    }
}

fn read_globals(file: File, names: &mut Names) -> Result<Vec<Global>, CatalogueError> {
    let list = file.parse::<GlobalsFile>()?.global;
    file.count(list.len(), GLOBALS.len())?;
    let mut globals = Vec::with_capacity(list.len());
    for (entry, expected) in list.into_iter().zip(Globals::NAMES) {
        let name = names.take(file, &entry.name)?;
        let fault = |fault| Err(file.fault(entry.name.span(), fault));
        if name != expected {
            return fault(Fault::Formula { found: name, expected });
        }
        let is_positive = |x: f32| x.is_finite() && x > 0.0;
        if !is_positive(entry.scale) || !is_positive(entry.clip) || !entry.offset.is_finite() {
            return fault(Fault::Scale(name));
        }
        if entry.parity == Parity::Odd && entry.offset != 0.0 {
            return fault(Fault::Offset(name));
        }
        let GlobalEntry { scale, offset, clip, parity, group, meaning, .. } = entry;
        globals.push(Global { scale: GlobalScale { offset, scale, clip, parity }, group, meaning });
    }
    Ok(globals)
}

fn read_triples(file: File, names: &mut Names) -> Result<Triples, CatalogueError> {
    let TriplesFile { prefix, lines, parity, meaning } = file.parse()?;
    if lines.get_ref() != &["\\", "/"] || parity != Parity::Odd {
        return Err(file.fault(lines.span(), Fault::Lines));
    }
    Ok(Triples { prefix: names.take_prefix(file, &prefix)?, meaning })
}

fn read_raw(file: File, names: &mut Names) -> Result<Raw, CatalogueError> {
    let RawFile { white, black, meaning } = file.parse()?;
    Ok(Raw {
        white: names.take_prefix(file, &white)?,
        black: names.take_prefix(file, &black)?,
        meaning,
    })
}

fn read_structures(file: File, names: &mut Names) -> Result<Vec<Structure>, CatalogueError> {
    let list = file.parse::<StructuresFile>()?.structure;
    let mut structures: Vec<Structure> = Vec::with_capacity(list.len());
    for entry in &list {
        let structure = read_structure(file, names, entry)?;
        let squares = [structure.white, structure.black, structure.empty];
        let duplicate = structures.iter().find(|other| {
            [other.white, other.black, other.empty] == squares || other.mirrored() == squares
        });
        if let Some(other) = duplicate {
            let fault = Fault::Same { name: structure.name, other: other.name.clone() };
            return Err(file.fault(entry.name.span(), fault));
        }
        structures.push(structure);
    }
    file.room(structures.len())?;
    Ok(structures)
}

fn read_structure(
    file: File,
    names: &mut Names,
    entry: &StructureEntry,
) -> Result<Structure, CatalogueError> {
    let name = names.take(file, &entry.name)?;
    let mut used = Bitboard::EMPTY;
    let structure = Structure {
        white: read_squares(file, &name, &entry.white, &mut used)?,
        black: read_squares(file, &name, &entry.black, &mut used)?,
        empty: read_squares(file, &name, &entry.empty, &mut used)?,
        parity: entry.parity,
        group: entry.group,
        english: entry.english.clone(),
        meaning: entry.meaning.clone(),
        name: name.clone(),
    };
    for (men, row, squares) in [
        (&entry.white, Bitboard::TOP_ROW, structure.white),
        (&entry.black, Bitboard::BOTTOM_ROW, structure.black),
    ] {
        if let Some(square) = (squares & row).first() {
            return Err(file.fault(men.span(), Fault::Promotion { name, square }));
        }
    }
    if used.is_empty() || structure.white.len() > 20 || structure.black.len() > 20 {
        return Err(file.fault(entry.name.span(), Fault::Size(name)));
    }
    let is_mirror = structure.mirrored() == [structure.white, structure.black, structure.empty];
    let fault = match (is_mirror, structure.parity) {
        (true, Parity::Even) | (false, Parity::Odd) => return Ok(structure),
        (true, Parity::Odd) => Fault::IsMirror(name),
        (false, Parity::Even) => Fault::IsNoMirror(name),
    };
    Err(file.fault(entry.name.span(), fault))
}

/// Reads a list of squares and adds them to those in use.
fn read_squares(
    file: File,
    name: &str,
    list: &Spanned<Vec<i64>>,
    used: &mut Bitboard,
) -> Result<Bitboard, CatalogueError> {
    let fault = |fault| file.fault(list.span(), fault);
    let mut squares = Bitboard::EMPTY;
    for &number in list.get_ref() {
        let name = || name.to_owned();
        let square = u8::try_from(number).ok().and_then(Square::new);
        let square = square.ok_or_else(|| fault(Fault::Square { name: name(), square: number }))?;
        if used.contains(square) {
            return Err(fault(Fault::Twice { name: name(), square }));
        }
        squares = squares.with(square);
        *used = used.with(square);
    }
    Ok(squares)
}
