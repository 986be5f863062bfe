//! How hard a puzzle is: by the search that finds it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::Move;
use crate::player::level::{LEVELS, TABLE};

/// Tries of a level.
const TRIES: u32 = 10;

/// Tries that must succeed.
const NEEDED: u32 = 9;

/// What a search thought best after each of its rounds: nodes, and the move.
pub(super) type Rounds = Vec<(u64, Move)>;

/// Nodes after which the search keeps to a move, and the lowest level that finds it in 9 of 10 tries.
///
/// A try has the nodes of the level, halved or doubled at most at random, so that a level must see the move over a range of depths.
pub(super) fn grade(rounds: &Rounds, solution: Move, seed: u64) -> (u64, u8) {
    let first = rounds.iter().rposition(|(_, mv)| *mv != solution).map_or(0, |last| last + 1);
    let nodes = rounds.get(first).or(rounds.last()).map_or(0, |(nodes, _)| *nodes);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut is_found = |budget: u64| {
        let budget = (budget as f64 * chance.random_range(-1.0f64..1.0).exp2()) as u64;
        let seen = rounds.iter().rfind(|(nodes, _)| *nodes <= budget);
        seen.is_some_and(|(_, mv)| *mv == solution)
    };
    let mut finds = |nodes: u64| (0..TRIES).filter(|_| is_found(nodes)).count() as u32 >= NEEDED;
    let found = TABLE.iter().zip(LEVELS).find(|(level, _)| finds(level.nodes));
    (nodes, found.map_or(*LEVELS.end(), |(_, number)| number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};

    fn mv(from: u8) -> Move {
        let square = |number| Square::new(number).expect("a square");
        Move::new(square(from), square(1), Bitboard::EMPTY)
    }

    #[test]
    fn a_move_that_is_left_again_is_found_when_the_search_keeps_to_it() {
        let rounds = vec![(50, mv(30)), (100, mv(31)), (900, mv(30)), (20_000, mv(30))];
        let (nodes, level) = grade(&rounds, mv(30), 1);
        assert_eq!(nodes, 900);
        // Level 5 has 2,560 nodes, level 4 has 640: most of its tries are below 900 nodes.
        assert_eq!(level, 5);
        assert_eq!(grade(&rounds, mv(30), 1), grade(&rounds, mv(30), 1));
    }

    #[test]
    fn what_is_seen_at_once_is_of_the_first_levels_and_what_is_never_seen_of_the_last() {
        assert_eq!(grade(&vec![(2, mv(30)), (300, mv(30))], mv(30), 7), (2, 1));
        assert_eq!(grade(&vec![(2, mv(31)), (300, mv(31))], mv(30), 7), (300, 10));
    }
}
