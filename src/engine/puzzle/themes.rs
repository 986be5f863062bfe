//! The themes of `features/themes.toml`: each a set of conditions on the geometry of a solution.

use std::sync::OnceLock;

use serde::Deserialize;
use thiserror::Error;

use super::geometry::{Geometry, Relation};
use super::known::Puzzle;
use crate::board::Square;

/// A language of the names of themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Dutch.
    Nl,
    /// French.
    Fr,
    /// Russian.
    Ru,
}

/// A theme: a name in four languages, what it means, and the conditions that a solution must meet, all of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The word for it in the table of puzzles.
    pub id: String,
    /// Its name in English.
    pub en: String,
    /// Its name in Dutch.
    pub nl: String,
    /// Its name in French.
    pub fr: String,
    /// Its name in Russian.
    pub ru: String,
    /// What it is, for people.
    pub definition: String,
    /// Where the name and the definition come from.
    pub source: String,
    #[serde(default)]
    pieces: Range,
    #[serde(default)]
    kings: Range,
    #[serde(default)]
    offered: Range,
    #[serde(default)]
    given: Range,
    #[serde(default)]
    taken: Range,
    #[serde(default)]
    longest: Range,
    #[serde(default)]
    promoted: Range,
    #[serde(default)]
    lured: Range,
    #[serde(default)]
    kings_taken: Range,
    #[serde(default)]
    majority: Range,
    relation: Option<Relation>,
    /// Moves that are in the solution in this order, others between them.
    #[serde(default)]
    moves: Vec<MovePattern>,
}

/// A number from the first to the second, or to any where there is no second.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    #[serde(default)]
    least: u32,
    most: Option<u32>,
}

impl Range {
    fn has(self, number: u32) -> bool {
        number >= self.least && self.most.is_none_or(|most| number <= most)
    }
}

/// A move of one side: where it starts and ends, each one of some squares, and how many pieces it takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MovePattern {
    side: Side,
    #[serde(default)]
    from: Vec<u8>,
    #[serde(default)]
    to: Vec<u8>,
    /// Whether it takes the piece that made the move before it in the pattern.
    #[serde(default)]
    retakes: bool,
    #[serde(default)]
    takes: Range,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    White,
    Black,
}

/// Why a file of themes cannot be used.
#[derive(Debug, Error)]
pub enum ThemesError {
    /// No TOML, or not these tables.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A square that is none.
    #[error("theme '{theme}': {square} is no square; squares are 1 to 50")]
    Square {
        /// The theme.
        theme: String,
        /// The number.
        square: u8,
    },
    /// Two themes with one name, or a name with other signs.
    #[error("theme '{0}': its id must be its own, of small letters and _")]
    Id(String),
}

/// All themes.
#[derive(Clone, Debug)]
pub struct Themes(Vec<Theme>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    theme: Vec<Theme>,
}

impl Themes {
    /// The themes of the program.
    ///
    /// # Panics
    /// If the program was built with a file that it cannot read.
    #[must_use]
    pub fn built_in() -> &'static Themes {
        static THEMES: OnceLock<Themes> = OnceLock::new();
        THEMES.get_or_init(|| {
            Themes::read(draughts_td_features::THEMES).expect("the file fits the program")
        })
    }

    /// The themes of a file.
    ///
    /// # Errors
    /// The first fault of the file.
    pub fn read(text: &str) -> Result<Themes, ThemesError> {
        let themes = toml::from_str::<File>(text)?.theme;
        for (place, theme) in themes.iter().enumerate() {
            let is_word = theme.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            let is_own = themes[..place].iter().all(|other| other.id != theme.id);
            if !is_word || !is_own || theme.id.is_empty() {
                return Err(ThemesError::Id(theme.id.clone()));
            }
            let mut squares = theme.moves.iter().flat_map(|mv| mv.from.iter().chain(&mv.to));
            if let Some(&square) = squares.find(|&&square| Square::new(square).is_none()) {
                return Err(ThemesError::Square { theme: theme.id.clone(), square });
            }
        }
        Ok(Themes(themes))
    }

    /// The themes, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.0.iter()
    }

    /// The theme of this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Theme> {
        self.0.iter().find(|theme| theme.id == id)
    }

    /// The themes of a puzzle, in the order of the file.
    #[must_use]
    pub fn of(&self, puzzle: &Puzzle) -> Vec<&Theme> {
        let geometry = Geometry::of(&puzzle.position, &puzzle.moves);
        self.0.iter().filter(|theme| theme.is_in(&geometry)).collect()
    }
}

impl Theme {
    /// Its name in a language.
    #[must_use]
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Nl => &self.nl,
            Language::Fr => &self.fr,
            Language::Ru => &self.ru,
        }
    }

    /// Whether a solution meets all conditions.
    #[must_use]
    pub fn is_in(&self, geometry: &Geometry) -> bool {
        let numbers = [
            (self.pieces, geometry.pieces),
            (self.kings, geometry.kings),
            (self.offered, geometry.offered),
            (self.given, geometry.given),
            (self.taken, geometry.taken),
            (self.longest, geometry.longest),
            (self.promoted, geometry.promoted),
            (self.lured, geometry.lured),
            (self.kings_taken, geometry.kings_taken),
            (self.majority, geometry.majority),
        ];
        numbers.into_iter().all(|(range, number)| range.has(number))
            && self.relation.is_none_or(|relation| geometry.relations.contains(&relation))
            && are_in(&self.moves, geometry, 0, None)
    }
}

/// Whether the patterns are in the moves from a ply on; `last` is where the move before ended.
fn are_in(patterns: &[MovePattern], geometry: &Geometry, ply: usize, last: Option<Square>) -> bool {
    let Some((first, rest)) = patterns.split_first() else { return true };
    (ply..geometry.moves.len()).any(|at| {
        let mv = geometry.moves[at];
        let is_one = |squares: &[u8], square: Square| {
            squares.is_empty() || squares.contains(&square.number())
        };
        let retakes = !first.retakes || last.is_some_and(|square| mv.captured().contains(square));
        (at % 2 == 0) == (first.side == Side::White)
            && is_one(&first.from, mv.from())
            && is_one(&first.to, mv.to())
            && retakes
            && first.takes.has(mv.captured().len())
            && are_in(rest, geometry, at + 1, Some(mv.to()))
    })
}
