//! The engine's move in a game with a person.

use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::json;

use super::engine_pool::EnginePool;
use super::look::{described_move, ending};
use super::position_query::PositionQuery;
use crate::engine::level;
use crate::engine::{Budget, Clock};
use crate::error::WebError;
use crate::events::Events;

/// A game in which the engine is to move.
#[derive(Debug, Deserialize)]
pub(super) struct PlayQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    level: u8,
    /// What the engine has left on its clock, in milliseconds.
    #[serde(default)]
    remaining: Option<u32>,
    /// What a move adds to it.
    #[serde(default)]
    increment: u32,
}

impl PlayQuery {
    fn budget(&self) -> Budget {
        let ms = |ms: u32| Duration::from_millis(ms.into());
        let clock = self.remaining.map(|remaining| Clock {
            remaining: ms(remaining),
            increment: ms(self.increment),
            moves_to_go: None,
        });
        Budget { clock, ..level::level(self.level) }
    }
}

/// Chooses a move.
pub(super) fn play(
    bench: &EnginePool,
    asked: &PlayQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (place, net) = (asked.at.place()?.playable()?, bench.net(asked.net.as_deref())?);
    if ending(&place).is_some() {
        return Err(WebError::Bad("the game is over".into()));
    }
    let mut seed = [0; 32];
    let number = bench.number();
    getrandom::fill(&mut seed)?;
    let mut chance = Xoshiro256PlusPlus::from_seed(seed);
    let (level, stop) = (level::of(asked.level), events.stop());
    let chosen = bench.search(net, number, stop, |engine| {
        level.choose(engine, &place.game, &asked.budget(), &mut chance, stop)
    });
    events.send(&match chosen {
        // A move that was not thought over is none.
        _ if stop.is_stopped() => json!({ "error": "another search came between" }),
        Ok(Some((mv, _))) => json!({ "move": described_move(place.position(), mv) }),
        Ok(None) => json!({ "error": "there is no legal move" }),
        Err(error) => json!({ "error": error.to_string() }),
    });
    Ok(())
}
