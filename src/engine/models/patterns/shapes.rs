//! The windows that are looked up, as a text file declares them, and the arithmetic that finds all their cases at once.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wide::i16x16;

use draughts_td_features::PATTERNS;

use crate::board::{Bitboard, Color, Position, Square};

/// Windows whose cases are found together: four as they stand and four turned fill a vector.
const WIDTH: usize = 8;
/// Windows of one block.
const HALF: usize = WIDTH / 2;
const MOST_BLOCKS: usize = 4;
const MOST_WINDOWS: usize = MOST_BLOCKS * HALF;
/// The most squares of a window: 3¹² cases.
const MOST_SQUARES: usize = 12;

/// Bits of a set that one look-up takes, and look-ups for a set.
const CHUNK: usize = 6;
const CHUNKS: usize = 9;

/// One number for each window of a block, as it stands and turned.
type Lanes = [u32; WIDTH];

/// The numbers of the cases of a block's windows and their turned twins in two digits to the base 3⁶, all lower ones before all
/// upper ones: each fits 16 bits whatever men stand on the window.
type CaseDigits = [i16; 2 * WIDTH];

/// Squares of a digit, and its base.
const DIGIT_SQUARES: usize = MOST_SQUARES / 2;
const BASE: u32 = 3u32.pow(DIGIT_SQUARES as u32);

/// What each combination of men in each chunk adds.
type Sums = [[Lanes; 1 << CHUNK]; CHUNKS];

/// The numbers of all cases that stand on a board. A window that the last block lacks stands for case 0 twice, once for White and once
/// against him.
#[derive(Clone, Copy, Debug)]
pub(in crate::models) struct Cases {
    lanes: [Lanes; MOST_BLOCKS],
    blocks: usize,
}

impl Cases {
    /// Calls `visit` with every case, and with whether it counts against White.
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(usize, bool)) {
        for lanes in &self.lanes[..self.blocks] {
            for (lane, &case) in lanes.iter().enumerate() {
                visit(case as usize, lane >= HALF);
            }
        }
    }
}

/// A window: squares whose men are looked up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its name.
    pub name: String,
    /// Its squares, the first with the least weight in the number of a case.
    squares: Vec<u8>,
}

impl Window {
    /// Its squares, as they stand or as the other side sees them.
    pub fn squares(&self, is_turned: bool) -> Bitboard {
        let squares = self.squares.iter().filter_map(|&square| Square::new(square));
        let squares = squares.fold(Bitboard::EMPTY, Bitboard::with);
        if is_turned { squares.rotated() } else { squares }
    }

    /// The indexes of its squares, in the order of their weight in the number of a case.
    pub(super) fn indexes(&self) -> impl Iterator<Item = usize> {
        self.squares.iter().filter_map(|&square| Square::new(square)).map(Square::index)
    }

    /// The number of cases: three for each square.
    pub fn cases(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

/// Why windows are of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapesError {
    /// Not TOML, or other keys.
    #[error("{0}")]
    Toml(String),
    /// None, or more than there is room for.
    #[error("{0} windows; there is room for 1 to {MOST_WINDOWS}")]
    Windows(usize),
    /// A window of no or too many squares.
    #[error("window '{0}' has {1} squares; it may have 1 to {MOST_SQUARES}")]
    Squares(String, usize),
    /// A number that is no square.
    #[error("window '{0}' names square {1}; squares are 1 to 50")]
    Square(String, u8),
    /// A square used twice.
    #[error("window '{0}' names square {1} twice")]
    Twice(String, u8),
    /// A name used twice.
    #[error("two windows are called '{0}'; names must differ")]
    Name(String),
    /// The squares of another window, as they stand or turned: both would learn the same.
    #[error(
        "windows '{0}' and '{1}' have the same squares, as they stand or turned; leave one out"
    )]
    Same(String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    window: Vec<Window>,
}

