//! Sums of derivatives that are the same to the bit however the work was shared: parts are summed in a fixed order, and the
//! parts by a fixed tree.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::models::Gradient;

/// The derivatives by the parameters of a model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GradientSum {
    /// By every parameter.
    Dense(Vec<f32>),
    /// By some, in the order of their numbers.
    Sparse(Vec<(u32, f32)>),
}

impl GradientSum {
    /// What a gradient holds, which is zero afterwards.
    pub(super) fn take(gradient: &mut Gradient) -> GradientSum {
        if let Some(all) = gradient.take_dense() {
            return GradientSum::Dense(all);
        }
        let mut some = Vec::new();
        gradient.drain(|index, derivative| some.push((index as u32, derivative)));
        some.sort_unstable_by_key(|&(index, _)| index);
        GradientSum::Sparse(some)
    }

    /// The sum of two.
    ///
    /// # Panics
    /// If they are not of one model.
    fn plus(self, other: GradientSum) -> GradientSum {
        match (self, other) {
            (GradientSum::Dense(mut sum), GradientSum::Dense(other)) => {
                sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
                GradientSum::Dense(sum)
            }
            (GradientSum::Sparse(one), GradientSum::Sparse(other)) => {
                GradientSum::Sparse(merged(&one, &other))
            }
            (_, _) => panic!("sums of one model are of one kind"),
        }
    }

    /// Calls `visit` with every parameter and its derivative.
    pub(super) fn each(&self, visit: &mut dyn FnMut(usize, f32)) {
        match self {
            GradientSum::Dense(all) => {
                all.iter().enumerate().for_each(|(index, &derivative)| visit(index, derivative));
            }
            GradientSum::Sparse(some) => {
                some.iter().for_each(|&(index, derivative)| visit(index as usize, derivative));
            }
        }
    }
}

/// Sums on their way up a fixed tree: neighbours make a pair, pairs a pair of pairs, and a sum without a neighbour goes up by itself.
/// The sum at the root does not depend on which process added which sums, or how far up.
#[derive(Debug)]
pub(super) struct ReductionTree {
    leaves: usize,
    /// By level, from the leaves up, and place.
    nodes: BTreeMap<(usize, usize), GradientSum>,
}

impl ReductionTree {
    /// A tree of `leaves` sums, all unknown.
    pub(super) fn new(leaves: usize) -> ReductionTree {
        ReductionTree { leaves, nodes: BTreeMap::new() }
    }

    /// Adds a sum in its place; level 0 is that of the leaves.
    pub(super) fn put(&mut self, level: usize, place: usize, sum: GradientSum) {
        self.nodes.insert((level, place), sum);
    }

    /// The sums as far as they have come.
    pub(super) fn nodes(&self) -> impl Iterator<Item = ((usize, usize), &GradientSum)> {
        self.nodes.iter().map(|(place, sum)| (*place, sum))
    }

    /// Brings every sum up as far as its neighbours are there.
    pub(super) fn grow(&mut self) {
        let (mut level, mut width) = (0, self.leaves);
        while width > 1 {
            self.grow_level(level, width);
            (level, width) = (level + 1, width.div_ceil(2));
        }
    }

    fn grow_level(&mut self, level: usize, width: usize) {
        let has = |place: usize| self.nodes.contains_key(&(level, place));
        let whole = |left: &usize| has(*left) && (left + 1 == width || has(left + 1));
        let lefts: Vec<usize> = (0..width).step_by(2).filter(whole).collect();
        let pairs: Vec<(usize, GradientSum, Option<GradientSum>)> = lefts
            .into_iter()
            .filter_map(|left| {
                let one = self.nodes.remove(&(level, left))?;
                Some((left, one, self.nodes.remove(&(level, left + 1))))
            })
            .collect();
        let sum = |(left, one, other): (usize, GradientSum, Option<GradientSum>)| match other {
            Some(other) => (left / 2, one.plus(other)),
            None => (left / 2, one),
        };
        let sums: Vec<(usize, GradientSum)> = pairs.into_par_iter().map(sum).collect();
        sums.into_iter().for_each(|(place, sum)| self.put(level + 1, place, sum));
    }

