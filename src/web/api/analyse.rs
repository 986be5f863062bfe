//! The best lines of a position, told while the search deepens.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::position_query::{GamePoint, PositionQuery};
use super::score::{line, told};
use crate::engine::{Budget, Endgame, Engine, MultiPvLine, StopFlag};
use crate::error::WebError;
use crate::events::Events;

/// The most lines side by side.
const MOST_LINES: usize = 5;
/// Between two reports; the last one is always told.
const PAUSE: Duration = Duration::from_millis(100);

/// A position to be searched.
#[derive(Debug, Deserialize)]
pub(super) struct AnalyseQuery {
    at: PositionQuery,
    #[serde(default)]
    net: Option<String>,
    #[serde(default = "one")]
    lines: usize,
    /// For a hint; without a limit the search goes on until the page has gone or asks something else.
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    ms: Option<u32>,
}

fn one() -> usize {
    1
}

/// Searches, and tells every depth.
pub(super) fn analyse(
    bench: &EnginePool,
    asked: &AnalyseQuery,
    events: &dyn Events,
) -> Result<(), WebError> {
    let (place, net) = (asked.at.place()?.playable()?, bench.net(asked.net.as_deref())?);
    let count = asked.lines.clamp(1, MOST_LINES);
    let time = asked.ms.map(|ms| Duration::from_millis(ms.into()));
    let budget = Budget { nodes: asked.nodes, time, ..Budget::INFINITE };
    let known = known(bench, &place);
    let number = bench.number();
    let mut teller =
        ProgressThrottle { events, place: &place, known, last: None, began: Instant::now() };
    let stop = events.stop();
    let done = bench.search(net, number, stop, |engine| {
        search(engine, &place, count, &budget, stop, &mut |lines, nodes| {
            teller.tell(lines, nodes);
        });
    });
    teller.close(done.err().map(|error| error.to_string()));
    Ok(())
}

/// What the tables say of the position, for the side to move.
fn known(bench: &EnginePool, place: &GamePoint) -> Option<String> {
    let tables = bench.options().endgame.as_ref()?;
    Endgame::outcome(tables, place.position()).map(|outcome| outcome.to_string())
}

/// One line is an ordinary search; several are searched side by side.
fn search(
    engine: &mut Engine,
    place: &GamePoint,
    count: usize,
    budget: &Budget,
    stop: &StopFlag,
    report: &mut dyn FnMut(&[MultiPvLine], u64),
) {
    if count > 1 {
        engine.lines(&place.game, count, budget, stop, report);
        return;
    }
    engine.analyse(&place.game, budget, stop, &mut |found| {
        let line =
            MultiPvLine { score: found.score, depth: found.depth, moves: found.line.to_vec() };
        report(&[line], found.nodes);
    });
}

/// Tells the page, but not more often than it can show.
struct ProgressThrottle<'a> {
    events: &'a dyn Events,
    place: &'a GamePoint,
    known: Option<String>,
    last: Option<(Instant, Option<Value>)>,
    began: Instant,
}

impl ProgressThrottle<'_> {
    fn tell(&mut self, lines: &[MultiPvLine], nodes: u64) {
        let position = self.place.position();
        let told_line = |found: &MultiPvLine| {
            json!({
                "depth": found.depth.plies(),
                "score": told(found.score, position.turn()),
                "line": line(position, &found.moves),
            })
        };
        let report = json!({
            "depth": lines.first().map(|line| line.depth.plies()),
            "nodes": nodes,
            "ms": self.began.elapsed().as_millis() as u64,
            "table": self.known,
            "lines": lines.iter().map(told_line).collect::<Vec<_>>(),
        });
        let now = Instant::now();
        let told_at = self.last.take().map(|(at, _)| at);
        if told_at.is_some_and(|at| now.duration_since(at) < PAUSE) {
            self.last = told_at.map(|at| (at, Some(report)));
        } else {
            self.events.send(&report);
            self.last = Some((now, None));
        }
    }

    /// Tells what was held back, and that this is all.
    fn close(&mut self, error: Option<String>) {
        if let Some((_, Some(report))) = self.last.take() {
            self.events.send(&report);
        }
        self.events.send(&json!({ "done": true, "error": error }));
    }
}
