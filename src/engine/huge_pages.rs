//! Memory for large tables that are read at random.

use std::ops::{Deref, DerefMut};

use allocator_api2::vec::Vec;
use bytemuck::Pod;
use hugealloc::HugeAlloc;
use memmap2::MmapMut;

/// A list that lies on pages of 2 MiB where the system has them for the asking (Linux, `MADV_HUGEPAGE`). On pages of 4 KiB nearly
/// every look-up in a table of some megabytes waits for a page walk: 15 % of the time of a search went into those of the
/// transposition table.
pub(crate) type HugeVec<T> = Vec<T, HugeAlloc>;

/// Numbers on such pages, zero at first. The system clears a page when a thread first touches it, so that threads which fill the
/// numbers beside each other also clear them beside each other.
#[derive(Debug)]
pub(crate) struct HugeNumbers<T: Pod>(Memory<T>);

#[derive(Debug)]
enum Memory<T> {
    Mapped(MmapMut),
    /// Where nothing can be mapped (WebAssembly).
    Allocated(Box<[T]>),
}

impl<T: Pod> HugeNumbers<T> {
    /// This many zeros.
    pub(crate) fn zeros(count: usize) -> HugeNumbers<T> {
        let Ok(memory) = MmapMut::map_anon(count * size_of::<T>()) else {
            return HugeNumbers(Memory::Allocated(vec![T::zeroed(); count].into()));
        };
        // Pages of 4 KiB do as well, more slowly.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        HugeNumbers(Memory::Mapped(memory))
    }
}

impl<T: Pod> Deref for HugeNumbers<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Memory::Mapped(bytes) => bytemuck::cast_slice(bytes),
            Memory::Allocated(numbers) => numbers,
        }
    }
}

impl<T: Pod> DerefMut for HugeNumbers<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Memory::Mapped(bytes) => bytemuck::cast_slice_mut(bytes),
            Memory::Allocated(numbers) => numbers,
        }
    }
}

impl<T: Pod> Clone for HugeNumbers<T> {
    fn clone(&self) -> HugeNumbers<T> {
        let mut numbers = HugeNumbers::zeros(self.len());
        numbers.copy_from_slice(self);
        numbers
    }
}

impl<T: Pod + PartialEq> PartialEq for HugeNumbers<T> {
    fn eq(&self, other: &HugeNumbers<T>) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_zero_until_they_are_written_and_a_copy_is_its_own() {
        for count in [0, 1, 1 << 20] {
            let zeros = HugeNumbers::<[f32; 2]>::zeros(count);
            assert_eq!(*zeros, vec![[0.0; 2]; count]);
            let mut copy = zeros.clone();
            assert_eq!(copy, zeros);
            if let Some(last) = copy.last_mut() {
                last[1] = 1.0;
                assert_ne!(copy, zeros);
            }
        }
    }
}
