//! The values of one slice in memory: a byte a place with distances, five places a byte without.

use super::index::Index;
use super::material_key::MaterialKey;
use super::states::MAX_KNOWN_PLIES;
use super::value::{Code, Wdl};
use crate::board::Position;

/// The values that a table stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Won, drawn or lost.
    Verdicts,
    /// The plies to the end as well.
    Distances,
}

impl Kind {
    pub(super) const fn places(self) -> usize {
        match self {
            Kind::Verdicts => FIVE,
            Kind::Distances => 1,
        }
    }
}

/// Five digits of base 3 fit into a byte: 3^5 = 243.
const FIVE: usize = 5;
const PACKED: usize = 243;

/// The verdicts that the digits of each byte mean, the lowest digit first.
const UNPACKED: [[Code; 8]; 256] = {
    let digits = [Code::DRAW, Code::WIN, Code::LOSS];
    let mut table = [[Code::DRAW; 8]; 256];
    let mut byte = 0;
    while byte < PACKED {
        let (mut rest, mut place) = (byte, 0);
        while place < FIVE {
            table[byte][place] = digits[rest % 3];
            rest /= 3;
            place += 1;
        }
        byte += 1;
    }
    table
};

/// Packs the verdicts of codes, five a byte.
pub(super) fn pack(codes: &[u8]) -> Vec<u8> {
    let digit = |code: &u8| match Code(*code).verdict() {
        Wdl::Draw => 0,
        Wdl::Win => 1,
        Wdl::Loss => 2,
    };
    codes
        .chunks(FIVE)
        .map(|five| five.iter().rev().fold(0, |sum, code| 3 * sum + digit(code)))
        .collect()
}

/// The table of a slice. Places of positions with a capture, and holes, hold anything.
#[derive(Debug)]
pub(super) struct Table {
    index: Index,
    kind: Kind,
    content: Vec<u8>,
}

impl Table {
    /// The number of bytes a table holds.
    pub(super) fn bytes(index: &Index, kind: Kind) -> usize {
        index.len().div_ceil(kind.places())
    }

    /// The table with this content, if it is one.
    pub(super) fn new(key: MaterialKey, kind: Kind, content: Vec<u8>) -> Option<Table> {
        let index = Index::new(key);
        let complete = content.len() == Table::bytes(&index, kind);
        let is_sound = |&byte: &u8| match kind {
            Kind::Verdicts => usize::from(byte) < PACKED,
            Kind::Distances => Code(byte).plies() <= Some(MAX_KNOWN_PLIES),
        };
        let sound = content.iter().all(is_sound);
        (complete && sound).then_some(Table { index, kind, content })
    }

    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) const fn index(&self) -> &Index {
        &self.index
    }

    /// The value of a position of the slice, White to move and without a capture.
    #[inline]
    pub(super) fn code(&self, position: &Position) -> Code {
        let place = self.index.place(position);
        match self.kind {
            Kind::Distances => Code(self.content[place]),
            Kind::Verdicts => UNPACKED[usize::from(self.content[place / FIVE])][place % FIVE],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_verdicts_are_packed_and_unpacked() {
        let codes: Vec<u8> = (0..243_u32)
            .flat_map(|n| (0..5).map(move |place| [0, 2, 1][(n / 3_u32.pow(place) % 3) as usize]))
            .collect();
        let packed = pack(&codes);
        assert_eq!(packed.len(), 243);
        let unpacked = packed.iter().flat_map(|&byte| &UNPACKED[usize::from(byte)][..FIVE]);
        assert!(unpacked.map(|code| code.0).eq(codes));
    }

    #[test]
    fn content_of_a_wrong_length_or_with_a_byte_that_none_packs_is_no_table() {
        let key: MaterialKey = "0101".parse().expect("slice");
        let bytes = Table::bytes(&Index::new(key), Kind::Verdicts);
        assert!(Table::new(key, Kind::Verdicts, vec![0; bytes]).is_some());
        assert!(Table::new(key, Kind::Verdicts, vec![0; bytes - 1]).is_none());
        assert!(Table::new(key, Kind::Verdicts, vec![243; bytes]).is_none());
        let bytes = Table::bytes(&Index::new(key), Kind::Distances);
        for (byte, is_one) in [(0, true), (115, true), (116, false), (254, false), (255, false)] {
            let table = Table::new(key, Kind::Distances, vec![byte; bytes]);
            assert_eq!(table.is_some(), is_one, "{byte}");
        }
    }
}
