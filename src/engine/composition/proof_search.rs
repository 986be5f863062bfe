//! Depth-first proof-number search (df-pn: Nagai 2002), with the maximum of the numbers of the replies in place of their sum, so that
//! transpositions do not count many times (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida 2008).
//!
//! The question is whether one side, the attacker, forces its opponent to be without a move. A position that repeats on the path is no
//! success for the attacker. A win that is found so needs no repetition, and is true whatever was played before. That the attacker fails
//! may depend on the path (the graph-history interaction problem). So it counts only once it has a certificate: a set of positions, the
//! root among them, from which the attacker has no way out. With the attacker to move all replies are in the set, with the defender to
//! move one is. Where the certificate has a hole, the search is made again from there.

use std::collections::HashSet;

use super::proof_table::{NEVER, Numbers, ProofEntry, ProofTable};
use crate::board::{Color, Move, MoveList, Position};
use crate::search::StopFlag;
use crate::tablebase::{Tables, Wdl};

/// The longest path in plies; what is deeper counts as a failure of the attacker until a search begins there.
const LONGEST_PATH: usize = 300;

/// The search ended before the answer.
struct Ended;

/// Searches for proofs of one side's wins; it remembers from one question to the next.
pub(super) struct ProofSearch<'a> {
    attacker: Color,
    tables: Option<&'a Tables>,
    stop: &'a StopFlag,
    table: ProofTable,
    path: Vec<Position>,
    nodes: u64,
    limit: u64,
}

/// A reply with its numbers.
struct Child {
    position: Position,
    numbers: Numbers,
}

impl<'a> ProofSearch<'a> {
    pub(super) fn new(
        attacker: Color,
        tables: Option<&'a Tables>,
        stop: &'a StopFlag,
    ) -> ProofSearch<'a> {
        let (table, path) = (ProofTable::default(), Vec::new());
        ProofSearch { attacker, tables, stop, table, path, nodes: 0, limit: 0 }
    }

    /// All nodes since the beginning.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker wins; `None` where it is not known after this many more nodes.
    pub(super) fn wins(&mut self, position: &Position, nodes: u64) -> Option<bool> {
        self.limit = self.nodes.saturating_add(nodes);
        loop {
            let wins = self.solve(position).ok()?;
            if wins || self.certify(position).ok()? {
                return Some(wins);
            }
        }
    }

    /// What is known of a position without a search.
    pub(super) fn known(&self, position: &Position) -> Option<bool> {
        let decision = self.leaf(position).or_else(|| self.table.get(position)?.numbers.decision());
        decision.map(|own| own == self.attacks(position))
    }

    /// The nodes that a decision cost.
    pub(super) fn work(&self, position: &Position) -> u32 {
        self.table.get(position).map_or(0, |known| known.work)
    }

    fn attacks(&self, position: &Position) -> bool {
        position.turn() == self.attacker
    }

    /// Whether the side to move reaches its aim, by the rules or the tables: the attacker's aim is to win, the defender's not to lose.
    fn leaf(&self, position: &Position) -> Option<bool> {
        if !position.has_moves() {
            return Some(false);
        }
        let verdict = self.tables?.probe(position)?;
        Some(match self.attacks(position) {
            true => verdict == Wdl::Win,
            false => verdict != Wdl::Loss,
        })
    }

    fn count(&mut self) -> Result<(), Ended> {
        const INTERVAL: u64 = 1024;
        let is_over = self.nodes >= self.limit
            || self.nodes.is_multiple_of(INTERVAL) && self.stop.is_stopped();
        self.nodes += 1;
        if is_over { Err(Ended) } else { Ok(()) }
    }

    /// Searches from here until the attacker wins or fails, as far as the table knows.
    fn solve(&mut self, position: &Position) -> Result<bool, Ended> {
        self.path.clear();
        loop {
            if let Some(wins) = self.known(position) {
                return Ok(wins);
            }
            self.node(position, Numbers { own: NEVER, other: NEVER })?;
        }
    }

    /// Searches a node until one of its numbers reaches its limit.
    fn node(&mut self, position: &Position, limits: Numbers) -> Result<Numbers, Ended> {
        self.count()?;
        let began = self.nodes;
        let mut children = self.children(position);
        loop {
            let numbers = summary(&children);
            if numbers.own >= limits.own || numbers.other >= limits.other {
                let work = u32::try_from(self.nodes - began + 1).unwrap_or(u32::MAX);
                self.table.set(ProofEntry { position: *position, numbers, work });
                return Ok(numbers);
            }
            let (best, limits) = next(&children, limits);
            self.path.push(*position);
            let numbers = self.node(&children[best].position.clone(), limits)?;
            self.path.pop();
            children[best].numbers = numbers;
        }
    }

    fn children(&self, position: &Position) -> Vec<Child> {
        let kings = position.kings(position.turn());
        let is_end = self.path.len() >= LONGEST_PATH;
        let child = |mv: Move| {
            let next = position.succ(mv);
            // Only a king's quiet move can be taken back.
            let repeats =
                kings.contains(mv.from()) && !mv.is_capture() && self.path.contains(&next);
            let numbers = match self.leaf(&next) {
                Some(own) => Numbers::decided(own),
                None if repeats || is_end => Numbers::decided(!self.attacks(&next)),
                None => self.table.get(&next).map_or_else(|| first(&next), |known| known.numbers),
            };
            Child { position: next, numbers }
        };
        MoveList::legal(position).into_iter().map(child).collect()
    }

    /// Whether no way out leads the attacker from here to a win. Where a position is found whose failure has no ground, it is searched
    /// again or forgotten, and the answer is no.
    fn certify(&mut self, root: &Position) -> Result<bool, Ended> {
        let mut seen = HashSet::from([*root]);
        let mut open = vec![*root];
        while let Some(position) = open.pop() {
            self.count()?;
            if self.leaf(&position).is_some() {
                continue;
            }
            let moves = MoveList::legal(&position);
            let mut replies = moves.into_iter().map(|mv| position.succ(mv));
            if self.attacks(&position) {
                for reply in replies {
                    if !seen.contains(&reply)
                        && self.known(&reply) != Some(false)
                        && self.solve(&reply)?
                    {
                        self.table.remove(&position);
                        return Ok(false);
                    }
                    if seen.insert(reply) {
                        open.push(reply);
                    }
                }
            } else {
                let fails =
                    |reply: &Position| seen.contains(reply) || self.known(reply) == Some(false);
                let Some(reply) = replies.find(fails) else {
                    self.table.remove(&position);
                    if self.solve(&position)? {
                        // The moves that lead here are searched anew.
                        return Ok(false);
                    }
                    // The node has just found its reply again.
                    open.push(position);
                    continue;
                };
                if seen.insert(reply) {
                    open.push(reply);
                }
            }
        }
        Ok(true)
    }
}

