//! What an evaluation sees: the value of a position taken apart, and what it says of every legal move.

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::look::ending;
use super::position_query::{GamePoint, PositionQuery, id};
use super::score::{line, told};
use super::squares::{by_square, squares_of, worth_of_pieces};
use crate::board::{Bitboard, MoveList, Position, Square, fen};
use crate::engine::{Budget, Evaluation, MultiPvLine};
use crate::error::WebError;
use crate::events::Events;
use crate::models::{Explanation, Part};
use crate::pdn::spell;

/// The nodes in which all legal moves are searched.
const NODES: u64 = 300_000;

/// A position to be looked into.
#[derive(Debug, Deserialize)]
pub(super) struct InsideQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    /// Whether the legal moves are searched as well.
    #[serde(default)]
    search: bool,
}

/// Tells the value and its parts at once, then the moves as they are searched.
pub(super) fn inside(
    bench: &EnginePool,
    asked: &InsideQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (place, net) = (asked.at.place()?, bench.net(asked.net.as_deref())?);
    let evaluation = bench.evaluation(net);
    let mut first = told_parts(&evaluation.explain(place.position()), &place);
    first["lifted"] = worth_of_pieces(evaluation, place.position());
    let moves = static_values(evaluation, place.position());
    let number = bench.number();
    events.send(&json!({ "inside": first, "moves": moves }));
    let stop = events.stop();
    if asked.search && ending(&place).is_none() {
        let count = MoveList::legal(place.position()).len();
        let budget = Budget::of_nodes(NODES);
        let _ = bench.search(net, number, stop, |engine| {
            engine.lines(&place.game, count, &budget, stop, &mut |lines, _| {
                events.send(&searched(place.position(), lines));
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
            "score": told(found.score, position.turn()),
            "line": line(position, &found.moves),
        })
    };
    json!({ "searched": lines.iter().map(one).collect::<Vec<_>>() })
}

/// What the evaluation says of the position behind every move, without a search; a position with a capture is not quiet, and its
/// value means little.
fn static_values(evaluation: &Evaluation, position: &Position) -> Vec<Value> {
    let legal = MoveList::legal(position);
    let mut list = MoveList::new();
    let told = legal.into_iter().map(|mv| {
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
    told.collect()
}

fn told_parts(explanation: &Explanation, place: &GamePoint) -> Value {
    let position = place.position();
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
        "squares": by_square(&parts, position),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Evaluation;

    const POSITIONS: [&str; 4] = [
        "W:W31-50:B1-20",
        "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
        "B:WK28,31,40:B12,18",
        "W:WK1:BK50,3",
    ];

    fn told(evaluation: &Evaluation, text: &str) -> Value {
        let at: PositionQuery = serde_json::from_value(json!({ "fen": text })).expect("a spot");
        let place = at.place().expect(text);
        told_parts(&evaluation.explain(place.position()), &place)
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
                let told = told(&evaluation, text);
                let rest = told["rest"].as_f64().expect("a number");
                let value = told["value"].as_f64().expect("a number");
                for sum in [sum(&told["parts"], "contribution"), sum(&told["groups"], "sum")] {
                    assert!((rest + sum - value).abs() < 1e-4, "{name} {text}: {sum} {value}");
                }
            }
        }
    }

    #[test]
    fn squares_share_what_the_parts_with_squares_have() {
        let evaluation = Evaluation::open(Evaluation::REFERENCE).expect("the one in the box");
        for text in POSITIONS {
            let told = told(&evaluation, text);
            let parts = told["parts"].as_array().expect("a list").iter();
            let placed = parts.filter(|part| part["squares"] != json!([]));
            let expected: f64 = placed.filter_map(|part| part["contribution"].as_f64()).sum();
            let squares = told["squares"].as_array().expect("a list").iter();
            let sum: f64 = squares.filter_map(Value::as_f64).sum();
            assert!((sum - expected).abs() < 1e-4, "{text}: {sum} {expected}");
        }
    }
}
