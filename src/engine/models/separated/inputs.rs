//! The 522 inputs: the 122 globals and structures of the networks, and for each square white and black men, kings, attacks and supports;
//! and the steps of games in them.

use std::ops::Range;

use crate::board::{Bitboard, Color, Direction, Position, Square};
use crate::features::{Catalogue, GLOBALS, Inputs, Layout, NAMED, WORD_SIGN, WORDS};
use crate::models::model::mirrored_if;

pub(super) const INPUTS: usize = SQUARES.end;

/// The inputs of triples and named structures.
const STRUCTURES: Range<usize> = GLOBALS.end..NAMED.end;

/// The inputs of squares, kind after kind.
const SQUARES: Range<usize> = NAMED.end..NAMED.end + KINDS.len() * Square::COUNT;

/// What the inputs of a square mean, White's before Black's.
const KINDS: [(&str, &str); 8] = [
    ("white_man", "men"),
    ("black_man", "men"),
    ("white_king", "kings"),
    ("black_king", "kings"),
    ("white_attacks", "attacks"),
    ("black_attacks", "attacks"),
    ("white_supports", "supports"),
    ("black_supports", "supports"),
];

/// The inputs of each modality: globals, structures, squares.
pub(super) const MODALITIES: [Range<usize>; 3] = [GLOBALS, STRUCTURES, SQUARES];

/// The first words of the catalogue's sparse form are the men; what follows are structures.
const FIRST_STRUCTURES: usize = 2;

const STRUCTURE_PLANES: usize = WORDS - FIRST_STRUCTURES;

/// The kind of each plane of squares: a square is attacked up to four times and supported up to twice.
const SQUARE_PLANES: [usize; 16] = [0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 7];

/// The sets of squares or structures that a position is.
pub(super) const PLANES: usize = STRUCTURE_PLANES + SQUARE_PLANES.len();

/// A position as the network sees it: the globals as numbers, all other inputs as sums of bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub globals: [f32; GLOBALS.end],
    /// An input is the number of planes in which it has a bit, those of the sign −1 less.
    pub planes: [u64; PLANES],
}

impl Seen {
    /// What is seen of a position, as White sees it.
    #[inline]
    pub(super) fn of(position: &Position) -> Seen {
        let Inputs { globals, words } = Inputs::of(position);
        let mut planes = [0; PLANES];
        planes[..STRUCTURE_PLANES].copy_from_slice(&words[FIRST_STRUCTURES..]);
        let squares = &mut planes[STRUCTURE_PLANES..];
        let mut put = |at: usize, sets: &[Bitboard]| {
            squares[at..].iter_mut().zip(sets).for_each(|(plane, set)| *plane = set.bits());
        };
        let [white, black] = Color::ALL;
        let men = [position.men(white), position.men(black)];
        put(0, &men);
        put(2, &[position.kings(white), position.kings(black)]);
        put(4, &attacks(position, white));
        put(8, &attacks(position, black));
        put(12, &supports(position, white));
        put(14, &supports(position, black));
        Seen { globals, planes }
    }

    /// Calls `visit` with every set bit: its input and its sign.
    pub(super) fn each_bit(&self, mut visit: impl FnMut(usize, f32)) {
        for (plane, &bits) in self.planes.iter().enumerate() {
            let sign = sign(plane);
            let mut rest = bits;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                visit(input(plane, bit).expect("a bit that is set has an input"), sign);
            }
        }
    }

    /// All inputs in index order.
    pub(super) fn dense(&self) -> Vec<f32> {
        let mut values = vec![0.0; INPUTS];
        values[GLOBALS].copy_from_slice(&self.globals);
        self.each_bit(|input, sign| values[input] += sign);
        values
    }
}

/// What a bit of a plane adds to its input.
#[inline]
pub(super) fn sign(plane: usize) -> f32 {
    if plane < STRUCTURE_PLANES { WORD_SIGN[FIRST_STRUCTURES + plane] } else { 1.0 }
}

/// The first plane with the same input for each bit.
pub(super) fn first_alike(plane: usize) -> usize {
    match plane.checked_sub(STRUCTURE_PLANES) {
        None => plane - plane % 2,
        Some(at) => {
            let first = SQUARE_PLANES.iter().position(|kind| *kind == SQUARE_PLANES[at]);
            STRUCTURE_PLANES + first.expect("its own kind")
        }
    }
}

