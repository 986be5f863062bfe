//! The engine's move in a game with a person.

use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::json;

use super::engine_pool::EnginePool;
use super::position::{ending, move_json};
use super::position_query::PositionQuery;
use crate::error::WebError;
use crate::events::Events;
use crate::player::level;
use crate::player::{Budget, Clock};

/// A game in which the engine is to move.
#[derive(Debug, Deserialize)]
pub(super) struct PlayQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    level: u8,
    /// The remaining time of the engine in milliseconds.
    #[serde(default)]
    remaining: Option<u32>,
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

pub(super) fn play(
    engines: &EnginePool,
    query: &PlayQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (point, net) = (query.at.resolve()?.playable()?, engines.net(query.net.as_deref())?);
    if ending(&point).is_some() {
        return Err(WebError::Bad("the game is over".into()));
    }
    let mut seed = [0; 32];
    let number = engines.next_number();
    getrandom::fill(&mut seed)?;
    let mut rng = Xoshiro256PlusPlus::from_seed(seed);
    let (level, stop) = (level::of(query.level), events.stop());
    let chosen = engines.search(net, number, stop, |engine| {
        level.choose(engine, &point.game, &query.budget(), &mut rng, stop)
    });
    events.send(&match chosen {
        // A move whose search was stopped is not played.
        _ if stop.is_stopped() => json!({ "error": "another search came between" }),
        Ok(Some((mv, _))) => json!({ "move": move_json(point.position(), mv) }),
        Ok(None) => json!({ "error": "there is no legal move" }),
        Err(error) => json!({ "error": error.to_string() }),
    });
    Ok(())
}
