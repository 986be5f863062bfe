//! Places without a quiet position are never probed: each takes the value of the place before it, which packs best.

/// Fills a chunk of codes; `quiet` has a bit for each place with a quiet position, from the same place on. Chunks begin at multiples
/// of 64 and are independent.
pub(super) fn fill_unreachable(codes: &mut [u8], quiet: &[u64]) {
    let is_reachable = |place: usize| quiet[place / 64] >> (place % 64) & 1 != 0;
    let first = (0..codes.len()).find(|&place| is_reachable(place));
    let mut last = first.map_or(0, |place| codes[place]);
    for (place, code) in codes.iter_mut().enumerate() {
        if is_reachable(place) {
            last = *code;
        } else {
            *code = last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_nobody_asks_for_take_the_value_before_them() {
        let mut codes = [9, 9, 1, 9, 2, 9, 9];
        fill_unreachable(&mut codes, &[0b001_0100]);
        assert_eq!(codes, [1, 1, 1, 1, 2, 2, 2]);
        fill_unreachable(&mut codes, &[0]);
        assert_eq!(codes, [0; 7]);
    }
}
