//! Builds tables: slice after slice, those before that captures and promotions lead into; each is written once it is solved.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::census::Census;
use super::error::TablesError;
use super::file;
use super::fill_unreachable::fill_unreachable;
use super::index::Index;
use super::material_key::{MAX_PIECES, MaterialKey};
use super::solve::{Solved, Solver, SolverProgress};
use super::table::{Kind, Table, pack};
use super::tables::Tables;
use crate::files;

/// The most pieces of which distances are stored; they take three times the room, and five pieces have 1.6 billion places.
pub const DISTANCE_PIECES: u32 = 4;

/// The most pieces of tables that are made without being asked for by number: they take seconds.
pub const FIRST_PIECES: u32 = 4;

/// What to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildRequest {
    /// The folder of the tables.
    pub dir: PathBuf,
    /// All tables from 2 to this number of pieces.
    pub pieces: u32,
    /// Whether up to [`DISTANCE_PIECES`] pieces have distances.
    pub distances: bool,
    /// Threads to work with. The files do not depend on it.
    pub threads: usize,
}

/// Progress of a build; places are counted over all tables to make.
#[derive(Debug)]
pub enum Event<'a> {
    /// Tables are made on first use.
    FirstUse {
        /// The folder.
        dir: &'a Path,
    },
    /// Another process is making them, and is waited for.
    Waiting {
        /// The process.
        holder: &'a str,
    },
    /// A table is there already.
    Known {
        /// Its key.
        key: MaterialKey,
    },
    /// A table is there but cannot be used, and is made again.
    Refused {
        /// Why.
        reason: &'a TablesError,
    },
    /// A slice and its flipped slice are being solved.
    Working {
        /// The smaller key of the two.
        key: MaterialKey,
        /// How far.
        work: SolverProgress,
        /// Places of finished tables.
        done: u64,
        /// Places of all tables.
        total: u64,
    },
    /// A table is finished and written.
    Written {
        /// Its key.
        key: MaterialKey,
        /// Its figures.
        census: Census,
        /// The length of the file.
        bytes: u64,
    },
}

impl Event<'_> {
    /// A notice for the user; `None` for plain progress.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Event::FirstUse { dir } => Some(format!(
                "making the endgame tables of 2 to {FIRST_PIECES} pieces in {}; this is done once",
                dir.display()
            )),
            Event::Waiting { holder } => {
                Some(format!("waiting for the endgame tables that {holder} is making"))
            }
            Event::Refused { reason } => {
                reason.rebuild_reason().map(|fault| format!("warning: {fault}; it is made again"))
            }
            Event::Known { .. } | Event::Working { .. } | Event::Written { .. } => None,
        }
    }
}

/// Receives events.
pub(crate) type Watch<'a> = dyn FnMut(&Event<'_>) + Send + 'a;

/// Whether to stop.
pub(crate) type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// Makes every table of a request that is missing. A table is written in one piece when it is solved, so that the same call
/// resumes after the last finished table.
///
/// # Errors
/// A number of pieces that tables cannot have, something else under the name of a table, a folder or file that cannot be written, or that
/// `stop` says so.
pub fn build(
    request: &BuildRequest,
    watch: &mut Watch<'_>,
    stop: &Stop<'_>,
) -> Result<(), TablesError> {
    if !(2..=MAX_PIECES).contains(&request.pieces) {
        return Err(TablesError::Pieces { asked: request.pieces, most: MAX_PIECES });
    }
    let made = fs::create_dir_all(&request.dir);
    made.map_err(|reason| TablesError::io("make", &request.dir, reason))?;
    let pool = ThreadPoolBuilder::new().num_threads(request.threads).build();
    let mut work = Builder { request, tables: Tables::empty(request.pieces), watch, stop, done: 0 };
    match pool {
        Ok(pool) => pool.install(|| work.run()),
        // No more threads to be had: those that are there must do.
        Err(_) => work.run(),
    }
}

struct Builder<'a, 'b> {
    request: &'a BuildRequest,
    tables: Tables,
    watch: &'a mut Watch<'b>,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Places of finished tables.
    done: u64,
}