/// The input of a bit of a plane; none for bits that are never set.
#[inline]
pub(super) fn input(plane: usize, bit: u32) -> Option<usize> {
    match plane.checked_sub(STRUCTURE_PLANES) {
        None => {
            let index = Layout::BUILT_IN.index()[FIRST_STRUCTURES + plane][bit as usize];
            (index != Layout::UNUSED).then_some(usize::from(index))
        }
        Some(at) => {
            let square = Bitboard::from_bits(1 << bit).first()?;
            Some(SQUARES.start + SQUARE_PLANES[at] * Square::COUNT + square.index())
        }
    }
}

/// The modality of an input, by its place in [`MODALITIES`].
pub(super) fn modality(input: usize) -> usize {
    MODALITIES.iter().filter(|range| range.end <= input).count()
}

/// An input for people: its name, what it belongs to, and its square if it is of one.
pub(super) fn described(input: usize) -> (String, &'static str, Option<Square>) {
    let Some(at) = input.checked_sub(SQUARES.start) else {
        let group = if GLOBALS.contains(&input) { "global" } else { "structures" };
        return (Catalogue::embedded().entries()[input].name.clone(), group, None);
    };
    let (name, group) = KINDS[at / Square::COUNT];
    let square = Square::all().nth(at % Square::COUNT).expect("a square");
    (format!("{name}_{square}"), group, Some(square))
}

/// What inputs belong to, in the order in which they are shown.
pub(super) const GROUPS: [&str; 6] =
    ["global", "structures", "men", "kings", "attacks", "supports"];

/// The input of a kind of piece on a square: white men, black men, white kings, black kings.
pub(super) fn piece(kind: usize, square: Square) -> usize {
    SQUARES.start + kind * Square::COUNT + square.index()
}

/// The squares that a side attacks, by the direction in which its piece would jump.
///
/// A side attacks a square in a direction if none of its own pieces is there and the square beyond is on the board and empty. On the
/// near side its man must be next to the square, or its king with nothing but empty squares between. So a piece of the other side on
/// that square could be taken that way if the side were to move. One that came to an empty square could be taken too, as far as its
/// leaving and coming change no other square.
pub(super) fn attacks(position: &Position, side: Color) -> [Bitboard; 4] {
    let (own, empty) = (position.pieces(side), position.empty());
    Direction::ALL.map(|direction| {
        let near = position.men(side).shifted(direction) | seen(position, side, direction);
        near & !own & empty.shifted(direction.opposite())
    })
}

/// What the kings of a side see in a direction: empty squares, and the first piece after them.
fn seen(position: &Position, side: Color, direction: Direction) -> Bitboard {
    let occupied = position.occupied();
    position.kings(side).into_iter().fold(Bitboard::EMPTY, |seen, king| {
        let ray = Bitboard::ray(king, direction);
        let hidden = (ray & occupied).nearest(direction);
        let hidden = hidden.map_or(Bitboard::EMPTY, |first| Bitboard::ray(first, direction));
        seen | (ray & !hidden)
    })
}

/// The squares of a side's pieces that a man of the side backs, from the left and from the right as the board is drawn:
/// he closes the square onto which the other side would have to jump.
pub(super) fn supports(position: &Position, side: Color) -> [Bitboard; 2] {
    let ahead = match side {
        Color::White => [Direction::NorthEast, Direction::NorthWest],
        Color::Black => [Direction::SouthEast, Direction::SouthWest],
    };
    ahead.map(|ahead| position.pieces(side) & position.men(side).shifted(ahead))
}

/// Set where a sparse input counts −1.
const MINUS: u16 = 1 << 15;

/// The steps of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeparatedSteps {
    globals: Vec<[f32; GLOBALS.end]>,
    /// An entry for each time an input counts, and where those of each step end.
    sparse: Vec<u16>,
    ends: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub globals: &'a [f32; GLOBALS.end],
    sparse: &'a [u16],
}

impl Step<'_> {
    /// Index and value of the inputs that are not global; an input that counts twice comes twice.
    #[inline]
    pub(super) fn sparse(&self) -> impl Iterator<Item = (usize, f32)> {
        self.sparse.iter().map(|&entry| {
            let sign = if entry & MINUS == 0 { 1.0 } else { -1.0 };
            (usize::from(entry & !MINUS), sign)
        })
    }
}

