//! The value of a man to an evaluation, by square and phase of the game: the loss of value when it is taken off.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use crate::board::{Bitboard, Color, MoveList, Position, Square};
use crate::error::WebError;
use crate::events::Events;
use crate::parallel::read_games;
use crate::player::level;
use crate::player::{Budget, Engine, Evaluation, GameState, StopFlag};

/// The phases of the paper's figures, by the pieces on the board.
const PHASES: [(&str, u32, u32); 3] =
    [("26-40 pieces", 26, 40), ("16-25 pieces", 16, 25), ("0-15 pieces", 0, 15)];
/// The most positions that are evaluated.
const MAX_POSITIONS: usize = 4_000;
/// Games that are played where no file was given, and the plies of each at most.
const GAMES: usize = 60;
const MAX_PLIES: usize = 160;

#[derive(Debug, Deserialize)]
pub(super) struct ManValuesQuery {
    #[serde(default)]
    net: Option<String>,
}

/// Sums and counts of the squares of a phase.
#[derive(Clone, Debug)]
struct SquareSums {
    worth: [f64; Square::COUNT],
    count: [u32; Square::COUNT],
}

/// Averages over positions of the given files, or of quick games.
pub(super) fn man_values(
    engines: &EnginePool,
    files: &[PathBuf],
    query: &ManValuesQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let net = engines.net(query.net.as_deref())?;
    let number = engines.next_number();
    let stop = events.stop();
    let mut positions = of_files(files, stop);
    let is_played = positions.is_empty();
    if is_played {
        let played = engines.search(net, number, stop, |engine| played(engine, stop));
        positions = played.unwrap_or_default();
    }
    let phases = table(engines.evaluation(net), &positions, stop);
    let source = if is_played { "quick games of its own" } else { "the games given" };
    events.send(&json!({ "positions": positions.len(), "source": source, "phases": phases }));
    Ok(())
}

fn table(evaluation: &Evaluation, positions: &[Position], stop: &StopFlag) -> Vec<Value> {
    let empty = SquareSums { worth: [0.0; Square::COUNT], count: [0; Square::COUNT] };
    let mut phases = vec![empty; PHASES.len()];
    for position in positions {
        if stop.is_stopped() {
            break;
        }
        let pieces = position.occupied().len();
        let phase = PHASES.iter().position(|(_, least, most)| (*least..=*most).contains(&pieces));
        if let Some(phase) = phase {
            phases[phase].add(evaluation, position);
        }
    }
    let named = PHASES.iter().zip(&phases);
    named.map(|((name, ..), sums)| json!({ "name": name, "squares": sums.means() })).collect()
}

impl SquareSums {
    /// Adds White's men, and Black's on the rotated squares.
    fn add(&mut self, evaluation: &Evaluation, position: &Position) {
        let whole = evaluation.explain(position).value;
        for color in Color::ALL {
            for square in position.men(color) {
                let mut setup = position.setup();
                setup.men[color] = setup.men[color] - Bitboard::from_square(square);
                let Ok(without) = setup.check() else { continue };
                let change = whole - evaluation.explain(&without).value;
                let at = if color == Color::White { square.index() } else { 49 - square.index() };
                self.worth[at] += f64::from(change) * f64::from(color.sign());
                self.count[at] += 1;
            }
        }
    }

    /// The mean of each square; null where there were too few men.
    fn means(&self) -> Vec<Value> {
        const MIN_COUNT: u32 = 5;
        let pairs = self.worth.iter().zip(self.count);
        pairs
            .map(|(sum, n)| if n < MIN_COUNT { Value::Null } else { json!(sum / f64::from(n)) })
            .collect()
    }
}

/// Quiet positions of the games of the files.
fn of_files(files: &[PathBuf], stop: &StopFlag) -> Vec<Position> {
    let mut positions = Vec::new();
    read_games(files, 1, |read| {
        if let Ok((_, game)) = read {
            let quiet = game.main().positions.iter().filter(|position| !position.must_capture());
            positions.extend(quiet.copied());
        }
        let is_enough = positions.len() >= MAX_POSITIONS || stop.is_stopped();
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    positions.truncate(MAX_POSITIONS);
    positions
}

/// Quiet positions of fast games of the engine, always the same.
fn played(engine: &mut Engine, stop: &StopFlag) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (player, budget) = (level::of(3), Budget::of_nodes(100));
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut game = GameState::new(Position::start());
        engine.new_game();
        for _ in 0..MAX_PLIES {
            let over =
                game.history().draw().is_some() || MoveList::legal(game.position()).is_empty();
            if over || stop.is_stopped() {
                break;
            }
            let Some((mv, _)) = player.choose(engine, &game, &budget, &mut rng, stop) else {
                break;
            };
            game.play(mv);
            positions.extend(Some(*game.position()).filter(|position| !position.must_capture()));
        }
    }
    positions.truncate(MAX_POSITIONS);
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn to_the_man_count_every_man_is_worth_one() {
        let text = "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26";
        let positions = vec![fen::read(text).expect(text); 5];
        let phases = table(&Evaluation::material(), &positions, &StopFlag::new());
        let squares = phases[1]["squares"].as_array().expect("squares");
        assert_eq!(squares[26], json!(1.0));
        assert_eq!((&squares[0], &phases[0]["squares"][26]), (&Value::Null, &Value::Null));
        // Black's man on 7 is to him what White's on 44 is to White.
        assert_eq!(squares[43], json!(1.0));
    }
}
