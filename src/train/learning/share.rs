//! One process's share of a batch as bytes: the sums as far up the tree as it could bring them, and the values of its games.

use super::reduction::{GradientSum, ReductionTree};

/// What a process hands to the others.
pub(super) fn write(tree: &ReductionTree, values: &[f32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_all(&mut bytes, values, |value| value.to_le_bytes());
    let nodes: Vec<_> = tree.nodes().collect();
    put(&mut bytes, nodes.len());
    for ((level, index), sum) in nodes {
        put(&mut bytes, level);
        put(&mut bytes, index);
        match sum {
            GradientSum::Dense(all) => {
                put(&mut bytes, 0);
                put_all(&mut bytes, all, |value| value.to_le_bytes());
            }
            GradientSum::Sparse(some) => {
                put(&mut bytes, 1);
                put_all(&mut bytes, some, |(index, _)| index.to_le_bytes());
                put_all(&mut bytes, some, |(_, value)| value.to_le_bytes());
            }
        }
    }
    bytes
}

/// Adds what another process has handed on to a tree, and gives the values of its games; `None` if it cannot be read.
pub(super) fn read(mut bytes: &[u8], tree: &mut ReductionTree) -> Option<Vec<f32>> {
    let bytes = &mut bytes;
    let values = get_all(bytes, f32::from_le_bytes)?;
    for _ in 0..get(bytes)? {
        let (level, index) = (get(bytes)?, get(bytes)?);
        let sum = match get(bytes)? {
            0 => GradientSum::Dense(get_all(bytes, f32::from_le_bytes)?),
            1 => {
                let indices = get_all(bytes, u32::from_le_bytes)?;
                let values = get_all(bytes, f32::from_le_bytes)?;
                GradientSum::Sparse(indices.into_iter().zip(values).collect())
            }
            _ => return None,
        };
        tree.put(level, index, sum);
    }
    bytes.is_empty().then_some(values)
}

/// What another process has handed on, read and written once more; `None` if it cannot be read.
#[must_use]
pub fn written_again(share: &[u8]) -> Option<Vec<u8>> {
    let mut tree = ReductionTree::new(1);
    let values = read(share, &mut tree)?;
    Some(write(&tree, &values))
}

fn put(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend((number as u64).to_le_bytes());
}

fn put_all<T>(bytes: &mut Vec<u8>, values: &[T], of: impl Fn(&T) -> [u8; 4]) {
    put(bytes, values.len());
    bytes.extend(values.iter().flat_map(of));
}

fn get(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

fn get_all<T>(bytes: &mut &[u8], of: impl Fn([u8; 4]) -> T) -> Option<Vec<T>> {
    let length = get(bytes)?.checked_mul(4)?;
    let (values, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(values.as_chunks().0.iter().map(|&value| of(value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_what_is_cut_short_is_refused() {
        let mut tree = ReductionTree::new(8);
        tree.put(0, 3, GradientSum::Dense(vec![1.0, -0.5]));
        tree.put(1, 2, GradientSum::Sparse(vec![(7, 0.25), (9, 3.0)]));
        let bytes = write(&tree, &[0.5, 0.75]);
        let mut other = ReductionTree::new(8);
        assert_eq!(read(&bytes, &mut other), Some(vec![0.5, 0.75]));
        assert!(tree.nodes().eq(other.nodes()));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length], &mut ReductionTree::new(8)), None, "{length}");
        }
        assert_eq!(read(&[&bytes[..], &[0]].concat(), &mut ReductionTree::new(8)), None);
    }
}
