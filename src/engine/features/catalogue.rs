//! What the 222 inputs are: names, meanings, scales and squares, compiled from the files in `features/`.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use super::globals::Globals;
use super::group::Group;
use super::layout::{CENTRES, GLOBALS, Layout, TRIPLES};
use super::scales::{GlobalScale, GlobalSums, Scales};
use super::source::{CatalogueError, Declarations, Sources, Texts};
use super::structures::{Patterns, Structure};
use super::subset::Subset;
use crate::board::{Bitboard, Direction, Position, Square, fen};
use crate::fnv;

/// One input, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, unique among the 222.
    pub name: String,
    /// What it says about a position.
    pub meaning: String,
    /// The group to which it belongs.
    pub group: Group,
}

/// The declared inputs in index order, and all that is compiled from them.
#[derive(Clone, Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    structures: Vec<Structure>,
    fingerprint: String,
    layout: Layout,
    texts: Texts,
    pub(super) scales: Scales,
    pub(super) patterns: Patterns,
}

impl PartialEq for Catalogue {
    /// Catalogues of one fingerprint give the same numbers.
    fn eq(&self, other: &Catalogue) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Catalogue {
    /// The catalogue inside the program.
    ///
    /// # Panics
    /// If the program was built with a malformed file in `features/`, naming file and line; a test keeps that from happening.
    #[inline]
    #[must_use]
    pub fn embedded() -> &'static Arc<Catalogue> {
        static EMBEDDED: LazyLock<Arc<Catalogue>> =
            LazyLock::new(|| match Catalogue::read(&Sources::EMBEDDED) {
                Ok(catalogue) => Arc::new(catalogue),
                Err(error) => panic!("{error}"),
            });
        &EMBEDDED
    }

    /// Compiles a catalogue.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(sources: &Sources) -> Result<Catalogue, CatalogueError> {
        let declared = Declarations::read(sources)?;
        Ok(Catalogue {
            entries: entries(&declared),
            fingerprint: format!("{:016x}", fnv::hash(canonical(&declared).into_bytes())),
            scales: Scales::new(&std::array::from_fn(|i| declared.globals[i].scale)),
            patterns: Patterns::new(&declared.structures),
            layout: Layout::new(declared.structures.len()),
            structures: declared.structures,
            texts: Texts::from(sources),
        })
    }

    /// The catalogue that a file of weights was trained on: the program's own, or the texts beside the weights.
    ///
    /// # Errors
    /// Texts that are no catalogue, or a catalogue with another fingerprint, in words.
    pub(crate) fn stored(
        texts: Option<&Texts>,
        fingerprint: &str,
    ) -> Result<Arc<Catalogue>, String> {
        let catalogue = match texts {
            None => Catalogue::embedded().clone(),
            Some(texts) => {
                let read = Catalogue::read(&Sources::from(texts));
                Arc::new(read.map_err(|error| format!("the catalogue in it: {error}"))?)
            }
        };
        if catalogue.fingerprint() == fingerprint {
            return Ok(catalogue);
        }
        Err(catalogue.refusal(fingerprint))
    }

    /// Name and meaning of every input, in index order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The names of the inputs, in index order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// The names of the inputs of a subset, in index order.
    pub fn names_of(&self, subset: Subset) -> impl ExactSizeIterator<Item = &str> {
        self.names().take(subset.len_in(&self.layout))
    }

    /// The named structures, in index order.
    #[must_use]
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// The global inputs of a position, scaled and clipped.
    #[inline]
    pub(crate) fn globals(&self, position: &Position) -> [f32; GLOBALS.end] {
        self.scales.apply(&Globals::of(position))
    }

    /// Two weighted sums of the scaled global inputs, with a weight for each index.
    pub(crate) fn global_sums(&self, weights: &[[f32; GLOBALS.end]; 2]) -> GlobalSums {
        self.scales.sums(weights)
    }

    /// The global inputs that change their sign when the board is turned and the colours are swapped.
    pub(crate) fn odd_globals(&self) -> impl Iterator<Item = usize> {
        GLOBALS.filter(|&index| self.scales.is_odd(index))
    }

    /// The files it was read from.
    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Which input has which index.
    #[inline]
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The indexes of the inputs of a group, rising.
    pub fn inputs_of(&self, group: Group) -> impl Iterator<Item = usize> {
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| entry.group == group).map(|(index, _)| index)
    }

    /// Sixteen hexadecimal digits over everything that the numbers of the inputs depend on: order, names, scales, squares and
    /// formulas, but not comments, meanings or blanks. A network works only with the catalogue it was trained on.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What to say of an evaluation that was trained on a catalogue with another fingerprint.
    pub(crate) fn refusal(&self, trained_on: &str) -> String {
        let own = &self.fingerprint;
        format!(
            "it was trained on feature catalogue {trained_on}, this program has {own}; use the program that wrote it or train again"
        )
    }
}