    /// The sum of all, if all have come together.
    pub(super) fn root(mut self) -> Option<GradientSum> {
        self.grow();
        // The level on which one is left.
        let top = self.leaves.next_power_of_two().ilog2() as usize;
        self.nodes.remove(&(top, 0))
    }
}

/// Two lists in the order of their numbers as one.
fn merged(one: &[(u32, f32)], other: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        match (one.peek(), other.peek()) {
            (Some(&&(a, x)), Some(&&(b, y))) if a == b => {
                all.push((a, x + y));
                one.next();
                other.next();
            }
            (Some(&&(a, _)), Some(&&(b, _))) if b < a => all.extend(other.next()),
            (Some(_), _) => all.extend(one.next()),
            (None, Some(_)) => all.extend(other.next()),
            (None, None) => return all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gradient(parameters: usize, derivatives: &[(usize, f32)]) -> Gradient {
        let mut gradient = Gradient::new(parameters);
        derivatives.iter().for_each(|&(index, derivative)| gradient.add(index, derivative));
        gradient
    }

    fn of_all(sums: impl IntoIterator<Item = GradientSum>) -> Option<GradientSum> {
        let sums: Vec<GradientSum> = sums.into_iter().collect();
        let mut tree = ReductionTree::new(sums.len());
        sums.into_iter().enumerate().for_each(|(place, sum)| tree.put(0, place, sum));
        tree.root()
    }

    #[test]
    fn few_and_many_parameters_have_the_same_sums() {
        let parts: [&[(usize, f32)]; 3] =
            [&[(7, 1.0), (2, 0.5)], &[(2, 0.25), (9, -1.0), (7, 1e-8)], &[(0, 3.0), (9, 0.5)]];
        let summed = |parameters| {
            let sums = parts.map(|part| GradientSum::take(&mut gradient(parameters, part)));
            let mut found = vec![0.0; 10];
            of_all(sums).expect("parts").each(&mut |index, derivative| {
                if index < 10 {
                    found[index] = derivative;
                }
            });
            found
        };
        assert_eq!(summed(10), summed(1 << 18));
        assert_eq!(summed(10), [3.0, 0.0, 0.75, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -0.5]);
        assert_eq!(of_all([]), None);
    }

    #[test]
    fn the_tree_is_that_of_neighbours_whatever_their_number() {
        // In floats the order shows: 1e8 and −1e8 are neighbours, and the 1 after them is not lost.
        let sums = [1e8f32, -1e8, 1.0, 0.5, 0.25].map(|x| GradientSum::Dense(vec![x]));
        assert_eq!(of_all(sums), Some(GradientSum::Dense(vec![1.75])));
        let sums = [1e8f32, 1.0, -1e8].map(|x| GradientSum::Dense(vec![x]));
        assert_eq!(of_all(sums), Some(GradientSum::Dense(vec![0.0])));
    }

    #[test]
    fn the_root_is_the_same_however_the_leaves_are_shared() {
        for leaves in [1, 2, 3, 7, 13, 64] {
            let leaf =
                |place: usize| GradientSum::Dense(vec![1.0 / (place as f32 + 0.7), place as f32]);
            let whole = of_all((0..leaves).map(leaf));
            for parts in [1, 2, 3, 4, 8] {
                let mut together = ReductionTree::new(leaves);
                for part in 0..parts {
                    let mut tree = ReductionTree::new(leaves);
                    let own = part * leaves / parts..(part + 1) * leaves / parts;
                    own.for_each(|place| tree.put(0, place, leaf(place)));
                    tree.grow();
                    // Twice the depth of the tree at most, not all the leaves.
                    assert!(tree.nodes().count() <= 12, "{leaves} {parts}");
                    for ((level, place), sum) in tree.nodes() {
                        together.put(level, place, sum.clone());
                    }
                }
                assert_eq!(together.root(), whole, "{leaves} leaves in {parts} parts");
            }
            let mut lacking = ReductionTree::new(leaves);
            (1..leaves).for_each(|place| lacking.put(0, place, leaf(place)));
            assert_eq!(lacking.root(), None, "{leaves}");
        }
    }
}
