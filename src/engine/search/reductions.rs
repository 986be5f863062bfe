//! Late move reductions (LMR): how many plies a late quiet move is reduced.

use super::depth::Depth;
use super::parameters::Parameters;

/// Plies by depth and place of a move, worked out once:
/// r = ⌊base + ln(depth) · ln(place + 1) / divisor⌋, places counted from 0, with 0.35 and 1.04 unless other [`Parameters`] are tried.
///
/// Measured against one ply from the second and two from the fifth move at any depth, as in Scan: +25 ± 23 Elo at 40,000
/// nodes a move.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    plies: Vec<[u8; Reductions::PLACES]>,
}

impl Reductions {
    const PLACES: usize = 64;

    pub(super) fn new(parameters: Parameters) -> Reductions {
        let row = |depth: u8| std::array::from_fn(|place| formula(parameters, depth, place));
        Reductions { plies: (0..=Depth::MAX.plies()).map(row).collect() }
    }

    /// The reduction of the move at this place. A node of the principal variation searches its first three moves in full and
    /// reduces the others by a ply less.
    #[inline]
    pub(super) fn plies(&self, depth: Depth, place: usize, is_principal: bool) -> u8 {
        let reduction = self.plies[usize::from(depth.plies())][place.min(Reductions::PLACES - 1)];
        match (is_principal, place) {
            (true, 0..3) => 0,
            (true, _) => reduction.saturating_sub(1),
            (false, _) => reduction,
        }
    }
}

fn formula(parameters: Parameters, depth: u8, place: usize) -> u8 {
    if depth < 2 || place == 0 {
        return 0;
    }
    let base = f64::from(parameters.reduction_base) / 100.0;
    let divisor = f64::from(parameters.reduction_divisor) / 100.0;
    let reduction = base + f64::from(depth).ln() * ((place + 1) as f64).ln() / divisor;
    // The child has a ply less, and its depth must not fall below 0.
    (reduction as u8).min(depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_place_and_leave_a_ply() {
        let reductions = Reductions::new(Parameters::TUNED);
        let at = |depth, place| reductions.plies(Depth::new(depth), place, false);
        for depth in 1..Depth::MAX.plies() {
            for place in 0..200 {
                assert!(at(depth, place) <= at(depth + 1, place));
                assert!(at(depth, place) <= at(depth, place + 1));
                assert!(at(depth, place) < depth);
            }
        }
        assert_eq!([at(4, 0), at(4, 1), at(5, 4), at(12, 8)], [0, 1, 2, 5]);
    }

    #[test]
    fn the_principal_variation_is_reduced_less() {
        let reductions = Reductions::new(Parameters::TUNED);
        let at = |place| reductions.plies(Depth::new(12), place, true);
        assert_eq!([at(0), at(2), at(8)], [0, 0, 4]);
    }
}
