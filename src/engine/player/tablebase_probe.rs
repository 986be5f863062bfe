//! Endgame tables as the engine's tablebase, shared by all searches.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::board::Position;
use crate::search::{Probe, TablebaseValue};
use crate::tablebase::{
    DISTANCE_PIECES, Kind, MaterialKey, Stop, TableValue, Tables, TablesError, Watch, Wdl, folder,
    is_made, make_on_first_use,
};

/// Tables in memory; clones share them.
#[derive(Clone, Debug)]
pub struct Endgame {
    tables: Arc<Tables>,
    /// Positions of more pieces have no value.
    most_pieces: u32,
}

/// The same tables in memory.
impl PartialEq for Endgame {
    fn eq(&self, other: &Endgame) -> bool {
        Arc::ptr_eq(&self.tables, &other.tables) && self.most_pieces == other.most_pieces
    }
}

impl Eq for Endgame {}

impl Endgame {
    /// Reads the tables of a folder. The notes say which are missing; positions that lead to a missing one are searched.
    ///
    /// # Errors
    /// A folder without tables, or a table that is damaged, cut short or cannot be read.
    pub fn open(folder: &Path) -> Result<(Endgame, Vec<String>), TablesError> {
        let (tables, notes) = Tables::open(folder)?;
        Ok((Endgame::of(Arc::new(tables)), notes))
    }

    /// These tables.
    #[must_use]
    pub fn of(tables: Arc<Tables>) -> Endgame {
        Endgame { tables, most_pieces: u32::MAX }
    }

    /// The same tables without those of more pieces than these.
    #[must_use]
    pub fn limited(self, most_pieces: u32) -> Endgame {
        Endgame { most_pieces, ..self }
    }

    /// Whether the tables of a name are made, or the folder holds something else: then [`Endgame::open_or_make`] makes none.
    ///
    /// # Errors
    /// No cache directory is known, or a folder that cannot be read.
    pub fn is_made(name: &Path) -> Result<bool, TablesError> {
        is_made(&folder(name)?)
    }

    /// Reads the tables of a folder, or of the user's own if the name is `auto`; where there are none, those of two to four pieces
    /// are made first.
    ///
    /// # Errors
    /// As [`Endgame::open`], a folder that cannot be written, and that `stop` says so.
    pub fn open_or_make(
        name: &Path,
        threads: usize,
        watch: &mut Watch<'_>,
        stop: &Stop<'_>,
    ) -> Result<(Endgame, Vec<String>), TablesError> {
        let folder = folder(name)?;
        make_on_first_use(&folder, threads, watch, stop)?;
        Endgame::open(&folder)
    }

    /// The most pieces of a position that can have a value.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.tables.pieces().min(self.most_pieces)
    }

    /// What results depend on, for the settings of a run: the number of pieces of whole tables, or an object that names those that are
    /// missing of this number of pieces, and those without distances where distances are usual.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let pieces = self.pieces();
        let keys = || (2..=pieces).flat_map(MaterialKey::all);
        let named = |is_chosen: &dyn Fn(Option<Kind>, MaterialKey) -> bool| -> Vec<String> {
            let chosen = keys().filter(|key| is_chosen(self.tables.kind(*key), *key));
            chosen.map(|key| key.to_string()).collect()
        };
        let missing = named(&|kind, _| kind.is_none());
        let verdicts =
            named(&|kind, key| kind == Some(Kind::Verdicts) && key.pieces() <= DISTANCE_PIECES);
        if missing.is_empty() && verdicts.is_empty() {
            return pieces.into();
        }
        json!({ "pieces": pieces, "missing": missing, "verdicts": verdicts })
    }

    /// How a position ends for the side to move, if a table covers it; draw rules that count moves are left out.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<TableValue> {
        let is_within = position.occupied().len() <= self.most_pieces;
        is_within.then(|| self.tables.outcome(position)).flatten()
    }

    /// The tables themselves.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The tables as the search probes them.
    #[must_use]
    pub fn probe(&self) -> Arc<dyn Probe> {
        Arc::new(TablebaseProbe(self.clone()))
    }
}

#[derive(Debug)]
struct TablebaseProbe(Endgame);

impl Probe for TablebaseProbe {
    fn pieces(&self) -> u32 {
        self.0.pieces()
    }

    fn probe(&self, position: &Position) -> Option<TablebaseValue> {
        let TableValue { verdict, distance } = self.0.outcome(position)?;
        let plies = distance.map(|distance| distance.plies());
        Some(match verdict {
            Wdl::Win => TablebaseValue::Win(plies),
            Wdl::Draw => TablebaseValue::Draw,
            Wdl::Loss => TablebaseValue::Loss(plies),
        })
    }
}
