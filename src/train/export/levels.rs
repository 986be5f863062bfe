//! Lists as Parquet has them: all elements in a row, and two numbers for each that tell where a list begins.

/// Whether there is an element, and whether it goes on with the list of the one before, for lists that end here; a list without
/// elements takes a place of its own.
pub(super) fn levels(ends: &[usize]) -> (Vec<i16>, Vec<i16>) {
    let (mut present, mut repeated, mut start) = (Vec::new(), Vec::new(), 0);
    for &end in ends {
        let length = end - start;
        present.extend(std::iter::repeat_n(i16::from(length > 0), length.max(1)));
        repeated.push(0);
        repeated.extend(std::iter::repeat_n(1, length.saturating_sub(1)));
        start = end;
    }
    (present, repeated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_without_elements_is_told_from_no_list() {
        let (present, repeated) = levels(&[2, 2, 3]);
        assert_eq!((present, repeated), (vec![1, 1, 0, 1], vec![0, 1, 0, 0]));
        assert_eq!(levels(&[]), (vec![], vec![]));
    }
}