/// The numbers of a node from those of its replies.
fn summary(children: &[Child]) -> Numbers {
    let own = children.iter().map(|child| child.numbers.other).min().unwrap_or(NEVER);
    let open = children.iter().filter(|child| child.numbers.own > 0);
    let (count, most) =
        open.fold((0_u32, 0), |(count, most), child| (count + 1, most.max(child.numbers.own)));
    let other = if own == 0 { NEVER } else { most.saturating_add(count.saturating_sub(1)) };
    let is_lost = count == 0;
    if is_lost { Numbers::decided(false) } else { Numbers { own, other } }
}

/// The reply to search next, and its limits: so far until it is no longer the best, with a quarter more, so that the search does not
/// change between two all the time.
fn next(children: &[Child], limits: Numbers) -> (usize, Numbers) {
    let mut best = (NEVER, 0);
    let mut second = NEVER;
    for (place, child) in children.iter().enumerate() {
        let number = child.numbers.other;
        if number < best.0 {
            second = best.0;
            best = (number, place);
        } else {
            second = second.min(number);
        }
    }
    let open = children.iter().filter(|child| child.numbers.own > 0).count() as u32;
    let own = match limits.other {
        NEVER => NEVER,
        other => other.saturating_sub(open - 1),
    };
    let other = limits.own.min(second.saturating_add(second / 4).saturating_add(1));
    (best.1, Numbers { own, other })
}

/// The numbers of a new node: the other side must answer each move.
fn first(position: &Position) -> Numbers {
    let moves = position.count_moves(&mut MoveList::new());
    Numbers { own: 1, other: u32::try_from(moves).unwrap_or(1).max(1) }
}
