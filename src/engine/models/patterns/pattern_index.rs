//! Patterns: sets of squares declared in a text file, and the arithmetic that computes all their indices at once.
//!
//! The index of a pattern is a number to the base 3, one digit for each of its squares: no man, an own man, a man of the opponent.
//! It selects the weight in the table of the pattern. A file calls a pattern `[[window]]`.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wide::i16x16;

use draughts_td_features::PATTERNS;

use crate::board::{Bitboard, Color, Position, Square};

/// Indices computed together: those of four patterns and of their mirror images fill a vector.
const WIDTH: usize = 8;
/// Patterns of one block.
const HALF: usize = WIDTH / 2;
const MAX_BLOCKS: usize = 4;
const MAX_PATTERNS: usize = MAX_BLOCKS * HALF;
/// 3¹² configurations a pattern: 2 MiB of weights of 16 bits for both stages.
const MAX_SQUARES: usize = 12;

/// Bits of a set that one look-up takes, and look-ups for a set.
const CHUNK: usize = 6;
const CHUNKS: usize = 9;

/// A number for each pattern of a block, then for each mirror image.
type Lanes = [u32; WIDTH];

/// Pattern indices of a block and its mirror image as two base-729 digits, all lower ones before all upper ones. Each digit fits
/// 16 bits, so that sixteen are updated by one vector addition.
type IndexDigits = [i16; 2 * WIDTH];

/// Squares of a digit, and its base.
const DIGIT_SQUARES: usize = MAX_SQUARES / 2;
const BASE: u32 = 3u32.pow(DIGIT_SQUARES as u32);

/// What each combination of men in each chunk adds.
type Sums = [[Lanes; 1 << CHUNK]; CHUNKS];

/// The pattern indices of a position. A pattern that the last block lacks has index 0 for both sides, which cancels out.
#[derive(Clone, Copy, Debug)]
pub(in crate::models) struct PatternIndices {
    lanes: [Lanes; MAX_BLOCKS],
    blocks: usize,
}

impl PatternIndices {
    /// Calls `visit` with every index, and with whether its weight is subtracted (a mirror image).
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(usize, bool)) {
        for lanes in &self.lanes[..self.blocks] {
            for (lane, &index) in lanes.iter().enumerate() {
                visit(index as usize, lane >= HALF);
            }
        }
    }
}

/// A pattern: squares whose men are looked up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// Its squares, the least significant digit of the index first.
    squares: Vec<u8>,
}

impl Pattern {
    /// Its squares, or those of its mirror image.
    pub fn squares(&self, is_turned: bool) -> Bitboard {
        let squares = self.squares.iter().filter_map(|&square| Square::new(square));
        let squares = squares.fold(Bitboard::EMPTY, Bitboard::with);
        if is_turned { squares.rotated() } else { squares }
    }

    /// The indices of its squares, the least significant digit first.
    pub(super) fn square_indices(&self) -> impl Iterator<Item = usize> {
        self.squares.iter().filter_map(|&square| Square::new(square)).map(Square::index)
    }

    /// The number of configurations, and of weights: 3 to the power of its squares.
    pub fn configurations(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

/// Why patterns are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// Not TOML, or other keys.
    #[error("{0}")]
    Toml(String),
    /// No pattern, or too many.
    #[error("{0} windows; there is room for 1 to {MAX_PATTERNS}")]
    Count(usize),
    /// A pattern of no or too many squares.
    #[error("window '{0}' has {1} squares; it may have 1 to {MAX_SQUARES}")]
    Squares(String, usize),
    /// Not a square.
    #[error("window '{0}' names square {1}; squares are 1 to 50")]
    Square(String, u8),
    /// A square used twice.
    #[error("window '{0}' names square {1} twice")]
    Twice(String, u8),
    /// A name used twice.
    #[error("two windows are called '{0}'; names must differ")]
    Name(String),
    /// The squares of another pattern or of its mirror image: both would learn the same.
    #[error("windows '{0}' and '{1}' have the same squares, as they are or turned; leave one out")]
    Same(String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "window")]
    patterns: Vec<Pattern>,
}

/// Patterns, ready to be looked up.
#[derive(Clone, Debug)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
    /// Where the weights of each pattern begin.
    starts: Vec<usize>,
    blocks: Vec<PatternBlock>,
}

/// What men add to the indices of four patterns and their mirror images.
#[derive(Clone, Debug)]
struct PatternBlock {
    start: Lanes,
    men: Box<[Sums; 2]>,
}