/// Some windows, ready to be looked up.
#[derive(Clone, Debug)]
pub struct Shapes {
    windows: Vec<Window>,
    /// Where the cases of each window begin among all.
    starts: Vec<usize>,
    blocks: Vec<PatternBlock>,
}

/// What the men add to the numbers of the cases of four windows and their turned twins.
#[derive(Clone, Debug)]
struct PatternBlock {
    start: Lanes,
    men: Box<[Sums; 2]>,
}

/// Shapes of the same squares are the same.
impl PartialEq for Shapes {
    fn eq(&self, other: &Shapes) -> bool {
        self.windows == other.windows
    }
}

impl Shapes {
    /// The windows inside the program.
    ///
    /// # Panics
    /// If the program was built with a malformed `features/patterns.toml`; a test keeps that from happening.
    pub fn embedded() -> &'static Arc<Shapes> {
        static SHAPES: LazyLock<Arc<Shapes>> =
            LazyLock::new(|| Arc::new(Shapes::read(PATTERNS).expect("features/patterns.toml")));
        &SHAPES
    }

    /// The windows that a text declares.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Shapes, ShapesError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ShapesError::Toml(error.to_string().trim().replace('\n', " ")))?;
        let shapes = Shapes::of(file.window)?;
        for (number, window) in shapes.windows.iter().enumerate() {
            let squares = [false, true].map(|is_turned| window.squares(is_turned));
            let mut others = shapes.windows[..number].iter();
            if let Some(other) = others.find(|other| squares.contains(&other.squares(false))) {
                return Err(ShapesError::Same(other.name.clone(), window.name.clone()));
            }
        }
        Ok(shapes)
    }

    /// These windows.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(windows: Vec<Window>) -> Result<Shapes, ShapesError> {
        if !(1..=MOST_WINDOWS).contains(&windows.len()) {
            return Err(ShapesError::Windows(windows.len()));
        }
        let mut names = HashSet::new();
        for window in &windows {
            check(window)?;
            if !names.insert(&window.name) {
                return Err(ShapesError::Name(window.name.clone()));
            }
        }
        let starts = windows.iter().scan(0, |next, window| {
            let start = *next;
            *next += window.cases();
            Some(start)
        });
        let starts: Vec<usize> = starts.collect();
        let pairs = windows.chunks(HALF).zip(starts.chunks(HALF));
        let blocks = pairs.map(|(windows, starts)| PatternBlock::new(windows, starts)).collect();
        Ok(Shapes { blocks, starts, windows })
    }

    /// The windows.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The cases of all windows together.
    pub fn cases(&self) -> usize {
        self.windows.iter().map(Window::cases).sum()
    }

    /// Where the cases of a window stand among all.
    pub(crate) fn range(&self, window: usize) -> std::ops::Range<usize> {
        self.starts[window]..self.starts[window] + self.windows[window].cases()
    }

    /// Where the cases of this window stand among all; `None` where it is none of these.
    pub(super) fn range_of(&self, window: &Window) -> Option<std::ops::Range<usize>> {
        let number = self.windows.iter().position(|own| own == window)?;
        Some(self.range(number))
    }

    /// Whether all windows of others are among these.
    pub(super) fn contains(&self, others: &Shapes) -> bool {
        others.windows.iter().all(|window| self.windows.contains(window))
    }

    pub(super) fn look_ups(&self) -> usize {
        2 * self.windows.len()
    }

    /// Calls `visit` with every case that stands on the board: that of each window as it is, which counts for White, then that of
    /// each turned one, which counts against him; four windows at a time.
    #[inline]
    pub(super) fn each_case(&self, position: &Position, mut visit: impl FnMut(usize, bool)) {
        let [white, black] = Color::each(|color| position.men(color).bits());
        for (number, block) in self.blocks.iter().enumerate() {
            let windows = HALF.min(self.windows.len() - number * HALF);
            let cases = block.cases(white, black);
            let (own, turned) = cases.split_at(HALF);
            own[..windows].iter().for_each(|&case| visit(case as usize, false));
            turned[..windows].iter().for_each(|&case| visit(case as usize, true));
        }
    }

    /// The cases on the board, where the digits of every block are known.
    #[inline(always)]
    pub(super) fn cases_of(&self, digits: &[i16x16]) -> Cases {
        let mut lanes = [[0; WIDTH]; MOST_BLOCKS];
        for (lanes, (block, digits)) in lanes.iter_mut().zip(self.blocks.iter().zip(digits)) {
            *lanes = block.cases_of(digits.to_array());
        }
        Cases { lanes, blocks: self.blocks.len() }
    }

    /// Blocks of four windows.
    pub(in crate::models) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// What a man adds to the digits of a block.
    pub(in crate::models) fn digits(&self, block: usize, color: Color, man: Square) -> CaseDigits {
        let mut digits = [0; 2 * WIDTH];
        let windows = self.windows.iter().skip(block * HALF).take(HALF);
        for (lane, window) in windows.enumerate() {
            for (half, color, man) in [(0, color, man), (HALF, !color, man.rotated())] {
                let state = if color == Color::White { 1 } else { 2 };
                if let Some(place) = window.indexes().position(|index| index == man.index()) {
                    let upper = place / DIGIT_SQUARES;
                    digits[upper * WIDTH + half + lane] +=
                        state * 3i16.pow((place % DIGIT_SQUARES) as u32);
                }
            }
        }
        digits
    }
}

