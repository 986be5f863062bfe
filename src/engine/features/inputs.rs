//! All 222 inputs of a position in sparse form, and written out.

use super::catalogue::Catalogue;
use super::globals::Globals;
use super::layout::{CENTRES, COUNT, GLOBALS, Layout, WORD_SIGN, WORDS};
use super::mask::Mask;
use crate::board::{Bitboard, Color, Direction, Position};

/// The inputs of a position: the global ones as numbers, all others, which are 0, 1 or −1, as sets of bits.
///
/// [`Layout::index`] and [`WORD_SIGN`] say to which input a bit belongs and what it adds to it. About 35 inputs of a position in
/// the middle game are not zero, so a network's first layer is best summed over [`Inputs::for_each`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs {
    /// The global inputs, scaled and clipped.
    pub globals: [f32; GLOBALS.end],
    /// White men and black men by square; white and black triples falling "\" and white and black triples rising "/" by
    /// centre; structures that count +1 and those that count −1.
    pub words: [u64; WORDS],
}

impl Inputs {
    /// The inputs of a position, as the catalogue inside the program declares them.
    ///
    /// ```
    /// use draughts_td_rules::board::fen;
    /// use draughts_td_engine::features::{Catalogue, Inputs};
    ///
    /// let values = Inputs::of(&fen::read("W:W26,27,31,36:B16,18,22")?).dense();
    /// let hekstelling = Catalogue::embedded().names().position(|name| name == "hekstelling");
    /// assert_eq!(values[hekstelling.expect("a named structure")], 1.0);
    /// # Ok::<(), draughts_td_rules::board::fen::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Inputs {
        Inputs::by(Catalogue::embedded(), position)
    }

    /// The inputs of a position, as a catalogue declares them.
    #[inline]
    #[must_use]
    pub fn by(catalogue: &Catalogue, position: &Position) -> Inputs {
        // In this order: with the patterns first their vectors would be spilled around the formulas.
        let globals = catalogue.scales.apply(&Globals::of(position));
        let [plus, minus] = catalogue.patterns.find(position);
        let (white, black) = (position.men(Color::White), position.men(Color::Black));
        let [white_falling, white_rising] = triples(white);
        let [black_falling, black_rising] = triples(black);
        Inputs {
            globals,
            words: [
                white.bits(),
                black.bits(),
                white_falling.bits(),
                black_falling.bits(),
                white_rising.bits(),
                black_rising.bits(),
                plus,
                minus,
            ],
        }
    }

    /// Calls `visit` with index and value of every input that is not zero: the global inputs by index, then word by word.
    #[inline]
    pub fn for_each(&self, visit: impl FnMut(usize, f32)) {
        self.for_each_in(Layout::BUILT_IN, visit);
    }

    /// [`Inputs::for_each`] with the indexes of a layout.
    #[inline]
    pub fn for_each_in(&self, layout: &Layout, mut visit: impl FnMut(usize, f32)) {
        for (index, &value) in self.globals.iter().enumerate() {
            if value != 0.0 {
                visit(index, value);
            }
        }
        for (word, table, sign) in self.tables(layout) {
            for_each_bit(word, |bit| visit(usize::from(table[bit]), sign));
        }
    }

    /// All inputs in index order.
    #[must_use]
    pub fn dense(&self) -> [f32; COUNT] {
        let mut values = [0.0; COUNT];
        self.write_dense(&mut values);
        values
    }

    /// Writes all inputs in index order.
    pub fn write_dense(&self, values: &mut [f32; COUNT]) {
        values.fill(0.0);
        values[GLOBALS].copy_from_slice(&self.globals);
        for (word, table, sign) in self.tables(Layout::BUILT_IN) {
            for_each_bit(word, |bit| values[usize::from(table[bit])] = sign);
        }
    }

    /// All inputs in the index order of a layout.
    #[must_use]
    pub fn dense_in(&self, layout: &Layout) -> Vec<f32> {
        let mut values = vec![0.0; layout.count()];
        self.for_each_in(layout, |index, x| values[index] = x);
        values
    }

    /// The inputs of the mirrored position: board turned, colours and turn swapped.
    #[must_use]
    pub fn mirrored(&self) -> Inputs {
        self.mirrored_by(Catalogue::embedded())
    }

    /// [`Inputs::mirrored`] for the inputs of a catalogue.
    pub(crate) fn mirrored_by(&self, catalogue: &Catalogue) -> Inputs {
        let turned = |word: u64| Bitboard::from_bits(word).rotated().bits();
        let [w, b, w_falling, b_falling, w_rising, b_rising, plus, minus] = self.words;
        let [plus, minus] = catalogue.patterns.mirrored([plus, minus]);
        Inputs {
            globals: catalogue.scales.mirrored(&self.globals),
            words: [
                turned(b),
                turned(w),
                turned(b_falling),
                turned(w_falling),
                turned(b_rising),
                turned(w_rising),
                plus,
                minus,
            ],
        }
    }

    /// The same without the two global inputs that the paper does not have, for its strict reproduction.
    #[must_use]
    pub fn without_extra_inputs(mut self) -> Inputs {
        self.globals[Globals::FREE_MEN] = 0.0;
        self.globals[Globals::PROMOTION_RACE] = 0.0;
        self
    }

    /// The same with every input zero that the mask hides.
    pub(crate) fn masked(mut self, mask: &Mask) -> Inputs {
        mask.apply(&mut self.globals, &mut self.words);
        self
    }

    fn tables<'a>(
        &self,
        layout: &'a Layout,
    ) -> impl Iterator<Item = (u64, &'a [u16; 64], f32)> + use<'a> {
        let words = self.words.into_iter();
        words.zip(layout.index()).zip(WORD_SIGN).map(|((word, table), sign)| (word, table, sign))
    }
}

/// The centres of the straight lines of three, falling "\" and rising "/", that lie wholly in the set.
#[inline(always)]
fn triples(men: Bitboard) -> [Bitboard; 2] {
    let line = |direction: Direction| {
        men & men.shifted(direction) & men.shifted(direction.opposite()) & CENTRES
    };
    [line(Direction::SouthEast), line(Direction::SouthWest)]
}

#[inline(always)]
fn for_each_bit(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
