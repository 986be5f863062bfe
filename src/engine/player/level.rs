//! Skill levels of the engine.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Budget, Engine, GameState};
use crate::board::{Move, MoveList};
use crate::search::StopFlag;

/// The easiest and the hardest level.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// The level of a game where nobody has chosen one.
pub const DEFAULT: u8 = 5;

/// A skill level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The nodes of a search.
    pub nodes: u64,
    /// The share of moves chosen at random.
    pub weaker: f64,
    /// A name for people.
    pub name: &'static str,
}

/// The levels from 1 on: ten nodes for a beginner, four times as many with each step.
///
/// Each beats the one below, in Elo with 95 % intervals, in games from two-move ballots:
///
/// - in 200 games: 2 by 249 (195 to 316), 3 by 260 (209 to 324), 4 by 244 (194 to 304);
/// - 5 by 263 (212 to 326), 6 by 269 (222 to 326), 7 by 315 (274 to 365);
/// - in 158 games: 8 by 124 (98 to 151), 9 by 74 (50 to 98);
/// - 10 by 44 (25 to 63), with endgame tables of 4 pieces and without a loss.
pub const TABLE: [Level; 10] = [
    Level { nodes: 10, weaker: 0.5, name: "first game" },
    Level { nodes: 40, weaker: 0.35, name: "child" },
    Level { nodes: 160, weaker: 0.25, name: "beginner" },
    Level { nodes: 640, weaker: 0.15, name: "now and then" },
    Level { nodes: 2_560, weaker: 0.08, name: "at home" },
    Level { nodes: 10_240, weaker: 0.03, name: "club" },
    Level { nodes: 40_960, weaker: 0.0, name: "strong club" },
    Level { nodes: 163_840, weaker: 0.0, name: "master" },
    Level { nodes: 655_360, weaker: 0.0, name: "grandmaster" },
    Level { nodes: 2_621_440, weaker: 0.0, name: "as strong as it gets" },
];

/// The nodes of a level, without its weaker moves.
#[must_use]
pub fn level(number: u8) -> Budget {
    Budget::of_nodes(of(number).nodes)
}

/// A level by its number; numbers beyond the table are its ends.
///
/// ```
/// use draughts_td_engine::player::level;
///
/// assert!(level::of(1).nodes < level::of(10).nodes);
/// assert_eq!(level::of(99), level::of(10));
/// ```
#[must_use]
pub fn of(number: u8) -> Level {
    TABLE[usize::from(number.clamp(*LEVELS.start(), *LEVELS.end())) - 1]
}

impl Level {
    /// Any legal move in the place of one that is searched, for the share of moves that this level chooses so.
    pub fn slip(&self, game: &GameState, chance: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let is_any = chance.random_bool(self.weaker);
        let any = MoveList::legal(game.position());
        is_any.then(|| any.choose(chance).copied()).flatten()
    }

    /// The move of an opponent of this level, and whether chance chose it; `None` when there is none.
    pub fn choose(
        &self,
        engine: &mut Engine,
        game: &GameState,
        budget: &Budget,
        chance: &mut Xoshiro256PlusPlus,
        stop: &StopFlag,
    ) -> Option<(Move, bool)> {
        if let Some(mv) = self.slip(game, chance) {
            return Some((mv, true));
        }
        engine.think(game, budget, stop, &mut |_| {}).map(|choice| (choice.mv, false))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::board::Position;
    use crate::player::{Evaluation, Options};

    #[test]
    fn a_higher_level_thinks_more_and_errs_less() {
        assert_eq!(TABLE.len(), usize::from(*LEVELS.end()));
        for pair in TABLE.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].weaker >= pair[1].weaker);
        }
        assert_eq!((of(0), of(11)), (TABLE[0], TABLE[9]));
        assert_eq!(TABLE[9].weaker, 0.0);
    }

    #[test]
    fn a_low_level_plays_its_share_of_any_moves() {
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let game = GameState::new(Position::start());
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
        let budget = Budget::of_nodes(10);
        let mut by_chance = 0;
        for _ in 0..200 {
            let (mv, any) = TABLE[0]
                .choose(&mut engine, &game, &budget, &mut chance, &StopFlag::new())
                .expect("a move");
            assert!(MoveList::legal(game.position()).contains(&mv));
            by_chance += u32::from(any);
        }
        assert!((70..130).contains(&by_chance), "{by_chance}");
    }
}
