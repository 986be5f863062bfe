//! The themes of `features/themes.toml`: each a set of conditions on the geometry of a solution.

use std::sync::OnceLock;

use serde::Deserialize;
use thiserror::Error;

use super::geometry::{Geometry, Relation};
use crate::board::{Move, Position, Square};

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
    /// Themes before it in the file, of which a solution must have none.
    #[serde(default)]
    unless: Vec<String>,
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
    /// A theme that is not before it in the file.
    #[error("theme '{theme}': unless names '{other}', which is no theme before it")]
    Unless {
        /// The theme.
        theme: String,
        /// The other.
        other: String,
    },
    /// A number of no square.
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
            let is_before = |id: &&String| themes[..place].iter().any(|other| other.id == **id);
            if let Some(other) = theme.unless.iter().find(|id| !is_before(id)) {
                return Err(ThemesError::Unless { theme: theme.id.clone(), other: other.clone() });
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

    /// The themes of a solution, in the order of the file. White is to move.
    ///
    /// ```
    /// use draughts_td_engine::puzzle::{Themes, moves_of};
    /// use draughts_td_rules::board::fen;
    ///
    /// let position = fen::read("W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24")?;
    /// let moves = moves_of(&position, "27-22 18x27 32x21 23x34 40x7").expect("legal moves");
    /// let themes = Themes::built_in().of(&position, &moves);
    /// assert!(themes.iter().any(|theme| theme.id == "royal"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(&self, position: &Position, moves: &[Move]) -> Vec<&Theme> {
        let geometry = &Geometry::of(position, moves);
        let mut found: Vec<&Theme> = Vec::new();
        for theme in &self.0 {
            let is_another = found.iter().any(|other| theme.unless.contains(&other.id));
            if !is_another && theme.is_in(geometry) {
                found.push(theme);
            }
        }
        found
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

    /// Whether a solution meets all conditions, whatever other themes it has.
    fn is_in(&self, geometry: &Geometry) -> bool {
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
        at.is_multiple_of(2) == (first.side == Side::White)
            && is_one(&first.from, mv.from())
            && is_one(&first.to, mv.to())
            && retakes
            && first.takes.has(mv.captured().len())
            && are_in(rest, geometry, at + 1, Some(mv.to()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, fen};

    /// The moves of a line, each as its start and end.
    fn line(start: &Position, text: &str) -> Vec<Move> {
        let mut position = *start;
        let play = |word: &str| {
            let mv = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == word);
            let mv = mv.unwrap_or_else(|| panic!("{word} in {}", fen::write(&position)));
            position = position.succ(mv);
            mv
        };
        text.split_whitespace().map(play).collect()
    }

    fn themes(position: &str, moves: &str) -> Vec<&'static str> {
        let start = fen::read(position).expect(position);
        let themes = Themes::built_in().of(&start, &line(&start, moves));
        themes.into_iter().map(|theme| &*theme.id).collect()
    }

    const ROYAL: [&str; 2] =
        ["W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24", "27-22 18x27 32x21 23x34 40x7"];
    const PHILIPPE: [&str; 2] =
        ["W:W27,32,34,38,40,45:B11,12,16,18,23,25", "27-22 18x27 32x21 16x27 34-30 25x34 40x16"];
    const NAPOLEON: [&str; 2] =
        ["W:W26,28,29,31,36:B9,16,17,18,19", "29-23 18x29 28-22 17x28 26-21 16x27 31x4"];
    const TURKISH: [&str; 2] = ["W:W9,19,20,28,30:BK4", "28-23 4x14 19x10"];
    const HALF_TURKISH: [&str; 2] = ["W:W18,23,41,43:BK9", "43-38 9x29 23x34"];
    const BOMB: [&str; 2] = ["W:W33,K34:B18,38", "34x12 38x29 12x40"];
    const RICOCHET: [&str; 2] = ["W:W6,13:B18,21,K39", "13x22 39x11 6x26"];
    const LURED: [&str; 2] = ["W:W9,40:B42", "9-3 42-47 3-9 47-20 9x25"];
    const ONE_OFFER: [&str; 2] = ["W:WK29,48:B32", "29-38 32x43 48x39"];
    const TWO_OFFERS: [&str; 2] = ["W:W12,22,41:BK1", "41-36 1x31 36x27"];
    const MANY_OFFERS: [&str; 2] = ["W:W9,18,37,47:BK20", "18-12 20x42 47x38"];

    /// A solution with each theme, and one that has it not: in the order of the file.
    const EXAMPLES: [(&str, [&str; 2], [&str; 2]); 19] = [
        ("royal", ROYAL, PHILIPPE),
        ("philippe", PHILIPPE, ROYAL),
        ("napoleon", NAPOLEON, ROYAL),
        ("turkish", TURKISH, HALF_TURKISH),
        ("half_turkish", HALF_TURKISH, TWO_OFFERS),
        ("bomb", BOMB, RICOCHET),
        ("ricochet", RICOCHET, ROYAL),
        ("double_two", ["W:WK4,46:B12,17,32,41", "46x28 12-18 4x11"], RICOCHET),
        ("king_lured", LURED, RICOCHET),
        ("king_taken", ["W:W19,49:BK23", "19x28"], LURED),
        ("one_offer", ONE_OFFER, TWO_OFFERS),
        ("two_offers", TWO_OFFERS, MANY_OFFERS),
        ("many_offers", MANY_OFFERS, ONE_OFFER),
        ("majority", ["W:W22,36,44:B35,K45", "44-40 45x27 36-31"], ONE_OFFER),
        ("long_capture", NAPOLEON, BOMB),
        ("to_king", NAPOLEON, ["W:W8,14:B9", "14x3"]),
        ("breakthrough", ["W:W8,14:B9", "14x3"], NAPOLEON),
        ("ending", LURED, ROYAL),
        ("own_king", ONE_OFFER, ROYAL),
    ];

    #[test]
    fn every_theme_has_a_solution_with_it_and_one_without() {
        let ids: Vec<&str> = EXAMPLES.iter().map(|(id, ..)| *id).collect();
        let all: Vec<&str> = Themes::built_in().iter().map(|theme| &*theme.id).collect();
        assert_eq!(ids, all, "an example for each theme, in the order of the file");
        for (id, with, without) in EXAMPLES {
            let found = themes(with[0], with[1]);
            assert!(found.contains(&id), "{id} is not among {found:?}, {}", with[0]);
            let found = themes(without[0], without[1]);
            assert!(!found.contains(&id), "{id} is among {found:?}");
        }
    }

    #[test]
    fn a_file_of_themes_with_a_fault_is_refused_by_name() {
        let theme = |id: &str, rest: &str| {
            format!(
                "[[theme]]\nid = \"{id}\"\nen = \"\"\nnl = \"\"\nfr = \"\"\nru = \"\"\ndefinition = \"\"\nsource = \"\"\n{rest}\n"
            )
        };
        assert!(Themes::read(&theme("bomb", "relation = \"bomb\"")).is_ok());
        let twice = theme("bomb", "") + &theme("bomb", "");
        for (text, word) in [
            (theme("bomb", "moves = [{ side = \"white\", from = [51] }]"), "51"),
            (theme("Bomb", ""), "Bomb"),
            (twice, "'bomb'"),
            (theme("bomb", "offred = { least = 1 }"), "offred"),
            (theme("bomb", "relation = \"boom\""), "boom"),
            (theme("bomb", "unless = [\"royal\"]"), "royal"),
        ] {
            let fault = Themes::read(&text).expect_err(word).to_string();
            assert!(fault.contains(word), "{fault}");
        }
    }
}