/// The lines of three through a centre, falling "\" first, each from top to bottom.
fn lines(centre: Square) -> [[Square; 3]; 2] {
    let beside = |direction| Bitboard::from_square(centre).shifted(direction).first();
    [Direction::NorthWest, Direction::NorthEast].map(|up| {
        let ends = beside(up).zip(beside(up.opposite()));
        let (top, bottom) = ends.expect("a centre has four neighbours");
        [top, centre, bottom]
    })
}

fn entries(declared: &Declarations) -> Vec<Entry> {
    let entry = |name: String, meaning: &str, group| Entry { name, meaning: meaning.into(), group };
    let mut entries = Vec::with_capacity(Layout::new(declared.structures.len()).count());
    for (name, global) in Globals::NAMES.iter().zip(&declared.globals) {
        entries.push(entry((*name).to_owned(), &global.meaning, global.group));
    }
    let triples = &declared.triples;
    for [a, b, c] in CENTRES.into_iter().flat_map(lines) {
        let name = format!("{}_{a}_{b}_{c}", triples.prefix);
        entries.push(entry(name, &triples.meaning, Group::Triples));
    }
    for structure in &declared.structures {
        let meaning = format!("{}. {}", structure.english, structure.meaning);
        entries.push(entry(structure.name.clone(), &meaning, structure.group));
    }
    let raw = &declared.raw;
    for prefix in [&raw.white, &raw.black] {
        let square = |s| entry(format!("{prefix}_{s}"), &raw.meaning, Group::Raw);
        entries.extend(Square::all().map(square));
    }
    entries
}

/// Positions whose raw global inputs represent the formulas in the fingerprint, so that a changed formula changes it. Every
/// formula is different from zero in at least one of them.
const PROBES: [&str; 4] = [
    "W:W31-50:B1-20",
    "B:W15,25,37,38,40,41,42,44,45,46,47,50:B2,4,5,6,7,9,10,14,18,36",
    "W:W22,27,28,31,33,36,38,41,48,K14,K3:B12,13,18,19,23,24,26,39",
    "B:W7,26,31,32,37,K6,K30:B8,17,29,34,43,K10,K46,K47,K49",
];

/// The canonical text of a catalogue: one line per input that needs more than its name, then the probes.
fn canonical(declared: &Declarations) -> String {
    let mut text = String::new();
    let names: Vec<String> = entries(declared).into_iter().map(|entry| entry.name).collect();
    for (name, global) in names.iter().zip(&declared.globals) {
        let GlobalScale { offset, scale, clip, parity } = global.scale;
        put(&mut text, format_args!("{name} {offset} {scale} {clip} {parity:?}"));
    }
    for name in &names[TRIPLES] {
        put(&mut text, format_args!("{name}"));
    }
    for s in &declared.structures {
        let squares = [s.white, s.black, s.empty].map(numbers);
        put(&mut text, format_args!("{} {:?} {squares:?}", s.name, s.parity));
    }
    for name in &names[Layout::new(declared.structures.len()).named().end..] {
        put(&mut text, format_args!("{name}"));
    }
    for probe in PROBES {
        let position = fen::read(probe).expect("the probes are positions");
        put(&mut text, format_args!("{:?}", Globals::of(&position).values()));
    }
    text
}

fn put(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("writing to a string never fails");
}

fn numbers(squares: Bitboard) -> Vec<u8> {
    squares.into_iter().map(Square::number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_formula_has_its_part_in_the_fingerprint() {
        let probes = PROBES.map(|probe| Globals::of(&fen::read(probe).expect("a position")));
        for (index, name) in Globals::NAMES.iter().enumerate() {
            assert!(probes.iter().any(|globals| globals.values()[index] != 0), "{name}");
        }
    }
}
