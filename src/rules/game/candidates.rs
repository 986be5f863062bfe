//! The lines of play an ambiguous capture leaves possible, followed until the game settles them.

use crate::board::{Move, Position};

/// One reading: the moves since the doubt began and the position they lead to.
#[derive(Clone, Copy, Debug)]
struct CandidateLine {
    position: Position,
    first: Option<Move>,
    /// Its last move among the steps.
    last: Option<usize>,
}

/// A move and the one before it: lines share their beginnings, or each ply would copy all the moves before it.
#[derive(Clone, Copy, Debug)]
struct MoveNode {
    mv: Move,
    before: Option<usize>,
}

/// The readings still possible; empty when there is no doubt.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    lines: Vec<CandidateLine>,
    next: Vec<CandidateLine>,
    steps: Vec<MoveNode>,
    since: usize,
    plies: usize,
    overflows: bool,
    merged: bool,
}

impl Candidates {
    /// The most lines followed at once.
    pub(super) const LIMIT: usize = 64;

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.steps.clear();
        self.plies = 0;
        self.overflows = false;
        self.merged = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn first_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.lines.iter().filter_map(|line| line.first)
    }

    /// Begins at a position, with the element of the text that is to be played first.
    pub(super) fn start(&mut self, position: Position, element: usize) {
        self.clear();
        self.since = element;
        self.lines.push(CandidateLine { position, first: None, last: None });
    }

    /// The element that began the doubt.
    pub(super) fn since(&self) -> usize {
        self.since
    }

    /// Plies played since then.
    pub(super) fn plies(&self) -> usize {
        self.plies
    }

    /// Whether there was more than one line before the last ply.
    pub(super) fn in_doubt(&self) -> bool {
        self.plies > 0
    }

    pub(super) fn overflows(&self) -> bool {
        self.overflows
    }

    /// Whether two lines came together in one position.
    pub(super) fn has_merged(&self) -> bool {
        self.merged
    }

    pub(super) fn any_position(&self) -> Option<Position> {
        self.lines.first().map(|line| line.position)
    }

    /// The moves, if one line is left.
    pub(super) fn only_line(&self) -> Option<Vec<Move>> {
        let [line] = self.lines.as_slice() else { return None };
        let step = |at: Option<usize>| at.map(|at| self.steps[at]);
        let backwards = std::iter::successors(step(line.last), |last| step(last.before));
        let mut moves: Vec<Move> = backwards.map(|step| step.mv).collect();
        moves.reverse();
        Some(moves)
    }

    /// Plays one ply on every line; lines without a legal move fall away. If all do, nothing changes.
    pub(super) fn advance(&mut self, mut moves: impl FnMut(&Position) -> Vec<Move>) -> bool {
        self.next.clear();
        for line in &self.lines {
            for mv in moves(&line.position) {
                let position = line.position.succ(mv);
                if self.next.iter().any(|other| other.position == position) {
                    self.merged = true;
                    continue;
                }
                if self.next.len() == Candidates::LIMIT {
                    self.overflows = true;
                    break;
                }
                let (first, last) = (line.first.or(Some(mv)), Some(self.steps.len()));
                self.steps.push(MoveNode { mv, before: line.last });
                self.next.push(CandidateLine { position, first, last });
            }
        }
        if self.next.is_empty() {
            return false;
        }
        std::mem::swap(&mut self.lines, &mut self.next);
        self.plies += 1;
        true
    }
}