/// Sets are equal if their patterns are; the rest follows from these.
impl PartialEq for PatternSet {
    fn eq(&self, other: &PatternSet) -> bool {
        self.patterns == other.patterns
    }
}

impl PatternSet {
    /// The built-in patterns.
    ///
    /// # Panics
    /// If the program was built with a malformed `features/patterns.toml`; a test keeps that from happening.
    pub fn embedded() -> &'static Arc<PatternSet> {
        static EMBEDDED: LazyLock<Arc<PatternSet>> =
            LazyLock::new(|| Arc::new(PatternSet::read(PATTERNS).expect("features/patterns.toml")));
        &EMBEDDED
    }

    /// Patterns that a text declares.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<PatternSet, PatternError> {
        let file: File = toml::from_str(text)
            .map_err(|error| PatternError::Toml(error.to_string().trim().replace('\n', " ")))?;
        let pattern_set = PatternSet::of(file.patterns)?;
        for (number, pattern) in pattern_set.patterns.iter().enumerate() {
            let squares = [false, true].map(|is_turned| pattern.squares(is_turned));
            let mut others = pattern_set.patterns[..number].iter();
            if let Some(other) = others.find(|other| squares.contains(&other.squares(false))) {
                return Err(PatternError::Same(other.name.clone(), pattern.name.clone()));
            }
        }
        Ok(pattern_set)
    }

    /// A set of these patterns.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(patterns: Vec<Pattern>) -> Result<PatternSet, PatternError> {
        if !(1..=MAX_PATTERNS).contains(&patterns.len()) {
            return Err(PatternError::Count(patterns.len()));
        }
        let mut names = HashSet::new();
        for pattern in &patterns {
            check(pattern)?;
            if !names.insert(&pattern.name) {
                return Err(PatternError::Name(pattern.name.clone()));
            }
        }
        let starts = patterns.iter().scan(0, |next, pattern| {
            let start = *next;
            *next += pattern.configurations();
            Some(start)
        });
        let starts: Vec<usize> = starts.collect();
        let pairs = patterns.chunks(HALF).zip(starts.chunks(HALF));
        let blocks = pairs.map(|(patterns, starts)| PatternBlock::new(patterns, starts)).collect();
        Ok(PatternSet { blocks, starts, patterns })
    }

    /// The patterns, in their order in the weights.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The configurations of all patterns together.
    pub fn configurations(&self) -> usize {
        self.patterns.iter().map(Pattern::configurations).sum()
    }

    /// The weights of the pattern at this place.
    pub(crate) fn range(&self, pattern: usize) -> std::ops::Range<usize> {
        self.starts[pattern]..self.starts[pattern] + self.patterns[pattern].configurations()
    }

    /// The weights of this pattern; `None` if the set does not have it.
    pub(super) fn range_of(&self, pattern: &Pattern) -> Option<std::ops::Range<usize>> {
        let number = self.patterns.iter().position(|own| own == pattern)?;
        Some(self.range(number))
    }

    /// Whether the patterns of another set are all in this one.
    pub(super) fn contains(&self, others: &PatternSet) -> bool {
        others.patterns.iter().all(|pattern| self.patterns.contains(pattern))
    }

    /// Indices of a position: of each pattern and of its mirror image.
    pub(super) fn indices_per_position(&self) -> usize {
        2 * self.patterns.len()
    }

    /// Calls `visit` with the pattern indices of a position. For each block of four patterns these are first their own indices, whose
    /// weights are added, then those of the mirror images, whose weights are subtracted.
    #[inline]
    pub(super) fn each_index(&self, position: &Position, mut visit: impl FnMut(usize, bool)) {
        let [white, black] = Color::each(|color| position.men(color).bits());
        for (number, block) in self.blocks.iter().enumerate() {
            let patterns = HALF.min(self.patterns.len() - number * HALF);
            let indices = block.indices(white, black);
            let (own, turned) = indices.split_at(HALF);
            own[..patterns].iter().for_each(|&index| visit(index as usize, false));
            turned[..patterns].iter().for_each(|&index| visit(index as usize, true));
        }
    }

    /// The pattern indices of a position from the digits of every block.
    #[inline(always)]
    pub(super) fn indices_of(&self, digits: &[i16x16]) -> PatternIndices {
        // Arrays of fixed length instead of a vector: this runs at every node, and nothing is allocated.
        let mut lanes = [[0; WIDTH]; MAX_BLOCKS];
        for (lanes, (block, digits)) in lanes.iter_mut().zip(self.blocks.iter().zip(digits)) {
            *lanes = block.indices_of(digits.to_array());
        }
        PatternIndices { lanes, blocks: self.blocks.len() }
    }

    /// Blocks of four patterns.
    pub(in crate::models) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// What a man adds to the digits of a block.
    pub(in crate::models) fn digits(&self, block: usize, color: Color, man: Square) -> IndexDigits {
        let mut digits = [0; 2 * WIDTH];
        let patterns = self.patterns.iter().skip(block * HALF).take(HALF);
        for (lane, pattern) in patterns.enumerate() {
            for (half, color, man) in [(0, color, man), (HALF, !color, man.rotated())] {
                let state = if color == Color::White { 1 } else { 2 };
                if let Some(place) = pattern.square_indices().position(|index| index == man.index())
                {
                    let upper = place / DIGIT_SQUARES;
                    digits[upper * WIDTH + half + lane] +=
                        state * 3i16.pow((place % DIGIT_SQUARES) as u32);
                }
            }
        }
        digits
    }
}

