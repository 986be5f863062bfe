//! How fast the search is with a mover and without, measured in turns, so that what else the machine does meets both.

use super::learned_table::{Mover, techniques};
use super::rows::Speed;
use super::settings::MoverSettings;
use crate::board::Position;
use crate::engine::{Budget, Engine, EngineError, Evaluation, GameState, Options, StopFlag};

const POSITIONS: usize = 4;
const NODES: u64 = 20_000;
const TABLE: usize = 8;

pub(super) fn speed(
    evaluation: &Evaluation,
    mover: &'static Mover,
    positions: &[Position],
    settings: &MoverSettings,
) -> Result<Speed, EngineError> {
    let engine = |mover: Option<&'static Mover>| {
        Engine::new(
            evaluation,
            &Options { table: TABLE, techniques: techniques(mover), ..Options::default() },
        )
    };
    let (mut plain, mut with_mover) = (engine(None)?, engine(Some(mover))?);
    let mut pairs = Vec::new();
    for round in 0..settings.rounds {
        let first = round * POSITIONS % positions.len();
        let some: Vec<&Position> = positions.iter().cycle().skip(first).take(POSITIONS).collect();
        // Each begins every second time.
        let (mut a, mut b) = (0.0, 0.0);
        if round % 2 == 0 {
            a = nodes_a_second(&mut plain, &some);
        }
        b += nodes_a_second(&mut with_mover, &some);
        if round % 2 == 1 {
            a = nodes_a_second(&mut plain, &some);
        }
        pairs.push((a, b));
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
