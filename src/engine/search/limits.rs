//! When a search ends: its limits, the stop flag, and the check at every node.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::time::{Duration, Instant};

use super::depth::Depth;

/// The limits of one search; whichever is reached first ends it. None at all: it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Nodes visited, by all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// No new iteration begins after this; stretched while the best move changes, shrunk while it stays.
    pub soft: Option<Duration>,
    /// The search ends here, whatever it is doing.
    pub hard: Option<Duration>,
    /// Time is counted in nodes, this number a second.
    pub node_rate: Option<NonZeroU64>,
}

const RUNNING: u8 = 0;
const PONDERING: u8 = 1;
const STOPPED: u8 = 2;

/// A switch that ends a search from another thread; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    /// A switch that lets the search run.
    #[must_use]
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Ends the search within milliseconds.
    pub fn stop(&self) {
        self.0.store(STOPPED, SeqCst);
    }

    /// Lets the next search run.
    pub fn reset(&self) {
        self.0.store(RUNNING, SeqCst);
    }

    /// Lets the next search run on the opponent's time: its clock is stopped until [`StopFlag::ponder_hit`].
    pub fn start_pondering(&self) {
        self.0.store(PONDERING, SeqCst);
    }

    /// The opponent played the expected move: the clock of a pondering search starts now. A stopped one stays stopped.
    pub fn ponder_hit(&self) {
        let _ = self.0.compare_exchange(PONDERING, RUNNING, SeqCst, SeqCst);
    }

    /// Whether the search is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(SeqCst) == STOPPED
    }

    /// Whether time does not count yet.
    pub(crate) fn is_pondering(&self) -> bool {
        self.0.load(SeqCst) == PONDERING
    }
}

/// The search ends now; the value of its node is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The nodes of the threads that search together; each adds its own from time to time.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeCounter(Arc<AtomicU64>);

/// Counts nodes and looks at the clock and the switch from time to time.
#[derive(Clone, Debug)]
pub(super) struct LimitChecker {
    nodes: u64,
    counter: NodeCounter,
    /// The counter when the search began.
    base: u64,
    /// Own nodes that are in the counter.
    reported: u64,
    /// The node count of the next check.
    next_check: u64,
    limits: Limits,
    stop: StopFlag,
    began: Instant,
    /// When time began to count: later than `began` after pondering.
    clock: Instant,
}

/// Nodes between two checks: half a millisecond at the slowest evaluation.
const CHECK_INTERVAL: u64 = 1024;

impl LimitChecker {
    pub(super) fn start(limits: Limits, stop: StopFlag, counter: &NodeCounter) -> LimitChecker {
        let now = Instant::now();
        let base = counter.0.load(Relaxed);
        let counter = counter.clone();
        let mut checker = LimitChecker {
            nodes: 0,
            counter,
            base,
            reported: 0,
            next_check: 0,
            limits,
            stop,
            began: now,
            clock: now,
        };
        checker.set_next_check();
        checker
    }

    fn set_next_check(&mut self) {
        // Near a node limit the checks are closer, so that a search on one thread ends at exactly this count.
        let left =
            self.limits.nodes.map_or(CHECK_INTERVAL, |limit| limit.saturating_sub(self.nodes()));
        self.next_check = self.nodes + left.min(CHECK_INTERVAL);
    }

    /// Nodes visited since the search began, by all threads as far as they have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes - self.reported + self.counter.0.load(Relaxed) - self.base
    }

    /// Time since the search began, pondering included.
    pub(super) fn elapsed(&self) -> Duration {
        self.time_since(self.began)
    }

    fn time_since(&self, began: Instant) -> Duration {
        match self.limits.node_rate {
            Some(rate) => Duration::from_secs_f64(self.nodes() as f64 / rate.get() as f64),
            None => began.elapsed(),
        }
    }

    /// Counts a node, if the search may visit one more.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.counter.0.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
        self.set_next_check();
        if self.is_over(self.limits.hard) { Err(Stopped) } else { Ok(()) }
    }

    /// Whether another iteration may begin, when the soft limit is stretched by this factor.
    pub(super) fn allows_iteration(&mut self, stretch: f64) -> bool {
        let soft = self.limits.soft.map(|soft| soft.mul_f64(stretch));
        !self.is_over(soft) && !self.is_over(self.limits.hard)
    }

    fn is_over(&mut self, time: Option<Duration>) -> bool {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes() >= limit);
        out_of_nodes || self.stop.is_stopped() || self.is_late(time)
    }

    fn is_late(&mut self, limit: Option<Duration>) -> bool {
        if self.stop.is_pondering() {
            self.clock = Instant::now();
            return false;
        }
        limit.is_some_and(|limit| self.time_since(self.clock) >= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes_allowed(limits: Limits, stop: &StopFlag) -> u64 {
        let mut checker = LimitChecker::start(limits, stop.clone(), &NodeCounter::default());
        while checker.count().is_ok() {}
        checker.nodes()
    }

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [0, 1, 1000, 1024, 1025, 5000] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            assert_eq!(nodes_allowed(limits, &StopFlag::new()), limit);
        }
    }

    #[test]
    fn a_stopped_search_ends_at_the_next_look() {
        let stop = StopFlag::new();
        stop.stop();
        assert!(nodes_allowed(Limits::default(), &stop) <= CHECK_INTERVAL);
    }

    #[test]
    fn a_time_limit_ends_the_search() {
        let limits = Limits { hard: Some(Duration::from_millis(3)), ..Limits::default() };
        let began = Instant::now();
        assert!(nodes_allowed(limits, &StopFlag::new()) > 0);
        assert!(began.elapsed() >= Duration::from_millis(3));
    }

    #[test]
    fn a_clock_of_nodes_ends_the_search_at_the_next_check() {
        let hard = Some(Duration::from_secs(2));
        let limits = Limits { hard, node_rate: NonZeroU64::new(3_000), ..Limits::default() };
        let nodes = nodes_allowed(limits, &StopFlag::new());
        assert!((6_000..6_000 + CHECK_INTERVAL).contains(&nodes), "{nodes}");
    }

    #[test]
    fn no_time_passes_while_pondering() {
        let stop = StopFlag::new();
        stop.start_pondering();
        let limits =
            Limits { hard: Some(Duration::ZERO), soft: Some(Duration::ZERO), ..Limits::default() };
        let mut checker = LimitChecker::start(limits, stop.clone(), &NodeCounter::default());
        for _ in 0..10 * CHECK_INTERVAL {
            assert_eq!(checker.count(), Ok(()));
        }
        assert!(checker.allows_iteration(1.0));
        stop.ponder_hit();
        assert!(!checker.allows_iteration(1.0));
        stop.stop();
        stop.ponder_hit();
        assert!(stop.is_stopped());
    }
}
