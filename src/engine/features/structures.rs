//! The named structures: what a draughts player declares, and the masks that test all of them at once.

use super::group::Group;
use super::layout::Layout;
use super::parity::Parity;
use crate::board::{Bitboard, Color, Position};

/// The structures that are tested together: the 35 inside the program, padded to whole vectors of four.
const LANES: usize = 36;

/// One named structure, as White owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The Dutch name, also the name of the input.
    pub name: String,
    /// The name in English.
    pub english: String,
    /// What it does and for whom it is good.
    pub meaning: String,
    /// Squares that must hold white men.
    pub white: Bitboard,
    /// Squares that must hold black men.
    pub black: Bitboard,
    /// Squares that must hold no piece at all.
    pub empty: Bitboard,
    /// Whether Black's version counts −1 or the structure is its own mirror.
    pub parity: Parity,
    /// With which other inputs it is left out of learning.
    pub group: Group,
}

impl Structure {
    /// White men, black men and empty squares of the same structure as Black owns it.
    #[must_use]
    pub fn mirrored(&self) -> [Bitboard; 3] {
        [self.black.rotated(), self.white.rotated(), self.empty.rotated()]
    }
}

/// The masks of all structures of one sign; bit `i` of a find is structure `i`.
#[derive(Clone, Debug)]
struct Masks {
    white: [u64; LANES],
    black: [u64; LANES],
    empty: [u64; LANES],
}

impl Masks {
    /// Masks that no position satisfies, since no position has a piece off the board.
    const NEVER: Masks = Masks { white: [u64::MAX; LANES], black: [0; LANES], empty: [0; LANES] };

    fn set(&mut self, i: usize, [white, black, empty]: [Bitboard; 3]) {
        self.white[i] = white.bits();
        self.black[i] = black.bits();
        self.empty[i] = empty.bits();
    }

    /// The structures on the board. No branch and no early end, so that it compiles to a few dozen vector instructions.
    #[inline(always)]
    fn find(&self, white: u64, black: u64, occupied: u64) -> u64 {
        let mut found = 0;
        for i in 0..LANES {
            let missing =
                (self.white[i] & !white) | (self.black[i] & !black) | (self.empty[i] & occupied);
            found |= if missing == 0 { 1 << i } else { 0 };
        }
        found
    }
}

/// Structures that are tested together, as White and as Black owns them.
#[derive(Clone, Debug)]
struct StructureBlock {
    plus: Masks,
    minus: Masks,
}

/// All structures, ready to be tested.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    blocks: Vec<StructureBlock>,
    even: u64,
}

impl Patterns {
    /// Compiles the structures, which come in index order.
    ///
    /// # Panics
    /// If there are more than [`Layout::MAX_STRUCTURES`].
    pub(super) fn new(structures: &[Structure]) -> Patterns {
        assert!(structures.len() <= Layout::MAX_STRUCTURES, "a structure needs a bit");
        let empty = StructureBlock { plus: Masks::NEVER, minus: Masks::NEVER };
        let blocks = vec![empty; structures.len().div_ceil(LANES)];
        let mut patterns = Patterns { blocks, even: 0 };
        for (i, structure) in structures.iter().enumerate() {
            let block = &mut patterns.blocks[i / LANES];
            block.plus.set(i % LANES, [structure.white, structure.black, structure.empty]);
            match structure.parity {
                Parity::Odd => block.minus.set(i % LANES, structure.mirrored()),
                Parity::Even => patterns.even |= 1 << i,
            }
        }
        patterns
    }

    /// The structures that count +1 and those that count −1; one that both sides have counts nothing.
    #[inline(always)]
    pub(super) fn find(&self, position: &Position) -> [u64; 2] {
        let white = position.men(Color::White).bits();
        let black = position.men(Color::Black).bits();
        let occupied = position.occupied().bits();
        let (mut plus, mut minus) = (0, 0);
        for (number, block) in self.blocks.iter().enumerate() {
            plus |= block.plus.find(white, black, occupied) << (number * LANES);
            minus |= block.minus.find(white, black, occupied) << (number * LANES);
        }
        [plus & !minus, minus & !plus]
    }

    /// The finds in the mirrored position.
    #[inline]
    pub(super) fn mirrored(&self, [plus, minus]: [u64; 2]) -> [u64; 2] {
        [minus | (plus & self.even), plus & !self.even]
    }
}
