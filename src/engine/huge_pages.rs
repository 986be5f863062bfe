//! Memory for large tables that are read at random.

use allocator_api2::vec::Vec;
use hugealloc::HugeAlloc;

/// A list that lies on pages of 2 MiB where the system has them for the asking (Linux, `MADV_HUGEPAGE`). On pages of 4 KiB nearly
/// every look-up in a table of some megabytes waits for a page walk: 15 % of the time of a search went into those of the
/// transposition table.
pub(crate) type HugeVec<T> = Vec<T, HugeAlloc>;