impl Builder<'_, '_> {
    fn run(&mut self) -> Result<(), TablesError> {
        let keys: Vec<MaterialKey> = (2..=self.request.pieces).flat_map(MaterialKey::all).collect();
        let total = keys.iter().map(|key| places(*key)).sum();
        for pair in keys.chunk_by(|a, b| a.pair() == b.pair()) {
            if (self.stop)() {
                return Err(TablesError::Stopped);
            }
            let tables = self.usable_tables(pair)?;
            if tables.len() < pair.len() {
                self.make(pair, &tables, total)?;
            }
            for table in tables {
                (self.watch)(&Event::Known { key: table.index().key() });
                self.tables.insert(table);
            }
            self.done += pair.iter().map(|key| places(*key)).sum::<u64>();
        }
        Ok(())
    }

    fn kind(&self, key: MaterialKey) -> Kind {
        let distances = self.request.distances && key.pieces() <= DISTANCE_PIECES;
        if distances { Kind::Distances } else { Kind::Verdicts }
    }

    /// The finished tables that are in the folder; one with distances serves where verdicts are asked for.
    fn usable_tables(&mut self, pair: &[MaterialKey]) -> Result<Vec<Table>, TablesError> {
        let mut tables = Vec::new();
        for key in pair {
            tables.extend(self.usable_table(*key)?);
        }
        Ok(tables)
    }

    /// The table of a slice, if the folder has one of the kind asked for. A damaged, cut or outdated table counts as missing; a foreign
    /// file under its name is an error.
    fn usable_table(&mut self, key: MaterialKey) -> Result<Option<Table>, TablesError> {
        match file::read(&self.request.dir, key) {
            Ok(table) => Ok(table.filter(|table| {
                table.kind() == Kind::Distances || self.kind(key) == Kind::Verdicts
            })),
            Err(reason) if reason.rebuild_reason().is_some() => {
                (self.watch)(&Event::Refused { reason: &reason });
                Ok(None)
            }
            Err(reason) => Err(reason),
        }
    }

    /// Makes what is not among the tables that are there.
    fn make(
        &mut self,
        pair: &[MaterialKey],
        existing: &[Table],
        total: u64,
    ) -> Result<(), TablesError> {
        let (key, done) = (pair[0], self.done);
        let kind = self.kind(key);
        let watch = &mut *self.watch;
        let mut report = |work| watch(&Event::Working { key, work, done, total });
        let solver = Solver { tables: &self.tables, kind, stop: self.stop };
        let solved = solver.solve(key, &mut report)?;
        report(SolverProgress::Storing);
        let exists = |key| existing.iter().any(|table| table.index().key() == key);
        for solved in solved.into_iter().filter(|solved| !exists(solved.key)) {
            self.store(solved, kind)?;
        }
        Ok(())
    }

    fn store(&mut self, solved: Solved, kind: Kind) -> Result<(), TablesError> {
        let Solved { key, codes, quiet, census } = solved;
        let content = content(codes, &quiet, kind);
        let stop = self.stop;
        let file = file::encode(key, kind, &content, stop)?;
        let path = file::path(&self.request.dir, key);
        files::write_atomically(&path, &file)
            .map_err(|reason| TablesError::io("write", &path, reason))?;
        (self.watch)(&Event::Written { key, census, bytes: file.len() as u64 });
        let table = Table::new(key, kind, content).expect("as long as the index says");
        self.tables.insert(table);
        Ok(())
    }
}

fn places(key: MaterialKey) -> u64 {
    Index::new(key).len() as u64
}

/// The content of a table: codes, filled at unreachable places, and packed.
fn content(mut codes: Vec<u8>, quiet: &[u64], kind: Kind) -> Vec<u8> {
    /// A multiple of 64 and of 5.
    const CHUNK: usize = 320 << 14;
    codes
        .par_chunks_mut(CHUNK)
        .zip(quiet.par_chunks(CHUNK / 64))
        .for_each(|(codes, quiet)| fill_unreachable(codes, quiet));
    match kind {
        Kind::Distances => codes,
        Kind::Verdicts => codes.par_chunks(CHUNK).flat_map_iter(pack).collect(),
    }
}
