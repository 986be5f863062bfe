//! The engine with a mover against itself without: matches, and speeds measured in turns.

use std::time::Duration;

use rand::seq::SliceRandom;

use super::super::streams::stream;
use super::learned_table::{Mover, techniques};
use super::settings::{Equal, MoverSettings, Pair, Speed};
use crate::arena::PlayError;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::own_engine::OwnEngine;
use crate::arena::play::player::{Decision, Fault, GameStart, Player, Turn};
use crate::arena::play::referee::{self, Conditions};
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::stats::GameScore;
use crate::board::{ByColor, Color, Position};
use crate::engine::{Budget, Engine, Evaluation, GameState, Options, StopFlag, TableError};
use crate::game::Ending;

/// MiB of each player's table: more than a move fills.
const TABLE: usize = 8;

#[derive(Debug)]
struct NodeLimitedPlayer {
    engine: OwnEngine,
    nodes: u64,
}

impl Player for NodeLimitedPlayer {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.engine.begin(game)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let budget = Budget { nodes: Some(self.nodes), ..turn.budget };
        self.engine.choose(&Turn { budget, ..*turn })
    }

    fn end(&mut self, turn: &Turn<'_>, ending: &Ending) -> Result<(), Fault> {
        self.engine.end(turn, ending)
    }
}

/// The openings of both matches, as many as there are pairs of games.
pub(super) fn openings(settings: &MoverSettings) -> Vec<Opening> {
    let mut openings = ballots(BallotLength::Three);
    openings.shuffle(&mut stream(settings.seed, 0, "mover openings"));
    openings.into_iter().cycle().take(settings.pairs()).collect()
}

/// The nodes a move of the engine with the mover, whose speed by that of the other is `ratio`.
pub(super) fn nodes(equal: Equal, settings: &MoverSettings, ratio: f64) -> u64 {
    match equal {
        Equal::Nodes => settings.match_nodes,
        Equal::Time => (settings.match_nodes as f64 * ratio).round().max(1.0) as u64,
    }
}

#[derive(Debug)]
pub(super) struct Match<'a> {
    pub evaluation: &'a Evaluation,
    pub mover: &'static Mover,
    pub equal: Equal,
    /// Nodes a move of the engine without the mover.
    pub plain: u64,
    pub nodes: u64,
}

impl Match<'_> {
    /// Plays an opening with both colours.
    pub(super) fn pair(&self, number: usize, opening: &Opening) -> Result<Pair, PlayError> {
        let mut mover = self.player(Some(self.mover), self.nodes)?;
        let mut plain = self.player(None, self.plain)?;
        let mut game = |color: Color| -> Option<GameScore> {
            let [white, black]: [&mut dyn Player; 2] = match color {
                Color::White => [&mut mover, &mut plain],
                Color::Black => [&mut plain, &mut mover],
            };
            let mut players = ByColor { white, black };
            let stop = StopFlag::new();
            let (record, _) = referee::play(&mut players, opening, &self.conditions(), 0, &stop);
            GameScore::of(record.ending.verdict, color)
        };
        let (first, second) = (game(Color::White), game(Color::Black));
        Ok(Pair { equal: self.equal, number, nodes: self.nodes, first, second })
    }

    fn player(
        &self,
        mover: Option<&'static Mover>,
        nodes: u64,
    ) -> Result<NodeLimitedPlayer, PlayError> {
        let name = if mover.is_some() { "mover" } else { "plain" };
        let options =
            Options { hash_mb: TABLE, techniques: techniques(mover), ..Options::default() };
        Ok(NodeLimitedPlayer { engine: OwnEngine::new(name, self.evaluation, &options)?, nodes })
    }

    fn conditions(&self) -> Conditions {
        Conditions {
            limits: MoveLimits { nodes: Some(self.plain), ..MoveLimits::default() },
            margin: Duration::from_millis(500),
            silence_timeout: Duration::from_secs(60),
            ..Conditions::default()
        }
    }
}

const POSITIONS: usize = 4;
const NODES: u64 = 20_000;

pub(super) fn speed(
    evaluation: &Evaluation,
    mover: &'static Mover,
    positions: &[Position],
    settings: &MoverSettings,
) -> Result<Speed, TableError> {
    let engine = |mover: Option<&'static Mover>| {
        Engine::new(
            evaluation,
            &Options { hash_mb: TABLE, techniques: techniques(mover), ..Options::default() },
        )
    };
    let (mut plain, mut with_mover) = (engine(None)?, engine(Some(mover))?);
    let mut pairs = Vec::new();
    for round in 0..settings.rounds {
        let first = round * POSITIONS % positions.len();
        let some: Vec<&Position> = positions.iter().cycle().skip(first).take(POSITIONS).collect();
        // Each begins every second time.
        pairs.push(if round % 2 == 0 {
            let first = nodes_a_second(&mut plain, &some);
            (first, nodes_a_second(&mut with_mover, &some))
        } else {
            let first = nodes_a_second(&mut with_mover, &some);
            (nodes_a_second(&mut plain, &some), first)
        });
    }
    let of = |figure: fn(&(f64, f64)) -> f64| median(pairs.iter().map(figure).collect());
    Ok(Speed { plain: of(|p| p.0), mover: of(|p| p.1), ratio: of(|p| p.1 / p.0) })
}

fn nodes_a_second(engine: &mut Engine, positions: &[&Position]) -> f64 {
    let (mut nodes, mut seconds) = (0, 0.0);
    for position in positions {
        engine.new_game();
        let budget = Budget::of_nodes(NODES);
        let game = GameState::new(**position);
        if let Some(choice) = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}) {
            nodes += choice.nodes;
            seconds += choice.time.as_secs_f64();
        }
    }
    nodes as f64 / f64::max(seconds, 1e-9)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_not_moved_by_one_slow_round() {
        assert_eq!(median(vec![3.0, 0.1, 2.0, 2.5, 2.2]), 2.2);
    }
}
