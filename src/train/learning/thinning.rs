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

/// What is known of a game before games are left out.
#[derive(Clone, Debug)]
pub(super) struct CountedGame {
    /// Its positions, for each share.
    pub(super) counts: Vec<UnequalCounts>,
    /// White's score, +1, 0 or −1; `None` for a game that does not teach.
    pub(super) outcome: Option<f32>,
}

/// Which games stay. Games without unequal positions stay; of the others those stay that come first in an order drawn by the seed, as many
/// as a share allows. With `same_results` the last games of a result go too, until wins, draws and losses have the shares that they have
/// in all games.
pub(super) fn thinned(
    shares: &[UnequalShare],
    same_results: bool,
    games: &[CountedGame],
    seed: u64,
) -> (Vec<bool>, Vec<ThinnedShare>) {
    let order = order(games.len(), seed);
    let rules = shares.len() + usize::from(same_results);
    // For each share, and for the results, the games that come too late.
    let mut left_out = vec![vec![false; games.len()]; rules];
    for _ in 0..ROUNDS {
        let before = left_out.clone();
        for rule in 0..rules {
            let stays =
                |game: usize| (0..rules).all(|other| other == rule || !left_out[other][game]);
            left_out[rule] = match shares.get(rule) {
                Some(share) => too_many_unequal(share.share, rule, games, &order, &stays),
                None => too_many_of_a_result(games, &order, &stays),
            };
        }
        if before == left_out {
            break;
        }
    }
    let stays: Vec<bool> =
        (0..games.len()).map(|game| left_out.iter().all(|left_out| !left_out[game])).collect();
    let sum = |number: usize, stays: &dyn Fn(usize) -> bool| {
        let mut sum = UnequalCounts::default();
        let places = (0..games.len()).filter(|&game| stays(game));
        places.for_each(|game| sum.add(games[game].counts[number]));
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
fn too_many_unequal(
    share: f64,
    number: usize,
    games: &[CountedGame],
    order: &[u32],
    stays: &dyn Fn(usize) -> bool,
) -> Vec<bool> {
    let of = |game: usize| games[game].counts[number];
    let mut sum = UnequalCounts::default();
    let equal = (0..games.len()).filter(|&game| of(game).unequal == 0 && stays(game));
    equal.for_each(|game| sum.add(of(game)));
    let mut left_out = vec![false; games.len()];
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

/// The games that must go for the shares of the results, of those that stay for unequal material.
fn too_many_of_a_result(
    games: &[CountedGame],
    order: &[u32],
    stays: &dyn Fn(usize) -> bool,
) -> Vec<bool> {
    // Lost, drawn, won by White.
    let result = |game: usize| games[game].outcome.map(|score| (score + 1.0) as usize);
    let count = |stays: &dyn Fn(usize) -> bool| {
        let mut counts = [0_u64; 3];
        let places = (0..games.len()).filter(|&game| stays(game));
        places.filter_map(result).for_each(|result| counts[result] += 1);
        counts
    };
    let (all, now) = (count(&|_| true), count(stays));
    let share = |result: usize| now[result] as f64 / all[result].max(1) as f64;
    let least = (0..3).filter(|&result| all[result] > 0).map(share).fold(1.0, f64::min);
    let mut room = all.map(|games| (least * games as f64).round() as u64);
    let mut left_out = vec![false; games.len()];
    for game in order.iter().map(|&game| game as usize).filter(|&game| stays(game)) {
        if let Some(result) = result(game) {
            left_out[game] = room[result] == 0;
            room[result] = room[result].saturating_sub(1);
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

    /// Games of 20 positions above 25 pieces and 20 below; every fourth and every second has some with unequal material. Of those with some
    /// one in five is drawn, of the others three in five.
    fn games() -> Vec<CountedGame> {
        let counts = |unequal| UnequalCounts { positions: 20, unequal };
        let game = |number: u64| {
            let early = if number.is_multiple_of(4) { number % 7 + 1 } else { 0 };
            let late = if number.is_multiple_of(2) { number % 11 + 1 } else { 0 };
            let drawn = if number.is_multiple_of(4) { 1 } else { 3 };
            let outcome = match number % 5 {
                place if place < drawn => 0.0,
                3 => -1.0,
                _ => 1.0,
            };
            CountedGame { counts: vec![counts(early), counts(late)], outcome: Some(outcome) }
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
            let (stays, found) = thinned(&shares(asked), false, &games, 7);
            for share in &found {
                let (wanted, now) = (share.asked.share, share.after.share());
                assert!(now <= wanted && now > 0.9 * wanted, "{share:?}");
                assert!(share.before.share() > wanted, "{share:?}");
            }
            // No game without unequal positions goes.
            let is_equal =
                |game: &CountedGame| game.counts[0].unequal + game.counts[1].unequal == 0;
            let equal = games.iter().zip(&stays).filter(|(game, _)| is_equal(game));
            assert!(equal.into_iter().all(|(_, &stays)| stays));
        }
    }

    #[test]
    fn results_keep_their_shares_where_that_is_asked_for() {
        let mut games = games();
        games[0].outcome = None;
        let draws = |stays: &[bool]| {
            let left = games.iter().zip(stays).filter(|(_, stays)| **stays);
            let left: Vec<f32> = left.filter_map(|(game, _)| game.outcome).collect();
            let drawn = left.iter().filter(|score| **score == 0.0).count();
            (drawn as f64 / left.len() as f64, left.len())
        };
        let all = draws(&vec![true; games.len()]).0;
        for asked in [&["26-40=0.01"][..], &["26-40=0.01", "16-25=0.05"]] {
            let [(free, _), (same, left)] = [false, true].map(|same_results| {
                let (stays, found) = thinned(&shares(asked), same_results, &games, 7);
                let is_thin = |share: &ThinnedShare| share.after.share() <= share.asked.share;
                assert!(found.iter().all(is_thin), "{found:?}");
                draws(&stays)
            });
            assert!(free > all + 0.05, "{free} {all}");
            assert!((same - all).abs() < 0.005, "{same} {all}");
            assert!(left > games.len() / 4, "{left} games");
        }
        let (stays, _) = thinned(&shares(&["26-40=1"]), true, &games, 7);
        assert!(stays.iter().all(|&stays| stays));
    }

    #[test]
    fn a_share_of_0_leaves_no_unequal_position_and_a_larger_one_than_there_is_leaves_all_games() {
        let games = games();
        let (_, found) = thinned(&shares(&["26-40=0"]), false, &games, 1);
        assert_eq!(found[0].after.unequal, 0);
        let (stays, found) = thinned(&shares(&["26-40=0.9"]), false, &games, 1);
        assert!(stays.iter().all(|&stays| stays) && found[0].before == found[0].after);
    }

    #[test]
    fn another_seed_draws_other_games_and_a_smaller_share_is_part_of_a_larger_one() {
        let games = games();
        let stay = |share: &str, seed| thinned(&shares(&[share]), false, &games, seed).0;
        let (small, large) = (stay("26-40=0.01", 1), stay("26-40=0.03", 1));
        assert_ne!(small, stay("26-40=0.01", 2));
        assert!(small.iter().zip(&large).all(|(small, large)| large >= small));
    }
}
