//! Lists in Parquet: all elements in a row, each with a definition level and a repetition level.

/// The definition and repetition levels of lists with these ends; an empty list takes one entry.
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
