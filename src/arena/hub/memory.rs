//! The size of the transposition table as drivers give it: `hash` in MiB, or `tt-size`, the logarithm to base 2 of its entries, as
//! Scan and programs that drive Scan have it.

use crate::engine::Options;

/// The least and the greatest logarithm; Scan has the same, which is 1 MiB to 16 GiB here.
pub(super) const ENTRIES: std::ops::RangeInclusive<u32> = 16..=30;

/// The size it began with, and what was given in its place. A value as it was declared counts as none: drivers that give all
/// parameters give both, and one of them has changed at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// In MiB, as the others are.
    start: usize,
    hash: Option<usize>,
    tt_size: Option<usize>,
}

impl Memory {
    /// A table of so many MiB.
    pub(super) fn of(start: usize) -> Memory {
        Memory { start, hash: None, tt_size: None }
    }

    /// Takes a size in MiB.
    pub(super) fn set_hash(&mut self, mebibytes: usize) {
        self.hash = Some(mebibytes).filter(|&size| size != self.start);
    }

    /// Takes a logarithm of [`ENTRIES`].
    pub(super) fn set_entries(&mut self, logarithm: u32) {
        let size = (1 << logarithm) / Options::ENTRIES_PER_MEBIBYTE;
        self.tt_size = Some(size.max(1)).filter(|_| logarithm != entries(self.start));
    }

    /// The size in MiB.
    pub(super) fn mebibytes(self) -> usize {
        self.hash.or(self.tt_size).unwrap_or(self.start)
    }

    /// The logarithm of its entries, as far as it can be given.
    pub(super) fn entries(self) -> u32 {
        entries(self.mebibytes()).clamp(*ENTRIES.start(), *ENTRIES.end())
    }
}

/// The logarithm of the entries of so many MiB, rounded down.
fn entries(mebibytes: usize) -> u32 {
    (mebibytes * Options::ENTRIES_PER_MEBIBYTE).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_as_scan_counts_them() {
        let mut memory = Memory::of(64);
        assert_eq!((memory.entries(), memory.mebibytes()), (22, 64));
        memory.set_entries(23);
        assert_eq!((memory.entries(), memory.mebibytes()), (23, 128));
        memory.set_entries(16);
        assert_eq!(memory.mebibytes(), 1);
    }

    #[test]
    fn the_value_that_a_driver_has_changed_counts() {
        for (entries, hash, found) in [(22, 64, 64), (24, 64, 256), (22, 100, 100), (24, 100, 100)]
        {
            let mut memory = Memory::of(64);
            memory.set_entries(entries);
            memory.set_hash(hash);
            assert_eq!(memory.mebibytes(), found, "tt-size {entries}, hash {hash}");
        }
        let mut odd = Memory::of(100);
        odd.set_entries(odd.entries());
        assert_eq!(odd.mebibytes(), 100);
    }
}
