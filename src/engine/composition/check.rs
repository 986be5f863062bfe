//! The moves of the solver, each with its value: which of them win.

use std::collections::HashSet;

use super::composition::Composition;
use super::proof_search::ProofSearch;
use super::report::{CheckReport, Finding, FindingKind};
use crate::board::{Move, MoveList, Position};
use crate::player::{Budget, Endgame, Engine, GameState, Score, StopFlag};

/// The share of the nodes that alpha-beta has before the proof-number search begins.
const ALPHA_BETA_SHARE: u64 = 4;

/// The longest line of a finding in plies.
const LONGEST_LINE: usize = 60;

/// The moves of the solver after which a line may still come back to the solution.
const LONGEST_ORDER: usize = 3;

/// What is no fault though a second move wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Duals in the solver's last move of the stated solution.
    pub last_move: bool,
    /// Another order of the same moves: after every reply the solver can come back to a position of the stated solution.
    pub order: bool,
}

/// Checks compositions, one after the other.
#[derive(Debug)]
pub struct Checker {
    /// The engine that looks for wins by alpha-beta; the tables are those of its options.
    pub engine: Engine,
    /// Endgame tables, exact where they apply.
    pub tables: Option<Endgame>,
    /// The most nodes for the question whether a move wins.
    pub nodes: u64,
    /// What is no fault.
    pub allowed: Allowed,
    /// Ends the check.
    pub stop: StopFlag,
}

/// A legal move, and whether it wins.
struct Valued {
    mv: Move,
    wins: Option<bool>,
    /// What follows the move: the line to the win, or the refutation.
    line: Vec<Move>,
}

impl Checker {
    /// Checks a composition; `None` if it was stopped.
    #[must_use]
    pub fn check(&mut self, composition: &Composition) -> Option<CheckReport> {
        let Composition { position, solution } = composition;
        let (stop, tables) = (self.stop.clone(), self.tables.clone());
        let tables = tables.as_ref().map(Endgame::tables);
        let mut check = Check {
            proofs: ProofSearch::new(position.turn(), tables, &stop),
            positions: position.along(solution),
            checker: self,
            nodes: 0,
        };
        let mut findings = Vec::new();
        let mut found = solution.clone();
        if solution.is_empty() {
            let valued = check.value_all(position)?;
            (found, findings) = first_moves(*position, valued);
        }
        // From the end: the proofs of later positions shorten those of earlier ones.
        let mut by_ply = Vec::new();
        for ply in (0..solution.len()).step_by(2).rev() {
            by_ply.push((ply, check.value_all(&check.positions[ply].clone())?));
        }
        let mut is_won = false;
        for (ply, mut valued) in by_ply.into_iter().rev() {
            if is_won {
                complete(&mut valued);
            }
            is_won = valued.iter().any(|one| one.mv == solution[ply] && one.wins == Some(true));
            let is_last = ply + 2 >= solution.len();
            findings.extend(check.faults(ply, solution[ply], is_last, valued));
        }
        let nodes = check.nodes + check.proofs.nodes();
        Some(CheckReport::of(*position, found, findings, nodes))
    }
}

/// In a won position some move wins: the only one that is left.
fn complete(valued: &mut [Valued]) {
    let mut left: Vec<&mut Valued> =
        valued.iter_mut().filter(|one| one.wins != Some(false)).collect();
    if let [only] = &mut left[..] {
        only.wins = Some(true);
    }
}

/// The findings where no solution is stated, with the only move that wins and its line.
fn first_moves(position: Position, valued: Vec<Valued>) -> (Vec<Move>, Vec<Finding>) {
    let wins = valued.iter().filter(|one| one.wins == Some(true)).count();
    let is_open = valued.iter().any(|one| one.wins.is_none());
    let (mut solution, mut findings) = (Vec::new(), Vec::new());
    let finding = |kind, line| Finding { kind, ply: 1, position, line };
    for Valued { mv, wins: value, line } in valued {
        let line = [vec![mv], line].concat();
        match value {
            None => findings.push(finding(FindingKind::Open, line)),
            Some(true) if wins > 1 => findings.push(finding(FindingKind::Cook, line)),
            Some(true) => solution = line,
            Some(false) => {}
        }
    }
    if wins == 0 && !is_open {
        findings.push(finding(FindingKind::NoSolution, Vec::new()));
    }
    (solution, findings)
}

/// One composition while it is checked.
struct Check<'a> {
    checker: &'a mut Checker,
    proofs: ProofSearch<'a>,
    /// The positions of the stated solution.
    positions: Vec<Position>,
    /// Nodes of alpha-beta.
    nodes: u64,
}

