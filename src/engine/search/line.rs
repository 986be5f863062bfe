//! The principal-variation table: one line per ply.

use super::depth::Ply;
use crate::board::Move;

/// The best line found below each ply of the current path.
#[derive(Clone, Debug)]
pub(super) struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    pub(super) fn new() -> PvTable {
        PvTable { lines: vec![Vec::new(); Ply::MAX.index() + 2] }
    }

    #[inline]
    pub(super) fn clear(&mut self, ply: Ply) {
        self.lines[ply.index()].clear();
    }

    /// The line at `ply` becomes the move and what follows it.
    pub(super) fn set(&mut self, ply: Ply, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply.index() + 1);
        let line = &mut head[ply.index()];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    pub(super) fn root(&self) -> &[Move] {
        &self.lines[0]
    }
}
