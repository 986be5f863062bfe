//! The 522 inputs: the 122 globals and structures of the networks, and for each square white and black men, kings, attacks and supports.

use std::ops::Range;

use super::attacks::{attacks, supports};
use crate::board::{Bitboard, Color, Position, Square};
use crate::features::{Catalogue, GLOBALS, Inputs, Layout, NAMED, WORD_SIGN, WORDS};

/// All inputs.
pub(super) const INPUTS: usize = SQUARES.end;

/// The inputs of triples and named structures.
const STRUCTURES: Range<usize> = GLOBALS.end..NAMED.end;

/// The inputs of squares, kind after kind.
const SQUARES: Range<usize> = NAMED.end..NAMED.end + KINDS.len() * Square::COUNT;

/// What the inputs of a square tell, White's before Black's.
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

/// The planes of structures.
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
    fn what_stands_on_a_square_is_told_by_its_inputs() {
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
}