impl Check<'_> {
    /// Every legal move with its value; `None` if the check was stopped.
    fn value_all(&mut self, position: &Position) -> Option<Vec<Valued>> {
        let moves = MoveList::legal(position);
        moves.into_iter().map(|mv| self.value(position, mv)).collect()
    }

    fn value(&mut self, position: &Position, mv: Move) -> Option<Valued> {
        let next = position.succ(mv);
        let (wins, line) = match self.proofs.known(&next) {
            Some(wins) => (Some(wins), None),
            None => self.search(&next),
        };
        if self.checker.stop.is_stopped() {
            return None;
        }
        let line = match wins {
            Some(true) => line.unwrap_or_else(|| self.line(&next)),
            Some(false) => line.unwrap_or_else(|| self.refutation(&next)),
            None => Vec::new(),
        };
        Some(Valued { mv, wins, line })
    }

    /// Whether the solver wins with the opponent to move, and the line of alpha-beta if it is its proof.
    fn search(&mut self, position: &Position) -> (Option<bool>, Option<Vec<Move>>) {
        let Checker { engine, nodes, stop, .. } = self.checker;
        let share = (*nodes / ALPHA_BETA_SHARE).max(1);
        let game = GameState::new(*position);
        if let Some(choice) = engine.analyse(&game, &Budget::of_nodes(share), stop, &mut |_| {}) {
            self.nodes += choice.nodes;
            if choice.score.is_known() {
                let wins = choice.score < Score::DRAW;
                return (Some(wins), Some(choice.line));
            }
        }
        let rest = self.checker.nodes.saturating_sub(share);
        (self.proofs.wins(position, rest), None)
    }

    /// The moves from a won position with the opponent to move, who resists longest, as far as they are known.
    fn line(&self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (*position, Vec::new());
        let mut seen = HashSet::new();
        while line.len() < LONGEST_LINE && seen.insert(position) {
            if let Some(endgame) = &self.checker.tables
                && endgame.outcome(&position).is_some()
            {
                line.extend(endgame.tables().best_line(&position));
                break;
            }
            let moves = MoveList::legal(&position);
            let won = moves.into_iter().map(|mv| (mv, position.succ(mv)));
            let won = won.filter(|(_, next)| self.proofs.known(next) == Some(true));
            // The defender's reply that was hardest to refute; the solver's move that was easiest to prove.
            let work = |(_, next): &(Move, Position)| self.proofs.work(next);
            let best =
                if line.len() % 2 == 0 { won.max_by_key(work) } else { won.min_by_key(work) };
            let Some((mv, next)) = best else { break };
            line.push(mv);
            position = next;
        }
        line.truncate(LONGEST_LINE);
        line
    }

    /// What is the matter at one of the solver's moves.
    fn faults(&self, ply: usize, stated: Move, is_last: bool, valued: Vec<Valued>) -> Vec<Finding> {
        let position = self.positions[ply];
        let allowed = self.checker.allowed;
        let excused = |mv| {
            allowed.last_move && is_last
                || allowed.order && self.comes_back(&position.succ(mv), ply)
        };
        let other = if ply == 0 { FindingKind::Cook } else { FindingKind::Dual };
        let kind = |valued: &Valued| match (valued.mv == stated, valued.wins) {
            (true, Some(true)) | (false, Some(false)) => None,
            (true, Some(false)) => Some(FindingKind::NoSolution),
            (false, None) if allowed.last_move && is_last => None,
            (_, None) => Some(FindingKind::Open),
            (false, Some(true)) if excused(valued.mv) => Some(FindingKind::Allowed),
            (false, Some(true)) => Some(other),
        };
        let finding = |valued: Valued| {
            let kind = kind(&valued)?;
            let line = [vec![valued.mv], valued.line].concat();
            Some(Finding { kind, ply: ply + 1, position, line })
        };
        valued.into_iter().filter_map(finding).collect()
    }

    /// The opponent's reply after which the solver does not win, where it is known.
    fn refutation(&self, position: &Position) -> Vec<Move> {
        let fails = |mv: &Move| self.proofs.known(&position.succ(*mv)) == Some(false);
        MoveList::legal(position).into_iter().find(fails).into_iter().collect()
    }

    /// Whether the solver comes back to the solution after ply `ply`, whatever the opponent answers.
    fn comes_back(&self, position: &Position, ply: usize) -> bool {
        let later = &self.positions[ply + 1..];
        let moves = (later.len() / 2).min(LONGEST_ORDER);
        comes_back(position, later, moves)
    }
}

/// With the opponent to move: whether the solver reaches one of the positions within some moves of his own.
fn comes_back(position: &Position, aims: &[Position], moves: usize) -> bool {
    let next = |position: &Position| -> Vec<Position> {
        MoveList::legal(position).into_iter().map(|mv| position.succ(mv)).collect()
    };
    let after = |reply: &Position| {
        aims.contains(reply)
            || moves > 0 && next(reply).iter().any(|reply| comes_back(reply, aims, moves - 1))
    };
    let replies = next(position);
    aims.contains(position) || !replies.is_empty() && replies.iter().all(after)
}