fn check(pattern: &Pattern) -> Result<(), PatternError> {
    let (name, mut seen) = (|| pattern.name.clone(), Bitboard::EMPTY);
    if !(1..=MAX_SQUARES).contains(&pattern.squares.len()) {
        return Err(PatternError::Squares(name(), pattern.squares.len()));
    }
    for &number in &pattern.squares {
        let square = Square::new(number).ok_or_else(|| PatternError::Square(name(), number))?;
        if seen.contains(square) {
            return Err(PatternError::Twice(name(), number));
        }
        seen = seen.with(square);
    }
    Ok(())
}

impl PatternBlock {
    fn new(patterns: &[Pattern], starts: &[usize]) -> PatternBlock {
        let mut start = [0; WIDTH];
        for (lane, &at) in starts.iter().enumerate() {
            (start[lane], start[HALF + lane]) = (at as u32, at as u32);
        }
        // The digit of a square: 0 without a man, 1 with an own man, 2 with a man of the opponent.
        let men = Color::each(|color| {
            let mut weights = [[0; WIDTH]; CHUNK * CHUNKS];
            for (lane, pattern) in patterns.iter().enumerate() {
                let squares = pattern.squares.iter().filter_map(|&number| Square::new(number));
                for (place, square) in squares.enumerate() {
                    let worth = 3u32.pow(place as u32);
                    let bit = |square| Bitboard::from_square(square).bits().trailing_zeros();
                    let turned = Bitboard::from_square(square).rotated().first();
                    let turned = turned.expect("a turned square is a square");
                    let (own, other) = if color == Color::White { (1, 2) } else { (2, 1) };
                    weights[bit(square) as usize][lane] += own * worth;
                    weights[bit(turned) as usize][HALF + lane] += other * worth;
                }
            }
            sums(&weights)
        });
        PatternBlock { start, men: Box::new(men) }
    }

    /// The index of each pattern's weight among all weights.
    #[inline(always)]
    fn indices(&self, white: u64, black: u64) -> Lanes {
        let mut indices = self.start;
        for chunk in 0..CHUNKS {
            let men = |set: u64| (set >> (chunk * CHUNK)) as usize & ((1 << CHUNK) - 1);
            let (white, black) = (&self.men[0][chunk][men(white)], &self.men[1][chunk][men(black)]);
            for lane in 0..WIDTH {
                indices[lane] += white[lane] + black[lane];
            }
        }
        indices
    }

    /// The same from their digits.
    #[inline(always)]
    fn indices_of(&self, digits: IndexDigits) -> Lanes {
        let mut indices = self.start;
        for lane in 0..WIDTH {
            indices[lane] += digits[lane] as u32 + BASE * digits[WIDTH + lane] as u32;
        }
        indices
    }
}

