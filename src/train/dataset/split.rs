//! What makes games distinct, and which are held out: a seeded share that depends only on the moves of the game.

use crate::board::{Key, Move, Position, mixed};

/// Divides games into those that teach and those that test.
///
/// The moves decide, not the place in the file: a game that occurs twice is on one side only, and another file
/// added to the database moves no game across.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    seed: u64,
    /// Hashes below this are held out.
    limit: u64,
}

impl Split {
    /// Holds out this share of the games, from 0 to 1.
    ///
    /// # Panics
    /// If the share is not between 0 and 1.
    #[must_use]
    pub fn new(seed: u64, share: f64) -> Split {
        assert!((0.0..=1.0).contains(&share), "a share lies between 0 and 1");
        Split { seed, limit: (share * u64::MAX as f64) as u64 }
    }

    /// Whether the game with these moves is held out.
    #[must_use]
    pub fn holds_out(&self, moves: &[Move]) -> bool {
        mix(hash(moves) ^ mix(self.seed)) < self.limit
    }
}

/// A 64-bit fingerprint of a game by where it starts and its moves; equal games have equal ones.
#[must_use]
pub fn fingerprint(start: &Position, moves: &[Move]) -> u64 {
    // Nothing for the start of a game.
    let start = Key::of(start).bits() ^ Key::of(&Position::start()).bits();
    hash(moves) ^ mixed(start)
}

fn hash(moves: &[Move]) -> u64 {
    moves.iter().fold(moves.len() as u64, |hash, mv| {
        let step = u64::from(mv.from().number()) << 8 | u64::from(mv.to().number());
        (hash ^ step ^ mv.captured().bits() << 10)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    })
}

/// One step of SplitMix64.
fn mix(state: u64) -> u64 {
    mixed(state.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    /// All games of four plies.
    fn games() -> Vec<Vec<Move>> {
        let mut games = vec![(Position::start(), Vec::new())];
        for _ in 0..4 {
            games = games
                .into_iter()
                .flat_map(|(position, moves)| {
                    let next = |mv| {
                        let longer: Vec<Move> = moves.iter().copied().chain([mv]).collect();
                        (position.succ(mv), longer)
                    };
                    MoveList::legal(&position).into_iter().map(next).collect::<Vec<_>>()
                })
                .collect();
        }
        games.into_iter().map(|(_, moves)| moves).collect()
    }

    #[test]
    fn about_the_asked_share_is_held_out() {
        let games = games();
        for share in [0.0, 0.1, 0.5, 1.0] {
            let held_out = games.iter().filter(|g| Split::new(1, share).holds_out(g)).count();
            let found = held_out as f64 / games.len() as f64;
            assert!((found - share).abs() < 0.02, "{share}: {found}");
        }
    }

    #[test]
    fn the_split_depends_on_the_seed_and_on_nothing_else() {
        let games = games();
        let side =
            |seed| games.iter().map(|g| Split::new(seed, 0.5).holds_out(g)).collect::<Vec<_>>();
        assert_eq!(side(1), side(1));
        assert_ne!(side(1), side(2));
    }

    #[test]
    fn different_games_have_different_fingerprints() {
        let mut prints: Vec<u64> =
            games().iter().map(|g| fingerprint(&Position::start(), g)).collect();
        let count = prints.len();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), count);
    }

    #[test]
    fn the_same_moves_from_another_position_are_another_game() {
        let elsewhere = Position::start().mirrored();
        for game in games() {
            assert_ne!(fingerprint(&Position::start(), &game), fingerprint(&elsewhere, &game));
        }
    }
}
