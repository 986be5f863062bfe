//! The lines of play an ambiguous capture leaves possible, followed until the game settles them.

use crate::board::{Move, Position};

/// One reading: the moves since the doubt began and the position they lead to.
#[derive(Clone, Debug)]
struct Line {
    position: Position,
    moves: Vec<Move>,
}

/// The readings still possible; empty when there is no doubt.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    lines: Vec<Line>,
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
        self.plies = 0;
        self.overflows = false;
        self.merged = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The first move of each line.
    pub(super) fn first_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.lines.iter().filter_map(|line| line.moves.first().copied())
    }

    /// Begins at a position, with the element of the text that is to be played first.
    pub(super) fn start(&mut self, position: Position, element: usize) {
        self.clear();
        self.since = element;
        self.lines.push(Line { position, moves: Vec::new() });
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
    pub(super) fn only_line(&mut self) -> Option<Vec<Move>> {
        match self.lines.as_mut_slice() {
            [line] => Some(std::mem::take(&mut line.moves)),
            _ => None,
        }
    }

    /// Plays one ply on every line; lines without a legal move fall away. If all do, nothing changes.
    pub(super) fn advance(&mut self, mut moves: impl FnMut(&Position) -> Vec<Move>) -> bool {
        let mut next: Vec<Line> = Vec::new();
        for line in &self.lines {
            for mv in moves(&line.position) {
                let position = line.position.succ(mv);
                if next.iter().any(|other| other.position == position) {
                    self.merged = true;
                    continue;
                }
                if next.len() == Candidates::LIMIT {
                    self.overflows = true;
                    break;
                }
                let mut moves = line.moves.clone();
                moves.push(mv);
                next.push(Line { position, moves });
            }
        }
        if next.is_empty() {
            return false;
        }
        self.lines = next;
        self.plies += 1;
        true
    }
}