/// The sums of the weights of every combination of bits of every chunk.
fn sums(weights: &[Lanes; CHUNK * CHUNKS]) -> Sums {
    // Each combination is a smaller one and one more bit: all are done in increasing order.
    let mut sums = [[[0; WIDTH]; 1 << CHUNK]; CHUNKS];
    for (chunk, table) in sums.iter_mut().enumerate() {
        for men in 1..1usize << CHUNK {
            let (rest, bit) = (men & (men - 1), men.trailing_zeros() as usize);
            table[men] = std::array::from_fn(|l| table[rest][l] + weights[chunk * CHUNK + bit][l]);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use draughts_td_features::windows::EIGHT;

    use super::*;
    use crate::board::fen;

    /// The index of a pattern by its definition, square by square.
    fn slow(pattern: &Pattern, position: &Position) -> usize {
        let state = |number: u8| {
            let square = Square::new(number).expect("a square");
            let [white, black] =
                Color::each(|color| usize::from(position.men(color).contains(square)));
            white + 2 * black
        };
        pattern.squares.iter().rev().fold(0, |index, &number| 3 * index + state(number))
    }

    #[test]
    fn all_indices_at_once_are_those_of_each_pattern() {
        let wide: String = (0..6)
            .map(|i| format!("[[window]]\nname = \"w{i}\"\nsquares = [{}, {}]\n", i + 1, 40 - i))
            .collect();
        for pattern_set in
            [PatternSet::embedded().as_ref(), &PatternSet::read(&wide).expect("six windows")]
        {
            for text in ["W:W31-50:B1-20", "B:W28,32,K45,1:B19,23,12,K3", "W:W7,26:B8,50"] {
                let position = fen::read(text).or_else(|_| fen::read("W:W28:B19")).expect("fen");
                let (mut own, mut turned) = (Vec::new(), Vec::new());
                pattern_set.each_index(&position, |index, is_turned| {
                    if is_turned { turned.push(index) } else { own.push(index) }
                });
                let mut digits = vec![i16x16::ZERO; pattern_set.blocks()];
                for color in Color::ALL {
                    for man in position.men(color) {
                        for (block, sum) in digits.iter_mut().enumerate() {
                            *sum += i16x16::new(pattern_set.digits(block, color, man));
                        }
                    }
                }
                let mut by_digits = [Vec::new(), Vec::new()];
                let indices = pattern_set.indices_of(&digits);
                indices.each(|index, is_turned| by_digits[usize::from(is_turned)].push(index));
                // Patterns that the last block lacks have index 0.
                let filled = |indices: &Vec<usize>| {
                    let mut indices = indices.clone();
                    indices.resize(pattern_set.blocks() * HALF, 0);
                    indices
                };
                assert_eq!(by_digits, [filled(&own), filled(&turned)]);
                for (number, pattern) in pattern_set.patterns().iter().enumerate() {
                    let start = pattern_set.range(number).start;
                    assert_eq!(own[number] - start, slow(pattern, &position));
                    assert_eq!(turned[number] - start, slow(pattern, &position.mirrored()));
                }
            }
        }
    }

    #[test]
    fn the_windows_of_the_program_are_four_of_twelve_squares_that_miss_no_man() {
        let pattern_set = PatternSet::embedded();
        assert_eq!((pattern_set.patterns().len(), pattern_set.configurations()), (4, 4 * 531_441));
        let seen = pattern_set.patterns().iter().fold(Bitboard::EMPTY, |seen, pattern| {
            seen | pattern.squares(false) | pattern.squares(true)
        });
        assert_eq!(seen, Bitboard::ALL);
    }

    #[test]
    fn the_eight_windows_are_the_four_and_four_others() {
        let eight = PatternSet::read(EIGHT).expect("no window is there twice");
        assert_eq!(eight.patterns().len(), 8);
        assert!(eight.contains(PatternSet::embedded()));
    }

    #[test]
    fn windows_that_make_no_sense_are_refused_by_name() {
        let read = |text: &str| PatternSet::read(text).expect_err(text).to_string();
        let pattern = |squares: &str| format!("[[window]]\nname = \"a\"\nsquares = [{squares}]\n");
        assert!(read("window = []").contains("0 windows"));
        assert!(read(&pattern("")).contains("'a' has 0 squares"));
        assert!(read(&pattern("1, 51")).contains("square 51"));
        assert!(read(&pattern("7, 7")).contains("7 twice"));
        assert!(read(&[pattern("1"), pattern("2")].concat()).contains("two windows"));
        let other = "[[window]]\nname = \"b\"\nsquares = [30, 49]\n";
        for squares in ["49, 30", "2, 21"] {
            let refused = read(&[&pattern(squares), other].concat());
            assert!(refused.starts_with("windows 'a' and 'b' have the same squares"), "{refused}");
        }
        assert!(read("[[window]]\nname = 1").contains("string"));
        assert!(read("[[window]]\nnames = \"a\"").contains("names"));
    }
}
