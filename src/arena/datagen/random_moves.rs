//! A player that sometimes plays any legal move, or the second best, and does not search where there is only one.

use std::fmt;

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Move, MoveList};
use crate::game::Ending;
use crate::play::move_info::MoveInfo;
use crate::play::own_engine::OwnEngine;
use crate::play::player::{Act, Decision, Fault, GameStart, Player, Turn};
use crate::player::{Budget, Engine};

/// How often another move is played than the one that was found best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exploration {
    /// The share of moves that are any legal one.
    pub random: f64,
    /// The share of moves that are the best of the others.
    pub second: f64,
}

/// A move other than the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RandomMove {
    Random,
    Second,
}

/// The word after score and depth.
impl fmt::Display for RandomMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RandomMove::Random => "random",
            RandomMove::Second => "second",
        })
    }
}

/// Our engine with a share of other moves.
#[derive(Debug)]
pub(crate) struct RandomMovePlayer {
    engine: OwnEngine,
    /// Weighs the moves that were not best; its memory is its own, so that it does not disturb the player's.
    second_engine: Option<Engine>,
    exploration: Exploration,
    random: Xoshiro256PlusPlus,
    /// The plies of this game, counted from the first after the opening, that were not the best, in order.
    random_moves: Vec<(usize, RandomMove)>,
}

impl RandomMovePlayer {
    /// This engine, with these shares of other moves; second-best moves need the second engine.
    pub(super) fn new(
        engine: OwnEngine,
        second_engine: Option<Engine>,
        exploration: Exploration,
    ) -> RandomMovePlayer {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        RandomMovePlayer { engine, second_engine, exploration, random, random_moves: Vec::new() }
    }

    /// The plies of this game, counted from the first after the opening, that were not the best, in order.
    pub(crate) fn random_moves(&self) -> &[(usize, RandomMove)] {
        &self.random_moves
    }

    /// The other move, if it is the turn of one.
    fn other(&mut self, legal: &[Move], best: Move, turn: &Turn<'_>) -> Option<(Move, RandomMove)> {
        let mut comes_up = |share: f64| share > 0.0 && self.random.random_bool(share);
        if comes_up(self.exploration.random) {
            return legal.choose(&mut self.random).map(|&mv| (mv, RandomMove::Random));
        }
        if comes_up(self.exploration.second) {
            return self.second(legal, best, turn).map(|mv| (mv, RandomMove::Second));
        }
        None
    }

    /// The best of the moves that were not: each gets the same part of the nodes of a move.
    fn second(&mut self, legal: &[Move], best: Move, turn: &Turn<'_>) -> Option<Move> {
        let others = legal.iter().copied().filter(|&mv| mv != best);
        let nodes = turn.budget.nodes.map(|nodes| (nodes / others.clone().count() as u64).max(1));
        let budget = Budget { nodes, ..turn.budget };
        let second_engine = self.second_engine.as_mut()?;
        second_engine.new_game();
        others.max_by_key(|&mv| points_after(mv, second_engine, turn, &budget))
    }
}

/// The value of a move for the player, in hundredths of a man.
fn points_after(mv: Move, engine: &mut Engine, turn: &Turn<'_>, budget: &Budget) -> i32 {
    let mut game = turn.game.clone();
    game.play(mv);
    let reply = engine.think(&game, budget, turn.stop, &mut |_| {});
    // An opponent without a move has lost.
    reply.map_or(i32::MAX, |reply| -reply.score.points())
}

impl Player for RandomMovePlayer {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(game.side_seed());
        self.random_moves.clear();
        self.engine.begin(game)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        if let [only] = legal[..] {
            return Ok(Decision { act: Act::Move(only.into()), info: MoveInfo::default() });
        }
        let (best, info) = self.engine.best(turn)?;
        let other = self.other(&legal, best, turn);
        self.random_moves.extend(other.map(|(_, random_move)| (turn.played.len(), random_move)));
        let mv = other.map_or(best, |(mv, _)| mv);
        Ok(Decision { act: Act::Move(mv.into()), info })
    }

    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        self.engine.end(turn, ending)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::fen;
    use crate::play::openings::Opening;
    use crate::player::{Evaluation, GameState, Options, StopFlag};

    fn player(exploration: Exploration) -> RandomMovePlayer {
        let options = Options { hash_mb: 1, ..Options::default() };
        let evaluation = Evaluation::open(Evaluation::MATERIAL).expect("material");
        let engine = OwnEngine::new("material", &evaluation, &options).expect("an engine");
        let second_engine = Engine::new(&evaluation, &options).expect("an engine");
        RandomMovePlayer::new(engine, Some(second_engine), exploration)
    }

    fn chosen(player: &mut RandomMovePlayer, text: &str) -> (Act, Vec<(usize, RandomMove)>) {
        let game = GameState::new(fen::read(text).expect(text));
        let (opening, stop) = (Opening::empty(), StopFlag::new());
        let turn = Turn {
            opening: &opening,
            played: &[],
            game: &game,
            budget: Budget::of_nodes(3000),
            timeout: Duration::MAX,
            stop: &stop,
        };
        let decision = player.choose(&turn).expect("a move");
        (decision.act, player.random_moves().to_vec())
    }

    /// 28-22 loses a man at once, 28-23 two; 36-31 nothing.
    const BLUNDERS: &str = "W:W28,36,40:B12,13,17,18";

    #[test]
    fn the_second_best_move_is_the_best_of_the_others() {
        let (best, random_moves) = chosen(&mut player(Exploration::default()), BLUNDERS);
        assert!(random_moves.is_empty());
        let always = Exploration { second: 1.0, ..Exploration::default() };
        let (second, random_moves) = chosen(&mut player(always), BLUNDERS);
        assert_eq!(random_moves, [(0, RandomMove::Second)]);
        let (Act::Move(best), Act::Move(second)) = (best, second) else { panic!("moves") };
        assert_ne!(best, second);
        assert_ne!(second.to_string(), "28-22");
        assert_ne!(second.to_string(), "28-23");
    }

    #[test]
    fn a_random_move_goes_before_the_second_best() {
        let both = Exploration { random: 1.0, second: 1.0 };
        let (_, random_moves) = chosen(&mut player(both), BLUNDERS);
        assert_eq!(random_moves, [(0, RandomMove::Random)]);
    }

    #[test]
    fn a_single_move_is_no_detour() {
        let always = Exploration { second: 1.0, random: 1.0 };
        let (_, random_moves) = chosen(&mut player(always), "W:W28:B1,22");
        assert!(random_moves.is_empty());
    }
}
