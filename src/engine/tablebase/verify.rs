//! Checking tables by the rules: every position against the positions its moves lead to, by the ordinary move generator.

use rayon::prelude::*;

use super::census::Census;
use super::error::TablesError;
use super::index::{Cursor, Index};
use super::material_key::MaterialKey;
use super::table::Kind;
use super::tables::Tables;
use super::value::{Code, TableValue, Wdl};
use crate::board::{MoveList, Position, legal_moves};

/// Places between two checks of the stop flag.
const CHUNK: usize = 1 << 15;

/// Chunks between two reports of progress.
const CHUNKS_PER_REPORT: usize = 64;

/// A position whose stored value differs from the value by its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub position: Position,
    /// The stored value.
    pub stored: TableValue,
    /// The value by its moves; `None` if they lead to a missing table.
    pub found: Option<TableValue>,
}

/// The result of checking a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// All positions by verdict.
    pub census: Census,
    /// Positions that lead to a missing table, so that they cannot be checked, or have no value.
    pub unchecked: u64,
    /// Positions whose value is not what their moves come to.
    pub faults: u64,
    /// The first of them.
    pub first: Option<Fault>,
}

impl Verified {
    fn plus(self, other: Verified) -> Verified {
        Verified {
            census: self.census.plus(other.census),
            unchecked: self.unchecked + other.unchecked,
            faults: self.faults + other.faults,
            first: self.first.or(other.first),
        }
    }
}

/// Checks all positions of a slice, White to move. Each value must follow from the values after its moves. With distances
/// this proves the table, since every win has to come nearer; without them it proves consistency.
///
/// # Errors
/// That `stop` says so.
///
/// # Panics
/// If the tables do not hold the slice.
pub fn verify(
    tables: &Tables,
    key: MaterialKey,
    report: &mut (dyn FnMut(f64) + Send),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Verified, TablesError> {
    let kind = tables.kind(key).expect("the tables hold the slice");
    let index = Index::new(key);
    let chunks: Vec<usize> = (0..index.len()).step_by(CHUNK).collect();
    let mut sum = Verified::default();
    for part in chunks.chunks(CHUNKS_PER_REPORT) {
        report(part[0] as f64 / index.len() as f64);
        let checked = part.par_iter().map(|&from| {
            if stop() {
                return Err(TablesError::Stopped);
            }
            Ok(Check { tables, kind }.chunk(&index, from))
        });
        let checked: Vec<Verified> = checked.collect::<Result<_, _>>()?;
        sum = checked.into_iter().fold(sum, Verified::plus);
    }
    Ok(sum)
}

struct Check<'a> {
    tables: &'a Tables,
    kind: Kind,
}

impl Check<'_> {
    fn chunk(&self, index: &Index, from: usize) -> Verified {
        let (mut cursor, mut list) = (Cursor::new(index), MoveList::new());
        let mut verified = Verified::default();
        let to = (from + CHUNK).min(index.len());
        for position in (from..to).filter_map(|place| cursor.position(place)) {
            self.position(&position, &mut list, &mut verified);
        }
        verified
    }

    fn position(&self, position: &Position, list: &mut MoveList, verified: &mut Verified) {
        let Some((stored, is_exact)) = self.tables.code(position) else {
            verified.unchecked += 1;
            return;
        };
        let is_quiet = !position.must_capture();
        let counted = if self.kind == Kind::Distances { stored } else { stored.without_distance() };
        verified.census.add(counted, is_quiet);
        // A capture position is not stored: the tables have just searched its moves.
        if !is_quiet {
            return;
        }
        // A move may lead into a table without distances: then only win, draw and loss are compared.
        let found = self.best_of_moves(position, list);
        let is_exact = is_exact && found.is_some_and(|(_, is_exact)| is_exact);
        let found = found.map(|(code, _)| code);
        let same = |found: Code| match is_exact {
            true => found == stored,
            false => found.verdict() == stored.verdict(),
        };
        match found {
            Some(found) if same(found) => return,
            Some(_) => verified.faults += 1,
            None => verified.unchecked += 1,
        }
        let fault = Fault {
            position: *position,
            stored: stored.outcome(is_exact),
            found: found.map(|code| code.outcome(is_exact)),
        };
        verified.first = verified.first.or(Some(fault).filter(|fault| fault.found.is_some()));
    }

    /// The value of the best move, and whether its distance can be relied on.
    fn best_of_moves(&self, position: &Position, list: &mut MoveList) -> Option<(Code, bool)> {
        legal_moves(position, list);
        let (mut best, mut are_exact) = (Code::LOSS, true);
        for mv in &*list {
            let (code, is_exact) = self.tables.code(&position.succ(mv))?;
            let code = code.backed_up();
            if self.kind == Kind::Verdicts && code.verdict() == Wdl::Win {
                return Some((Code::WIN, false));
            }
            are_exact &= is_exact || code.verdict() == Wdl::Draw;
            best = if code.rank() > best.rank() { code } else { best };
        }
        Some((best, are_exact))
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Table, pack};
    use super::super::tables::Tables;
    use super::*;
    use crate::board::fen;

    /// Tables of two pieces with all values drawn: what leads to fewer pieces is right, the rest must not pass.
    fn drawn() -> Tables {
        let mut tables = Tables::empty(2);
        for key in MaterialKey::all(2) {
            let content = pack(&vec![Code::DRAW.0; Index::new(key).len()]);
            tables.insert(Table::new(key, Kind::Verdicts, content).expect("a table"));
        }
        tables
    }

    #[test]
    fn a_wrong_value_is_found_and_shown() {
        let key = "1010".parse().expect("a slice");
        let verified = verify(&drawn(), key, &mut |_| {}, &|| false);
        let verified = verified.expect("not stopped");
        assert!(verified.faults > 0);
        let fault = verified.first.expect("the first fault");
        assert_ne!(fault.found, Some(fault.stored), "{fault:?}");
    }

    #[test]
    fn a_blocked_side_that_is_called_drawn_is_a_fault() {
        let tables = drawn();
        let position = fen::read("W:WK46:B41").expect("fen");
        let mut verified = Verified::default();
        let check = Check { tables: &tables, kind: Kind::Verdicts };
        check.position(&position, &mut MoveList::new(), &mut verified);
        assert_eq!((verified.faults, verified.unchecked), (0, 0), "a capture is no look-up");
        let blocked = fen::read("W:W6:B1").expect("fen");
        check.position(&blocked, &mut MoveList::new(), &mut verified);
        assert_eq!(verified.faults, 1, "White has no move and has lost");
    }

    #[test]
    fn a_stop_is_obeyed() {
        let key = "0101".parse().expect("a slice");
        let verified = verify(&drawn(), key, &mut |_| {}, &|| true);
        assert!(matches!(verified, Err(TablesError::Stopped)));
    }
}
