//! The inputs of a position from the view of a side, as sets of bits and numbers.

use std::sync::Arc;

use super::error::DenseError;
use crate::board::{Bitboard, Color, Position, Square};
use crate::features::{Catalogue, GLOBALS, Inputs, WORD_SIGN, WORDS};

/// The number of inputs of [`DenseInputs::Squares`].
pub const SQUARE_INPUTS: usize = 4 * Square::COUNT + 1;

/// Sets of pieces: own men, own kings, the other side's men and kings, and the turn.
const PLANES: usize = 5;

/// What the first layer sees.
#[derive(Clone, Debug, PartialEq)]
pub enum DenseInputs {
    /// A 1 for each piece: own men on squares 1 to 50, own kings, men and kings of the other side, and whether the own side is to move.
    Squares,
    /// Inputs of a catalogue by their indexes, in this order.
    Named(Arc<Catalogue>, Vec<usize>),
}

/// The inputs of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// The inputs that are 0, 1 or −1.
    pub words: [u64; WORDS],
    /// The others; none for squares.
    pub globals: [f32; GLOBALS.end],
}

/// A bit of a word: its input and what it adds.
pub(super) type Bit = (usize, f32);

impl DenseInputs {
    /// The inputs of these names in a catalogue.
    ///
    /// # Errors
    /// A name that the catalogue does not have, or no name.
    pub fn named(catalogue: Arc<Catalogue>, names: &[String]) -> Result<DenseInputs, DenseError> {
        let index = |name: &String| {
            let place = catalogue.names().position(|own| own == name);
            place.ok_or_else(|| DenseError::Input(name.clone()))
        };
        let indexes: Vec<usize> = names.iter().map(index).collect::<Result<_, _>>()?;
        if indexes.is_empty() {
            return Err(DenseError::NoInputs);
        }
        Ok(DenseInputs::Named(catalogue, indexes))
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        match self {
            DenseInputs::Squares => SQUARE_INPUTS,
            DenseInputs::Named(_, indexes) => indexes.len(),
        }
    }

    /// The inputs of a position for a side: for Black the board is turned and the colours are swapped.
    #[inline]
    pub(super) fn seen(&self, position: &Position, side: Color) -> Seen {
        match self {
            DenseInputs::Named(catalogue, _) => {
                let inputs = match side {
                    Color::White => Inputs::by(catalogue, position),
                    Color::Black => Inputs::by(catalogue, &position.mirrored()),
                };
                Seen { words: inputs.words, globals: inputs.globals }
            }
            DenseInputs::Squares => {
                let own = |set: Bitboard| match side {
                    Color::White => set.bits(),
                    Color::Black => set.rotated().bits(),
                };
                let mut words = [0; WORDS];
                words[0] = own(position.men(side));
                words[1] = own(position.kings(side));
                words[2] = own(position.men(!side));
                words[3] = own(position.kings(!side));
                words[4] = u64::from(position.turn() == side);
                Seen { words, globals: [0.0; GLOBALS.end] }
            }
        }
    }

    /// Which input each bit of each word is.
    pub(super) fn bits(&self) -> [[Option<Bit>; 64]; WORDS] {
        let mut bits = [[None; 64]; WORDS];
        match self {
            DenseInputs::Squares => {
                for square in Bitboard::ALL {
                    let bit = Bitboard::from_square(square).bits().trailing_zeros() as usize;
                    for (plane, of) in bits.iter_mut().enumerate().take(PLANES - 1) {
                        of[bit] = Some((plane * Square::COUNT + square.index(), 1.0));
                    }
                }
                bits[PLANES - 1][0] = Some((SQUARE_INPUTS - 1, 1.0));
            }
            DenseInputs::Named(catalogue, indexes) => {
                let index = catalogue.layout().index();
                for (word, (of, table)) in bits.iter_mut().zip(index).enumerate() {
                    for (bit, input) in of.iter_mut().zip(table) {
                        let place = indexes.iter().position(|&own| own == usize::from(*input));
                        *bit = place.map(|place| (place, WORD_SIGN[word]));
                    }
                }
            }
        }
        bits
    }

    /// The input of each global input of the catalogue, where the network has it.
    pub(super) fn globals(&self) -> [Option<usize>; GLOBALS.end] {
        std::array::from_fn(|global| match self {
            DenseInputs::Squares => None,
            DenseInputs::Named(_, indexes) => indexes.iter().position(|&own| own == global),
        })
    }

    /// Index and value of every input that is not 0.
    pub(super) fn active(&self, position: &Position, side: Color) -> Vec<(usize, f32)> {
        let Seen { words, globals } = self.seen(position, side);
        match self {
            DenseInputs::Squares => {
                let planes = words.into_iter().take(PLANES - 1).enumerate();
                let pieces = planes.flat_map(|(plane, bits)| {
                    let squares = Bitboard::from_bits(bits).into_iter();
                    squares.map(move |square| (plane * Square::COUNT + square.index(), 1.0))
                });
                pieces.chain((words[PLANES - 1] != 0).then_some((SQUARE_INPUTS - 1, 1.0))).collect()
            }
            DenseInputs::Named(catalogue, indexes) => {
                let values = Inputs { words, globals }.dense_in(catalogue.layout());
                let chosen = indexes.iter().map(|&index| values[index]).enumerate();
                chosen.filter(|&(_, value)| value != 0.0).collect()
            }
        }
    }

    /// Writes the inputs of a position for a side.
    ///
    /// # Panics
    /// If there is no room for all of them.
    pub fn write(&self, position: &Position, side: Color, values: &mut [f32]) {
        values.fill(0.0);
        self.active(position, side).into_iter().for_each(|(input, value)| values[input] = value);
    }

    /// The name and the group of an input.
    pub(super) fn name(&self, input: usize) -> (String, &'static str) {
        match self {
            DenseInputs::Named(catalogue, indexes) => {
                let index = indexes[input];
                (catalogue.entries()[index].name.clone(), catalogue.layout().kind(index))
            }
            DenseInputs::Squares if input == SQUARE_INPUTS - 1 => ("to move".into(), "turn"),
            DenseInputs::Squares => {
                const KINDS: [(&str, &str); PLANES - 1] = [
                    ("own man", "men"),
                    ("own king", "kings"),
                    ("other man", "men"),
                    ("other king", "kings"),
                ];
                let (kind, group) = KINDS[input / Square::COUNT];
                (format!("{kind} {}", input % Square::COUNT + 1), group)
            }
        }
    }

    /// The groups of inputs, in the order in which they are shown.
    pub(super) fn groups(&self) -> Vec<&'static str> {
        match self {
            DenseInputs::Squares => vec!["men", "kings", "turn"],
            DenseInputs::Named(..) => vec!["global", "triples", "structures", "squares"],
        }
    }
}
