//! A player that sometimes plays any legal move, or the second best, and does not search where there is only one.

use std::fmt;

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Move, MoveList};
use crate::engine::{Budget, Engine};
use crate::game::Ending;
use crate::play::game::move_info::MoveInfo;
use crate::play::game::own_engine::OwnEngine;
use crate::play::game::player::{Act, Decision, Fault, GameStart, Player, Turn};

/// How often another move is played than the one that was found best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exploration {
    /// The share of moves that are any legal one.
    pub random: f64,
    /// The share of moves that are the best of the others.
    pub second: f64,
}

/// What played instead of the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomMove {
    /// Any legal move.
    Random,
    /// The best of the others.
    Second,
}

/// The word behind score and depth.
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
pub struct Explorer {
    engine: OwnEngine,
    /// Weighs the moves that were not best; its memory is its own, so that it does not disturb the player's.
    judge: Option<Engine>,
    exploration: Exploration,
    random: Xoshiro256PlusPlus,
    /// The plies of this game, counted from the first behind the opening, that were not the best, in order.
    detours: Vec<(usize, RandomMove)>,
}

impl Explorer {
    /// This engine, with these shares of other moves; without a judge there are no second best ones.
    #[must_use]
    pub fn new(engine: OwnEngine, judge: Option<Engine>, exploration: Exploration) -> Explorer {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Explorer { engine, judge, exploration, random, detours: Vec::new() }
    }

    /// The plies of this game, counted from the first behind the opening, that were not the best, in order.
    #[must_use]
    pub fn detours(&self) -> &[(usize, RandomMove)] {
        &self.detours
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
        let judge = self.judge.as_mut()?;
        judge.new_game();
        others.max_by_key(|&mv| points_after(mv, judge, turn, &budget))
    }
}

/// What a move is worth to the player, in hundredths of a man.
fn points_after(mv: Move, judge: &mut Engine, turn: &Turn<'_>, budget: &Budget) -> i32 {
    let mut game = turn.game.clone();
    game.play(mv);
    let reply = judge.think(&game, budget, turn.stop, &mut |_| {});
    // An opponent without a move has lost.
    reply.map_or(i32::MAX, |reply| -reply.score.points())
}

impl Player for Explorer {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(game.side_seed());
        self.detours.clear();
        self.engine.begin(game)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let legal = MoveList::legal(turn.game.position());
        if let [only] = legal[..] {
            return Ok(Decision { act: Act::Move(only.into()), info: MoveInfo::default() });
        }
        let (best, thought) = self.engine.best(turn)?;
        let other = self.other(&legal, best, turn);
        self.detours.extend(other.map(|(_, detour)| (turn.played.len(), detour)));
        let mv = other.map_or(best, |(mv, _)| mv);
        Ok(Decision { act: Act::Move(mv.into()), info: thought })
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
    use crate::engine::{Evaluation, GameState, Options, StopFlag};
    use crate::play::game::openings::Opening;

    fn explorer(exploration: Exploration) -> Explorer {
        let options = Options { table: 1, ..Options::default() };
        let evaluation = Evaluation::open(Evaluation::MATERIAL).expect("material");
        let engine = OwnEngine::new("material", &evaluation, &options).expect("an engine");
        let judge = Engine::new(&evaluation, &options).expect("an engine");
        Explorer::new(engine, Some(judge), exploration)
    }

    fn chosen(player: &mut Explorer, text: &str) -> (Act, Vec<(usize, RandomMove)>) {
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
        (decision.act, player.detours().to_vec())
    }

    /// 28-22 loses a man at once, 28-23 two; 36-31 nothing.
    const BLUNDERS: &str = "W:W28,36,40:B12,13,17,18";

    #[test]
    fn the_second_best_move_is_the_best_of_the_others() {
        let (best, detours) = chosen(&mut explorer(Exploration::default()), BLUNDERS);
        assert!(detours.is_empty());
        let always = Exploration { second: 1.0, ..Exploration::default() };
        let (second, detours) = chosen(&mut explorer(always), BLUNDERS);
        assert_eq!(detours, [(0, RandomMove::Second)]);
        let (Act::Move(best), Act::Move(second)) = (best, second) else { panic!("moves") };
        assert_ne!(best, second);
        assert_ne!(second.to_string(), "28-22");
        assert_ne!(second.to_string(), "28-23");
    }

    #[test]
    fn a_move_of_chance_goes_before_the_second_best() {
        let both = Exploration { random: 1.0, second: 1.0 };
        let (_, detours) = chosen(&mut explorer(both), BLUNDERS);
        assert_eq!(detours, [(0, RandomMove::Random)]);
    }

    #[test]
    fn a_single_move_is_no_detour() {
        let always = Exploration { second: 1.0, random: 1.0 };
        let (_, detours) = chosen(&mut explorer(always), "W:W28:B1,22");
        assert!(detours.is_empty());
    }
}
