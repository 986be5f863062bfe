//! The value of every legal move of a position, and the best line to the end.

use std::cmp::Reverse;

use super::tables::Tables;
use super::value::{Code, TableValue};
use crate::board::{Move, MoveList, Position};

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it, the move itself among the plies; none where a table is missing.
    pub value: Option<TableValue>,
}

impl Tables {
    /// The legal moves with their values, the best first: the shortest win, draws, the longest loss. Moves without a value are the last.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<TableMove> {
        let mut legal: Vec<Move> = MoveList::legal(position).into_iter().collect();
        legal.sort_unstable();
        let value = |mv: Move| {
            let (code, is_exact) = self.code(&position.succ(mv))?;
            Some((code.backed_up(), is_exact))
        };
        let mut moves: Vec<_> = legal.into_iter().map(|mv| (mv, value(mv))).collect();
        moves.sort_by_key(|(_, value)| Reverse(value.map(|(code, _)| code.rank())));
        let table_move = |(mv, value): (Move, Option<(Code, bool)>)| {
            let value = value.map(|(code, is_exact)| code.outcome(is_exact));
            TableMove { mv, value }
        };
        moves.into_iter().map(table_move).collect()
    }

    /// The moves of a won or lost game to its end, both sides playing their best; empty for a draw and where no distance is stored.
    #[must_use]
    pub fn best_line(&self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (*position, Vec::new());
        while self.distance(&position).is_some() {
            let Some(best) = self.moves(&position).first().copied() else { break };
            line.push(best.mv);
            position = position.succ(best.mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::tablebase::{BuildRequest, Wdl, build};

    #[test]
    fn moves_agree_with_the_position_and_the_best_line_is_as_long_as_it_says() {
        let dir = tempfile::tempdir().expect("a folder");
        let order = BuildRequest { dir: dir.path().into(), pieces: 3, distances: true, threads: 1 };
        build(&order, &mut |_| {}, &|| false).expect("built");
        let (tables, _) = Tables::open(dir.path()).expect("opened");
        for (text, verdict) in [
            ("W:WK5:BK46", Wdl::Loss),
            ("B:W32:B28", Wdl::Win),
            ("W:W7:B35", Wdl::Win),
            ("W:WK1,K2:BK50", Wdl::Draw),
            ("W:WK26,31:B16", Wdl::Win),
        ] {
            let position = fen::read(text).expect(text);
            let value = tables.outcome(&position).expect(text);
            let moves = tables.moves(&position);
            assert_eq!(moves.len(), MoveList::legal(&position).len(), "{text}");
            assert_eq!((moves[0].value, value.verdict), (Some(value), verdict), "{text}");
            let line = tables.best_line(&position);
            let plies = value.distance.map_or(0, |distance| distance.plies() as usize);
            assert_eq!(line.len(), plies, "{text}: {line:?}");
            let end = line.iter().fold(position, |position, &mv| position.succ(mv));
            assert!(verdict == Wdl::Draw || !end.has_moves(), "{text}");
        }
        // More pieces than the tables have: every move is there, without a value.
        let moves = tables.moves(&Position::start());
        assert!(moves.len() == 9 && moves.iter().all(|one| one.value.is_none()));
    }
}
