//! Games with unequal material left out, until a share of positions is as small as it is asked for.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::dataset::{UnequalCounts, UnequalShare};

/// What the games had and have, for one of the shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThinnedShare {
    /// What was asked for.
    pub asked: UnequalShare,
    /// The positions of all games.
    pub before: UnequalCounts,
    /// The positions of the games that are left.
    pub after: UnequalCounts,
}

/// Rounds after which shares that depend on each other are taken as they are.
const ROUNDS: usize = 20;

/// Which games stay: `counts` has a line for each game, with the positions for each share. Games without unequal positions stay; of the
/// others those stay that come first in an order drawn by the seed, as many as the share allows.
pub(super) fn thinned(
    shares: &[UnequalShare],
    counts: &[Vec<UnequalCounts>],
    seed: u64,
) -> (Vec<bool>, Vec<ThinnedShare>) {
    let order = order(counts.len(), seed);
    // For each share the games that come too late.
    let mut left_out = vec![vec![false; counts.len()]; shares.len()];
    for _ in 0..ROUNDS {
        let before = left_out.clone();
        for number in 0..shares.len() {
            let stays = |game: usize| {
                (0..shares.len()).all(|other| other == number || !left_out[other][game])
            };
            left_out[number] = too_many(shares[number].share, number, counts, &order, &stays);
        }
        if before == left_out {
            break;
        }
    }
    let stays: Vec<bool> =
        (0..counts.len()).map(|game| left_out.iter().all(|left_out| !left_out[game])).collect();
    let sum = |number: usize, stays: &dyn Fn(usize) -> bool| {
        let mut sum = UnequalCounts::default();
        let games = (0..counts.len()).filter(|&game| stays(game));
        games.for_each(|game| sum.add(counts[game][number]));
        sum
    };
    let shares = shares.iter().enumerate().map(|(number, &asked)| ThinnedShare {
        asked,
        before: sum(number, &|_| true),
        after: sum(number, &|game| stays[game]),
    });
    (stays.clone(), shares.collect())
}

/// The games that must go for one share, of those that stay for the others.
fn too_many(
    share: f64,
    number: usize,
    counts: &[Vec<UnequalCounts>],
    order: &[u32],
    stays: &dyn Fn(usize) -> bool,
) -> Vec<bool> {
    let of = |game: usize| counts[game][number];
    let mut sum = UnequalCounts::default();
    let equal = (0..counts.len()).filter(|&game| of(game).unequal == 0 && stays(game));
    equal.for_each(|game| sum.add(of(game)));
    let mut left_out = vec![false; counts.len()];
    let mut is_full = false;
    for game in order.iter().map(|&game| game as usize).filter(|&game| of(game).unequal > 0) {
        let mut with = sum;
        if stays(game) {
            with.add(of(game));
        }
        is_full |= with.share() > share;
        if is_full {
            left_out[game] = true;
        } else {
            sum = with;
        }
    }
    left_out
}

/// The games in an order drawn by the seed.
fn order(games: usize, seed: u64) -> Vec<u32> {
    // Another generator than that of the orders of the passes.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    random.long_jump();
    let mut order: Vec<u32> = (0..games as u32).collect();
    for place in (1..order.len()).rev() {
        let chosen = (u128::from(random.next_u64()) * (place as u128 + 1)) >> 64;
        order.swap(place, chosen as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of 20 positions above 25 pieces and 20 below; every fourth and every second has some with unequal material.
    fn games() -> Vec<Vec<UnequalCounts>> {
        let counts = |unequal| UnequalCounts { positions: 20, unequal };
        let game = |number: u64| {
            let early = if number.is_multiple_of(4) { number % 7 + 1 } else { 0 };
            let late = if number.is_multiple_of(2) { number % 11 + 1 } else { 0 };
            vec![counts(early), counts(late)]
        };
        (0..4_000).map(game).collect()
    }

    fn shares(texts: &[&str]) -> Vec<UnequalShare> {
        texts.iter().map(|text| text.parse().expect(text)).collect()
    }

    #[test]
    fn shares_are_as_small_as_asked_for_and_hardly_smaller() {
        let games = games();
        for asked in [&["26-40=0.01"][..], &["26-40=0.01", "16-25=0.05"]] {
            let (stays, found) = thinned(&shares(asked), &games, 7);
            for share in &found {
                let (wanted, now) = (share.asked.share, share.after.share());
                assert!(now <= wanted && now > 0.9 * wanted, "{share:?}");
                assert!(share.before.share() > wanted, "{share:?}");
            }
            // No game without unequal positions goes.
            let equal =
                games.iter().zip(&stays).filter(|(game, _)| game[0].unequal + game[1].unequal == 0);
            assert!(equal.into_iter().all(|(_, &stays)| stays));
        }
    }

    #[test]
    fn a_share_of_0_leaves_no_unequal_position_and_a_larger_one_than_there_is_leaves_all_games() {
        let games = games();
        let (_, found) = thinned(&shares(&["26-40=0"]), &games, 1);
        assert_eq!(found[0].after.unequal, 0);
        let (stays, found) = thinned(&shares(&["26-40=0.9"]), &games, 1);
        assert!(stays.iter().all(|&stays| stays) && found[0].before == found[0].after);
    }

    #[test]
    fn another_seed_draws_other_games_and_a_smaller_share_is_part_of_a_larger_one() {
        let games = games();
        let stay = |share: &str, seed| thinned(&shares(&[share]), &games, seed).0;
        let (small, large) = (stay("26-40=0.01", 1), stay("26-40=0.03", 1));
        assert_ne!(small, stay("26-40=0.01", 2));
        assert!(small.iter().zip(&large).all(|(small, large)| large >= small));
    }
}
