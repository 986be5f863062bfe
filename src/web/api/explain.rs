//! Explains an evaluation: the value of a position by its parts, and the value of every legal move.

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::position::ending;
use super::position_query::{GamePoint, PositionQuery, id};
use super::score::{line_json, score_json};
use super::squares::{piece_values, square_shares, squares_of};
use crate::board::{Bitboard, MoveList, Position, Square, fen};
use crate::error::WebError;
use crate::events::Events;
use crate::models::{Explanation, Part};
use crate::pdn::spell;
use crate::player::{Budget, Evaluation, MultiPvLine};

/// The node limit of the search of all legal moves.
const NODES: u64 = 300_000;

#[derive(Debug, Deserialize)]
pub(super) struct ExplainQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    /// Whether the legal moves are searched as well.
    #[serde(default)]
    search: bool,
}

/// Sends the value and its parts at once, then the moves as they are searched.
pub(super) fn explain(
    engines: &EnginePool,
    query: &ExplainQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (point, net) = (query.at.resolve()?, engines.net(query.net.as_deref())?);
    let evaluation = engines.evaluation(net);
    let mut first = explanation_json(&evaluation.explain(point.position()), &point);
    first["lifted"] = piece_values(evaluation, point.position());
    let moves = static_values(evaluation, point.position());
    let number = engines.next_number();
    events.send(&json!({ "inside": first, "moves": moves }));
    let stop = events.stop();
    if query.search && ending(&point).is_none() {
        let count = MoveList::legal(point.position()).len();
        let budget = Budget::of_nodes(NODES);
        let _ = engines.search(net, number, stop, |engine| {
            engine.lines(&point.game, count, &budget, stop, &mut |lines, _| {
                events.send(&searched(point.position(), lines));
            });
        });
    }
    events.send(&json!({ "done": true }));
    Ok(())
}

fn searched(position: &Position, lines: &[MultiPvLine]) -> Value {
    let one = |found: &MultiPvLine| {
        json!({
            "id": found.moves.first().copied().map(id),
            "depth": found.depth.plies(),
            "score": score_json(found.score, position.turn()),
            "line": line_json(position, &found.moves),
        })
    };
    json!({ "searched": lines.iter().map(one).collect::<Vec<_>>() })
}

/// The static value of the position after every move; a position with a capture is not quiet, and its value means little.
fn static_values(evaluation: &Evaluation, position: &Position) -> Vec<Value> {
    let legal = MoveList::legal(position);
    let mut list = MoveList::new();
    let values = legal.into_iter().map(|mv| {
        let next = position.succ(mv);
        json!({
            "id": id(mv),
            "text": spell(position, mv, &mut list),
            "from": mv.from().number(),
            "to": mv.to().number(),
            "static": evaluation.explain(&next).value,
            "quiet": !next.must_capture(),
        })
    });
    values.collect()
}

fn explanation_json(explanation: &Explanation, point: &GamePoint) -> Value {
    let position = point.position();
    let parts: Vec<(&Part, Bitboard)> =
        explanation.parts.iter().map(|part| (part, squares_of(part))).collect();
    let part = |(part, squares): &(&Part, Bitboard)| {
        json!({
            "name": part.name,
            "group": part.group,
            "input": part.input,
            "contribution": part.contribution,
            "squares": squares.into_iter().map(Square::number).collect::<Vec<_>>(),
        })
    };
    let groups = explanation.groups.iter();
    let groups = groups.map(|name| json!({ "name": name, "sum": explanation.group(name) }));
    json!({
        "fen": fen::write(position),
        "judge": explanation.judge,
        "value": explanation.value,
        "rest": explanation.rest,
        "groups": groups.collect::<Vec<_>>(),
        "parts": parts.iter().map(part).collect::<Vec<_>>(),
        "squares": square_shares(&parts, position),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Evaluation;

    const POSITIONS: [&str; 4] = [
        "W:W31-50:B1-20",
        "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
        "B:WK28,31,40:B12,18",
        "W:WK1:BK50,3",
    ];

    fn explained(evaluation: &Evaluation, text: &str) -> Value {
        let at: PositionQuery = serde_json::from_value(json!({ "fen": text })).expect("a spot");
        let point = at.resolve().expect(text);
        explanation_json(&evaluation.explain(point.position()), &point)
    }

    fn sum(value: &Value, name: &str) -> f64 {
        let all = value.as_array().expect("a list").iter();
        all.map(|part| part[name].as_f64().expect("a number")).sum()
    }

    #[test]
    fn parts_and_groups_sum_to_the_value() {
        for name in [Evaluation::REFERENCE, Evaluation::MATERIAL] {
            let evaluation = Evaluation::open(name).expect(name);
            for text in POSITIONS {
                let json = explained(&evaluation, text);
                let rest = json["rest"].as_f64().expect("a number");
                let value = json["value"].as_f64().expect("a number");
                for sum in [sum(&json["parts"], "contribution"), sum(&json["groups"], "sum")] {
                    assert!((rest + sum - value).abs() < 1e-4, "{name} {text}: {sum} {value}");
                }
            }
        }
    }

    #[test]
    fn squares_share_what_the_parts_with_squares_have() {
        let evaluation = Evaluation::open(Evaluation::REFERENCE).expect("the built-in one");
        for text in POSITIONS {
            let json = explained(&evaluation, text);
            let parts = json["parts"].as_array().expect("a list").iter();
            let placed = parts.filter(|part| part["squares"] != json!([]));
            let expected: f64 = placed.filter_map(|part| part["contribution"].as_f64()).sum();
            let squares = json["squares"].as_array().expect("a list").iter();
            let sum: f64 = squares.filter_map(Value::as_f64).sum();
            assert!((sum - expected).abs() < 1e-4, "{text}: {sum} {expected}");
        }
    }
}