fn check(window: &Window) -> Result<(), ShapesError> {
    let (name, mut seen) = (|| window.name.clone(), Bitboard::EMPTY);
    if !(1..=MOST_SQUARES).contains(&window.squares.len()) {
        return Err(ShapesError::Squares(name(), window.squares.len()));
    }
    for &number in &window.squares {
        let square = Square::new(number).ok_or_else(|| ShapesError::Square(name(), number))?;
        if seen.contains(square) {
            return Err(ShapesError::Twice(name(), number));
        }
        seen = seen.with(square);
    }
    Ok(())
}

impl PatternBlock {
    fn new(windows: &[Window], starts: &[usize]) -> PatternBlock {
        let mut start = [0; WIDTH];
        for (lane, &at) in starts.iter().enumerate() {
            (start[lane], start[HALF + lane]) = (at as u32, at as u32);
        }
        // A case counts nothing, a man of the window's own side and one of the other as 0, 1 and 2.
        let men = Color::each(|color| {
            let mut weights = [[0; WIDTH]; CHUNK * CHUNKS];
            for (lane, window) in windows.iter().enumerate() {
                let squares = window.squares.iter().filter_map(|&number| Square::new(number));
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

    /// The number of each window's case among all cases.
    #[inline(always)]
    fn cases(&self, white: u64, black: u64) -> Lanes {
        let mut cases = self.start;
        for chunk in 0..CHUNKS {
            let men = |set: u64| (set >> (chunk * CHUNK)) as usize & ((1 << CHUNK) - 1);
            let (white, black) = (&self.men[0][chunk][men(white)], &self.men[1][chunk][men(black)]);
            for lane in 0..WIDTH {
                cases[lane] += white[lane] + black[lane];
            }
        }
        cases
    }

    /// The same out of their digits.
    #[inline(always)]
    fn cases_of(&self, digits: CaseDigits) -> Lanes {
        let mut cases = self.start;
        for lane in 0..WIDTH {
            cases[lane] += digits[lane] as u32 + BASE * digits[WIDTH + lane] as u32;
        }
        cases
    }
}

/// The sums of the weights of every combination of bits of every chunk.
fn sums(weights: &[Lanes; CHUNK * CHUNKS]) -> Sums {
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

    /// The case of a window by its definition, square by square.
    fn slow(window: &Window, position: &Position) -> usize {
        let state = |number: u8| {
            let square = Square::new(number).expect("a square");
            let [white, black] =
                Color::each(|color| usize::from(position.men(color).contains(square)));
            white + 2 * black
        };
        window.squares.iter().rev().fold(0, |case, &number| 3 * case + state(number))
    }

    #[test]
    fn all_cases_at_once_are_those_of_each_window_alone() {
        let wide: String = (0..6)
            .map(|i| format!("[[window]]\nname = \"w{i}\"\nsquares = [{}, {}]\n", i + 1, 40 - i))
            .collect();
        for shapes in [Shapes::embedded().as_ref(), &Shapes::read(&wide).expect("six windows")] {
            for text in ["W:W31-50:B1-20", "B:W28,32,K45,1:B19,23,12,K3", "W:W7,26:B8,50"] {
                let position = fen::read(text).or_else(|_| fen::read("W:W28:B19")).expect("fen");
                let (mut own, mut turned) = (Vec::new(), Vec::new());
                shapes.each_case(&position, |case, is_turned| {
                    if is_turned { turned.push(case) } else { own.push(case) }
                });
                let mut digits = vec![i16x16::ZERO; shapes.blocks()];
                for color in Color::ALL {
                    for man in position.men(color) {
                        for (block, sum) in digits.iter_mut().enumerate() {
                            *sum += i16x16::new(shapes.digits(block, color, man));
                        }
                    }
                }
                let mut by_digits = [Vec::new(), Vec::new()];
                let cases = shapes.cases_of(&digits);
                cases.each(|case, is_turned| by_digits[usize::from(is_turned)].push(case));
                // Windows that the last block lacks stand for case 0.
                let filled = |cases: &Vec<usize>| {
                    let mut cases = cases.clone();
                    cases.resize(shapes.blocks() * HALF, 0);
                    cases
                };
                assert_eq!(by_digits, [filled(&own), filled(&turned)]);
                for (number, window) in shapes.windows().iter().enumerate() {
                    let start = shapes.range(number).start;
                    assert_eq!(own[number] - start, slow(window, &position));
                    assert_eq!(turned[number] - start, slow(window, &position.mirrored()));
                }
            }
        }
    }

    #[test]
    fn the_windows_of_the_program_are_four_of_twelve_squares_that_miss_no_man() {
        let shapes = Shapes::embedded();
        assert_eq!((shapes.windows().len(), shapes.cases()), (4, 4 * 531_441));
        let seen = shapes.windows().iter().fold(Bitboard::EMPTY, |seen, window| {
            seen | window.squares(false) | window.squares(true)
        });
        assert_eq!(seen, Bitboard::ALL);
    }

    #[test]
    fn the_eight_windows_are_the_four_and_four_others() {
        let eight = Shapes::read(EIGHT).expect("no window is there twice");
        assert_eq!(eight.windows().len(), 8);
        assert!(eight.contains(Shapes::embedded()));
    }

    #[test]
    fn windows_that_make_no_sense_are_refused_by_name() {
        let read = |text: &str| Shapes::read(text).expect_err(text).to_string();
        let window = |squares: &str| format!("[[window]]\nname = \"a\"\nsquares = [{squares}]\n");
        assert!(read("window = []").contains("0 windows"));
        assert!(read(&window("")).contains("'a' has 0 squares"));
        assert!(read(&window("1, 51")).contains("square 51"));
        assert!(read(&window("7, 7")).contains("7 twice"));
        assert!(read(&[window("1"), window("2")].concat()).contains("two windows"));
        let other = "[[window]]\nname = \"b\"\nsquares = [30, 49]\n";
        for squares in ["49, 30", "2, 21"] {
            let refused = read(&[&window(squares), other].concat());
            assert!(refused.starts_with("windows 'a' and 'b' have the same squares"), "{refused}");
        }
        assert!(read("[[window]]\nname = 1").contains("string"));
        assert!(read("[[window]]\nnames = \"a\"").contains("names"));
    }
}
