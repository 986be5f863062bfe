//! The best lines of a position, reported as the search deepens.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::position_query::{GamePoint, PositionQuery};
use super::score::{line_json, score_json};
use crate::error::WebError;
use crate::events::Events;
use crate::player::{Budget, Endgame, Engine, MultiPvLine, StopFlag};

/// The most lines of a multi-PV search.
const MAX_LINES: usize = 5;
/// The least time between two reports; the last one is always sent.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Deserialize)]
pub(super) struct AnalyseQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    #[serde(default = "one")]
    lines: usize,
    /// Limits of a hint; without a limit the search ends when the page disconnects or asks another question.
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    ms: Option<u32>,
}

fn one() -> usize {
    1
}

pub(super) fn analyse(
    engines: &EnginePool,
    query: &AnalyseQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (point, net) = (query.at.resolve()?.playable()?, engines.net(query.net.as_deref())?);
    let count = query.lines.clamp(1, MAX_LINES);
    let time = query.ms.map(|ms| Duration::from_millis(ms.into()));
    let budget = Budget { nodes: query.nodes, time, ..Budget::INFINITE };
    let known = known(engines, &point);
    let number = engines.next_number();
    let mut throttle =
        ProgressThrottle { events, point: &point, known, last: None, began: Instant::now() };
    let stop = events.stop();
    let done = engines.search(net, number, stop, |engine| {
        search(engine, &point, count, &budget, stop, &mut |lines, nodes| {
            throttle.report(lines, nodes);
        });
    });
    throttle.close(done.err().map(|error| error.to_string()));
    Ok(())
}

/// The outcome of the position by the endgame tables, for the side to move.
fn known(engines: &EnginePool, point: &GamePoint) -> Option<String> {
    let tables = engines.options().endgame.as_ref()?;
    Endgame::outcome(tables, point.position()).map(|outcome| outcome.to_string())
}

/// An ordinary search for one line, a multi-PV search for several.
fn search(
    engine: &mut Engine,
    point: &GamePoint,
    count: usize,
    budget: &Budget,
    stop: &StopFlag,
    report: &mut dyn FnMut(&[MultiPvLine], u64),
) {
    if count > 1 {
        engine.lines(&point.game, count, budget, stop, report);
        return;
    }
    engine.analyse(&point.game, budget, stop, &mut |found| {
        let line =
            MultiPvLine { score: found.score, depth: found.depth, moves: found.line.to_vec() };
        report(&[line], found.nodes);
    });
}

/// Sends reports, but not more often than the page can show them.
struct ProgressThrottle<'a> {
    events: &'a dyn Events,
    point: &'a GamePoint,
    known: Option<String>,
    last: Option<(Instant, Option<Value>)>,
    began: Instant,
}

impl ProgressThrottle<'_> {
    fn report(&mut self, lines: &[MultiPvLine], nodes: u64) {
        let position = self.point.position();
        let line_of = |found: &MultiPvLine| {
            json!({
                "depth": found.depth.plies(),
                "score": score_json(found.score, position.turn()),
                "line": line_json(position, &found.moves),
            })
        };
        let report = json!({
            "depth": lines.first().map(|line| line.depth.plies()),
            "nodes": nodes,
            "ms": self.began.elapsed().as_millis() as u64,
            "table": self.known,
            "lines": lines.iter().map(line_of).collect::<Vec<_>>(),
        });
        let now = Instant::now();
        let sent_at = self.last.take().map(|(at, _)| at);
        if sent_at.is_some_and(|at| now.duration_since(at) < REPORT_INTERVAL) {
            self.last = sent_at.map(|at| (at, Some(report)));
        } else {
            self.events.send(&report);
            self.last = Some((now, None));
        }
    }

    /// Sends the report that was held back, and the end of the answer.
    fn close(&mut self, error: Option<String>) {
        if let Some((_, Some(report))) = self.last.take() {
            self.events.send(&report);
        }
        self.events.send(&json!({ "done": true, "error": error }));
    }
}
