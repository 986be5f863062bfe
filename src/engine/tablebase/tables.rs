//! The tables of a folder, unpacked in memory: the value of a position in a tenth of a microsecond, for many threads at once.

use std::cell::RefCell;
use std::path::Path;

use super::error::TablesError;
use super::file;
use super::material_key::{MAX_PIECES, MaterialKey, SLOTS};
use super::table::{Kind, Table};
use super::value::{Code, Distance, TableValue, Wdl};
use crate::board::{Color, MoveList, Position, captures};
use crate::pool::in_pool;

/// Endgame tables. Share them by `Arc`: nothing changes after [`Tables::open`], and no look-up waits for another.
#[derive(Debug)]
pub struct Tables {
    slots: Vec<Option<Table>>,
    pieces: u32,
}

thread_local! {
    /// Lists for captures, one for each capture of a line: looking up allocates nothing once they have grown.
    static LISTS: RefCell<Vec<MoveList>> = const { RefCell::new(Vec::new()) };
}

impl Tables {
    /// No table yet; positions of `pieces` pieces can have a value by their captures.
    pub(super) fn empty(pieces: u32) -> Tables {
        Tables { slots: (0..SLOTS).map(|_| None).collect(), pieces }
    }

    /// Reads every table of a folder. The notes say which are missing of the numbers of pieces that are there: positions that
    /// lead to a missing table have no value.
    ///
    /// # Errors
    /// A folder without tables, or a table that is damaged, cut short, of another version or cannot be read.
    pub fn open(dir: &Path) -> Result<(Tables, Vec<String>), TablesError> {
        let tables = in_pool(|| Tables::read(dir))?;
        if tables.pieces == 0 {
            return Err(TablesError::Empty { dir: dir.to_path_buf() });
        }
        let notes =
            (2..=tables.pieces).filter_map(|pieces| tables.missing_note(pieces, dir)).collect();
        Ok((tables, notes))
    }

    fn read(dir: &Path) -> Result<Tables, TablesError> {
        let mut tables = Tables::empty(0);
        for key in (2..=MAX_PIECES).flat_map(MaterialKey::all) {
            if let Some(table) = file::read(dir, key)? {
                tables.insert(table);
            }
        }
        Ok(tables)
    }

    pub(super) fn insert(&mut self, table: Table) {
        let key = table.index().key();
        self.pieces = self.pieces.max(key.pieces());
        self.slots[key.slot()] = Some(table);
    }

    /// A note about missing tables of `pieces` pieces.
    fn missing_note(&self, pieces: u32, dir: &Path) -> Option<String> {
        const NAMED: usize = 4;
        let all = MaterialKey::all(pieces);
        let missing: Vec<String> =
            all.iter().filter(|key| !self.holds(**key)).map(MaterialKey::to_string).collect();
        let named = missing.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > NAMED { " …" } else { "" };
        (!missing.is_empty()).then(|| {
            format!(
                "{} of {} tables of {pieces} pieces are missing ({named}{more}); `draughts-td endgame build {} --pieces {}` makes them",
                missing.len(),
                all.len(),
                dir.display(),
                self.pieces
            )
        })
    }

    fn table(&self, key: MaterialKey) -> Option<&Table> {
        self.slots[key.slot()].as_ref()
    }

    /// Whether there is a table of this key.
    #[must_use]
    pub fn holds(&self, key: MaterialKey) -> bool {
        self.table(key).is_some()
    }

    /// The kind of a slice's table; `None` if it is missing.
    #[must_use]
    pub fn kind(&self, key: MaterialKey) -> Option<Kind> {
        self.table(key).map(Table::kind)
    }

    /// How many tables there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// The most pieces of a position that can have a value.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Won, drawn or lost for the side to move; `None` if no table covers the position. Counting draw rules are left out.
    ///
    /// Tables are asked for positions without a capture; where the side to move must capture, its captures are searched to the end.
    #[inline]
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Wdl> {
        self.code(position).map(|(code, _)| code.verdict())
    }

    /// The plies to the end of a won or lost position; `None` for a draw, for a position no table covers, and where only verdicts
    /// are stored.
    #[inline]
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<Distance> {
        self.outcome(position)?.distance
    }

    /// Verdict and distance in one look.
    #[inline]
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<TableValue> {
        self.code(position).map(|(code, is_exact)| code.outcome(is_exact))
    }

    /// The value, and whether its distance can be relied on.
    #[inline]
    pub(super) fn code(&self, position: &Position) -> Option<(Code, bool)> {
        if position.occupied().len() > self.pieces {
            return None;
        }
        match position.turn() {
            Color::White => self.code_for_white(position),
            Color::Black => self.code_for_white(&position.mirrored()),
        }
    }

    fn code_for_white(&self, position: &Position) -> Option<(Code, bool)> {
        if position.must_capture() {
            return self.code_after_captures(position);
        }
        match MaterialKey::of(position) {
            Some(key) => {
                let table = self.table(key)?;
                Some((table.code(position), table.kind() == Kind::Distances))
            }
            // A side without pieces has lost; if it is the opponent, he loses when he has to move.
            None if position.pieces(Color::White).is_empty() => Some((Code::LOSS, true)),
            None if position.pieces(Color::Black).is_empty() => Some((Code::WIN, true)),
            None => None,
        }
    }

    /// The best that a capture comes to. A missing table does not matter beside a win.
    fn code_after_captures(&self, position: &Position) -> Option<(Code, bool)> {
        let mut list = LISTS.with_borrow_mut(Vec::pop).unwrap_or_default();
        captures(position, &mut list);
        let values = list.into_iter().map(|mv| self.code(&position.succ(mv)));
        let best = values.fold(Best::default(), Best::with);
        LISTS.with_borrow_mut(|lists| lists.push(list));
        best.value()
    }
}

/// The best of several moves.
#[derive(Default)]
struct Best {
    code: Option<Code>,
    /// A move has a distance that cannot be relied on.
    is_vague: bool,
    /// A move has no value.
    is_open: bool,
}

impl Best {
    fn with(mut self, next: Option<(Code, bool)>) -> Best {
        match next {
            Some((code, is_exact)) => {
                let code = code.backed_up();
                let best = self.code.filter(|best| best.rank() >= code.rank());
                self.code = Some(best.unwrap_or(code));
                self.is_vague |= !is_exact;
            }
            None => self.is_open = true,
        }
        self
    }

    fn value(self) -> Option<(Code, bool)> {
        let code = self.code?;
        let known = !self.is_open || code.verdict() == Wdl::Win;
        known.then_some((code, !self.is_vague && !self.is_open))
    }
}
