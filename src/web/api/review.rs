//! A whole game looked at once more: the value of every position, the mistakes, the better lines.

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::position_query::{GamePoint, PositionQuery};
use super::score::{line_json, score_json};
use crate::error::WebError;
use crate::events::Events;
use crate::player::Budget;
use crate::review::{Accuracy, Mistake, PositionAnalysis, mistakes, views};

/// The nodes of a search unless the page says otherwise.
pub(super) const NODES: u64 = 50_000;

/// A game to be looked at.
#[derive(Debug, Deserialize)]
pub(super) struct ReviewQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
}

/// Sends each position as it is searched, from the last to the first, and at the end the mistakes.
pub(super) fn review(
    engines: &EnginePool,
    query: &ReviewQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (point, net) = (query.at.resolve()?, engines.net(query.net.as_deref())?);
    let budget = Budget::of_nodes(query.nodes.unwrap_or(NODES));
    let number = engines.next_number();
    let (GamePoint { start, moves, .. }, stop) = (&point, events.stop());
    let positions_along = start.along(moves);
    let mut report = |plies: usize, view: &PositionAnalysis| {
        events.send(&json!({
            "ply": plies,
            "score": score_json(view.score, positions_along[plies].turn()),
            "depth": view.depth.plies(),
            "line": line_json(&positions_along[plies], &view.line),
        }));
    };
    let seen = engines.search(net, number, stop, |engine| {
        views(engine, start, moves, &budget, stop, &mut report)
    });
    events.send(&match seen {
        Ok(Some(views)) => {
            let found = mistakes(start, moves, &views);
            let [white, black] =
                Accuracy::of_sides(start, moves, &views).map(|side| side_json(&side));
            json!({
                "done": true,
                "mistakes": found.iter().map(mistake).collect::<Vec<_>>(),
                "sides": { "white": white, "black": black },
            })
        }
        Ok(None) => json!({ "done": true, "stopped": true }),
        Err(error) => json!({ "done": true, "error": error.to_string() }),
    });
    Ok(())
}

fn mistake(mistake: &Mistake) -> Value {
    json!({
        "before": mistake.before,
        "loss": mistake.loss,
        "sign": mistake.glyph.sign(),
        "name": mistake.glyph.to_string(),
    })
}

/// The mistakes of a side by their gravity, and how much of the result it kept, in per cent.
fn side_json(side: &Accuracy) -> Value {
    json!({
        "moves": side.moves,
        "mistakes": side.mistakes,
        "accuracy": side.figure.map(|(mean, _)| mean),
        "spread": side.figure.map(|(_, spread)| spread),
    })
}
