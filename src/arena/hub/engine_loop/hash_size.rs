//! The size of the transposition table as drivers give it: `hash` in MiB, or `tt-size`, the logarithm to base 2 of its entries, as
//! in Scan and in programs that drive Scan.

use crate::player::Options;

/// The range of the logarithm, as in Scan: 1 MiB to 16 GiB here.
pub(super) const ENTRIES: std::ops::RangeInclusive<u32> = 16..=30;

/// The initial size, and the sizes given in its place. A declared value that is given back does not count: drivers that give all
/// parameters give both, of which at most one has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct HashSize {
    /// In MiB, as the others are.
    start: usize,
    hash: Option<usize>,
    tt_size: Option<usize>,
}

impl HashSize {
    /// A table of this number of MiB.
    pub(super) fn of(start: usize) -> HashSize {
        HashSize { start, hash: None, tt_size: None }
    }

    pub(super) fn set_hash(&mut self, mebibytes: usize) {
        self.hash = Some(mebibytes).filter(|&size| size != self.start);
    }

    pub(super) fn set_entries(&mut self, logarithm: u32) {
        let size = (1 << logarithm) / Options::ENTRIES_PER_MEBIBYTE;
        self.tt_size = Some(size.max(1)).filter(|_| logarithm != entries(self.start));
    }

    pub(super) fn mebibytes(self) -> usize {
        self.hash.or(self.tt_size).unwrap_or(self.start)
    }

    /// The logarithm of its entries, as far as it can be given.
    pub(super) fn entries(self) -> u32 {
        entries(self.mebibytes()).clamp(*ENTRIES.start(), *ENTRIES.end())
    }
}

/// The logarithm of the entries of this number of MiB, rounded down.
fn entries(mebibytes: usize) -> u32 {
    (mebibytes * Options::ENTRIES_PER_MEBIBYTE).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_as_scan_counts_them() {
        let mut hash = HashSize::of(64);
        assert_eq!((hash.entries(), hash.mebibytes()), (22, 64));
        hash.set_entries(23);
        assert_eq!((hash.entries(), hash.mebibytes()), (23, 128));
        hash.set_entries(16);
        assert_eq!(hash.mebibytes(), 1);
    }

    #[test]
    fn the_value_that_a_driver_has_changed_counts() {
        for (entries, hash, found) in [(22, 64, 64), (24, 64, 256), (22, 100, 100), (24, 100, 100)]
        {
            let mut size = HashSize::of(64);
            size.set_entries(entries);
            size.set_hash(hash);
            assert_eq!(size.mebibytes(), found, "tt-size {entries}, hash {hash}");
        }
        let mut odd = HashSize::of(100);
        odd.set_entries(odd.entries());
        assert_eq!(odd.mebibytes(), 100);
    }
}