impl SeparatedSteps {
    pub(super) fn of(position: &Position) -> SeparatedSteps {
        let mut steps = SeparatedSteps::default();
        steps.push(position);
        steps
    }

    #[inline]
    pub(super) fn step(&self, index: usize) -> Step<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        let sparse = &self.sparse[start..self.ends[index] as usize];
        Step { globals: &self.globals[index], sparse }
    }

    /// Forgets the steps and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.globals.clear();
        self.sparse.clear();
        self.ends.clear();
    }

    /// Appends a step for each position.
    pub(super) fn extend(&mut self, positions: &[Position], mirrored: bool) -> Range<usize> {
        let first = self.ends.len();
        mirrored_if(positions, mirrored).for_each(|position| self.push(&position));
        first..self.ends.len()
    }

    fn push(&mut self, position: &Position) {
        let seen = Seen::of(position);
        self.globals.push(seen.globals);
        seen.each_bit(|input, sign| {
            self.sparse.push(input as u16 | if sign < 0.0 { MINUS } else { 0 });
        });
        self.ends.push(self.sparse.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::models::trials::wandering;

    #[test]
    fn globals_structures_and_men_are_the_inputs_of_the_paper_s_networks() {
        for position in wandering(3, 120, 5) {
            let dense = Seen::of(&position).dense();
            assert_eq!(dense[..NAMED.end + 100], Inputs::of(&position).dense());
        }
    }

    #[test]
    fn every_input_has_a_name_of_its_own_and_its_modality() {
        let mut names: Vec<String> = (0..INPUTS).map(|input| described(input).0).collect();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), INPUTS), (522, 522));
        for (number, range) in MODALITIES.into_iter().enumerate() {
            assert!(range.clone().all(|input| modality(input) == number), "{range:?}");
        }
        assert_eq!(described(522 - 1).0, "black_supports_50");
    }

    #[test]
    fn the_piece_of_a_square_is_in_its_inputs() {
        let dense = Seen::of(&fen::read("W:W28,29,33,K46:B23,K1").expect("fen")).dense();
        let input = |name: &str| {
            let input = (0..INPUTS).find(|input| described(*input).0 == name);
            dense[input.expect("a name")]
        };
        let pieces = ["white_man_28", "white_king_46", "black_man_23", "black_king_1"];
        assert_eq!(pieces.map(input), [1.0; 4]);
        // From 28 to 19 and from 29 to 18; the king's way is barred by 28.
        assert_eq!(input("white_attacks_23"), 2.0);
        assert_eq!((input("white_supports_28"), input("white_supports_29")), (1.0, 1.0));
        assert_eq!(input("black_supports_23"), 0.0);
        assert_eq!(input("white_man_23"), 0.0);
    }

    #[test]
    fn on_the_turned_board_white_s_inputs_of_squares_are_black_s() {
        for position in wandering(9, 200, 3) {
            let (own, turned) =
                (Seen::of(&position).dense(), Seen::of(&position.mirrored()).dense());
            for input in SQUARES {
                let (kind, square) = ((input - SQUARES.start) / 50, (input - SQUARES.start) % 50);
                let other = SQUARES.start + (kind ^ 1) * 50 + (49 - square);
                assert_eq!(own[input], turned[other], "{} in {position:?}", described(input).0);
            }
        }
    }

    #[test]
    fn planes_alike_have_the_same_inputs() {
        for plane in 0..PLANES {
            let first = first_alike(plane);
            assert!(first <= plane);
            assert!((0..64).all(|bit| input(first, bit) == input(plane, bit)), "{plane}");
        }
    }

    /// How many sets each of these squares is in; all others must be in none.
    fn assert_counts(sets: &[Bitboard], expected: &[(u8, usize)], what: &str) {
        for square in Bitboard::ALL {
            let count = sets.iter().filter(|set| set.contains(square)).count();
            let known = expected.iter().find(|(number, _)| *number == square.number());
            assert_eq!(count, known.map_or(0, |(_, count)| *count), "{what} {square}");
        }
    }

    #[test]
    fn a_man_attacks_the_squares_around_him_that_have_an_empty_one_beyond() {
        // 28 has the neighbours 22, 23, 32, 33; beyond them lie 17, 19, 37, 39.
        let alone = fen::read("W:W28:B1").expect("fen");
        let around = [(22, 1), (23, 1), (32, 1), (33, 1)];
        assert_counts(&attacks(&alone, Color::White), &around, "one man");
        // Beyond 23 the square 19 is held, and 33 is White's own; beyond 33's other neighbours lie 24, 42 and 44.
        let closed = fen::read("W:W28,33:B19,22").expect("fen");
        let expected = [(22, 1), (32, 1), (29, 1), (38, 1), (39, 1)];
        assert_counts(&attacks(&closed, Color::White), &expected, "closed");
    }

    #[test]
    fn two_men_on_both_sides_of_an_empty_line_attack_a_square_once_each_way() {
        // 23 can be jumped from 28 to 19 and from 29 to 18.
        let position = fen::read("W:W28,29:B23").expect("fen");
        let found = attacks(&position, Color::White);
        let ways = found.iter().filter(|set| set.contains(square(23))).count();
        assert_eq!(ways, 2);
        // Black's 23 could take 28 and land on 32, and 29 and land on 34.
        let expected = [(18, 1), (19, 1), (28, 1), (29, 1)];
        assert_counts(&attacks(&position, Color::Black), &expected, "black");
    }

    #[test]
    fn a_king_attacks_along_its_diagonals_up_to_the_first_piece() {
        // From 46 the long diagonal 41, 37, 32, 28, 23, 19, 14, 10, 5: 23 is the first piece, and 19 beyond it is empty.
        let open = fen::read("W:WK46:B23").expect("fen");
        let expected = [(41, 1), (37, 1), (32, 1), (23, 1)];
        assert_counts(&attacks(&open, Color::White), &expected, "open");
        // With 19 held the king cannot take.
        let closed = fen::read("W:WK46:B19,23").expect("fen");
        let expected = [(41, 1), (37, 1), (32, 1)];
        assert_counts(&attacks(&closed, Color::White), &expected, "closed");
    }

    #[test]
    fn a_piece_is_supported_by_the_men_at_its_back() {
        // White's 28 is backed by 32 and 33, 32 only by 38, 33 by 38 and 39. Kings support nobody, men support kings.
        let position = fen::read("W:W28,32,33,38,K39,43,K27:B7,12,K1").expect("fen");
        let expected = [(28, 2), (32, 1), (33, 1), (38, 1), (39, 1), (27, 1)];
        assert_counts(&supports(&position, Color::White), &expected, "white");
        // Black looks down: 12 is backed by 7 and 8, 7 by 1 and 2.
        assert_counts(&supports(&position, Color::Black), &[(12, 1)], "black");
    }

    fn square(number: u8) -> crate::board::Square {
        crate::board::Square::new(number).expect("a square")
    }

    #[test]
    fn the_other_side_attacks_and_supports_the_same_on_the_turned_board() {
        for position in (0..6).flat_map(|seed| wandering(seed, 150, 1)) {
            let turned = position.mirrored();
            for side in Color::ALL {
                let total = |sets: &[Bitboard]| -> Vec<usize> {
                    let count = |s| sets.iter().filter(|set| set.contains(s)).count();
                    Bitboard::ALL.into_iter().map(count).collect()
                };
                let mut other = total(&attacks(&turned, !side));
                other.reverse();
                assert_eq!(total(&attacks(&position, side)), other, "{position:?}");
                let mut other = total(&supports(&turned, !side));
                other.reverse();
                assert_eq!(total(&supports(&position, side)), other, "{position:?}");
            }
        }
    }

    #[test]
    fn a_piece_that_attacks_one_of_the_other_side_could_capture() {
        let mut captures = 0;
        for position in (0..12).flat_map(|seed| wandering(seed, 200, 1)) {
            for side in Color::ALL {
                let attacked = attacks(&position, side).iter().fold(Bitboard::EMPTY, |a, b| a | *b);
                let takes = !(attacked & position.pieces(!side)).is_empty();
                assert_eq!(takes, position.can_capture(side), "{side:?} {position:?}");
                captures += usize::from(takes);
            }
        }
        assert!(captures > 100, "{captures}");
    }
}
