//! Making tables: slice after slice in the order in which they lead to each other, each written as soon as it is solved.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::census::Census;
use super::error::TablesError;
use super::file;
use super::fill::fill;
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
    /// All tables from 2 to so many pieces.
    pub pieces: u32,
    /// Whether up to [`DISTANCE_PIECES`] pieces have distances.
    pub distances: bool,
    /// Threads to work with. The files do not depend on it.
    pub threads: usize,
}

/// Something to tell about the work; places are those of all tables to make.
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
        /// Its slice.
        slice: MaterialKey,
    },
    /// A table is there but cannot be used, and is made again.
    Refused {
        /// Why.
        reason: &'a TablesError,
    },
    /// A slice and its twin are being solved.
    Working {
        /// The slice.
        slice: MaterialKey,
        /// How far.
        work: SolverProgress,
        /// Places of finished tables.
        done: u64,
        /// Places of all tables.
        total: u64,
    },
    /// A table is finished and written.
    Written {
        /// Its slice.
        slice: MaterialKey,
        /// Its figures.
        census: Census,
        /// The length of the file.
        bytes: u64,
    },
}

impl Event<'_> {
    /// What somebody who waits for the tables wants to know; `None` of what only goes on.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        match self {
            Event::FirstUse { dir } => Some(format!(
                "making the endgame tables of 2 to {FIRST_PIECES} pieces in {}; this is done once",
                dir.display()
            )),
            Event::Waiting { holder } => {
                Some(format!("waiting for the endgame tables that {holder} is making"))
            }
            Event::Refused { reason } => {
                reason.remade().map(|fault| format!("warning: {fault}; it is made again"))
            }
            Event::Known { .. } | Event::Working { .. } | Event::Written { .. } => None,
        }
    }
}

/// What is told as the work goes on.
pub type Watch<'a> = dyn FnMut(&Event<'_>) + Send + 'a;

/// Makes every table of an order that is not there yet. A table is written in one piece when it is solved, so that the same call
/// goes on behind the last one, whatever ended this one.
///
/// # Errors
/// A number of pieces that tables cannot have, something else under the name of a table, a folder or file that cannot be written, or that
/// `stop` says so.
pub fn build(
    order: &BuildRequest,
    watch: &mut Watch<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<(), TablesError> {
    if !(2..=MAX_PIECES).contains(&order.pieces) {
        return Err(TablesError::Pieces { asked: order.pieces, most: MAX_PIECES });
    }
    let made = fs::create_dir_all(&order.dir);
    made.map_err(|reason| TablesError::io("make", &order.dir, reason))?;
    let pool = ThreadPoolBuilder::new().num_threads(order.threads).build();
    let mut work = Builder { order, tables: Tables::empty(order.pieces), watch, stop, done: 0 };
    match pool {
        Ok(pool) => pool.install(|| work.run()),
        // No more threads to be had: those that are there must do.
        Err(_) => work.run(),
    }
}

struct Builder<'a, 'b> {
    order: &'a BuildRequest,
    tables: Tables,
    watch: &'a mut Watch<'b>,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Places of finished tables.
    done: u64,
}

impl Builder<'_, '_> {
    fn run(&mut self) -> Result<(), TablesError> {
        let slices: Vec<MaterialKey> = (2..=self.order.pieces).flat_map(MaterialKey::all).collect();
        let total = slices.iter().map(|slice| places(*slice)).sum();
        for twins in slices.chunk_by(|a, b| a.pair() == b.pair()) {
            if (self.stop)() {
                return Err(TablesError::Stopped);
            }
            let tables = self.finished(twins)?;
            if tables.len() < twins.len() {
                self.make(twins, &tables, total)?;
            }
            for table in tables {
                (self.watch)(&Event::Known { slice: table.index().slice() });
                self.tables.insert(table);
            }
            self.done += twins.iter().map(|slice| places(*slice)).sum::<u64>();
        }
        Ok(())
    }

    fn kind(&self, slice: MaterialKey) -> Kind {
        let distances = self.order.distances && slice.pieces() <= DISTANCE_PIECES;
        if distances { Kind::Distances } else { Kind::Verdicts }
    }

    /// The finished tables that are in the folder; one with distances serves where verdicts are asked for.
    fn finished(&mut self, twins: &[MaterialKey]) -> Result<Vec<Table>, TablesError> {
        let mut tables = Vec::new();
        for slice in twins {
            tables.extend(self.saved(*slice)?);
        }
        Ok(tables)
    }

    /// What is there of a slice. What a broken or old program has left is made again; whatever else stands under the name of a table
    /// is somebody's.
    fn saved(&mut self, slice: MaterialKey) -> Result<Option<Table>, TablesError> {
        match file::read(&self.order.dir, slice) {
            Ok(table) => Ok(table.filter(|table| {
                table.kind() == Kind::Distances || self.kind(slice) == Kind::Verdicts
            })),
            Err(reason) if reason.remade().is_some() => {
                (self.watch)(&Event::Refused { reason: &reason });
                Ok(None)
            }
            Err(reason) => Err(reason),
        }
    }

    /// Makes what is not among the tables that are there.
    fn make(
        &mut self,
        twins: &[MaterialKey],
        there: &[Table],
        total: u64,
    ) -> Result<(), TablesError> {
        let (slice, done) = (twins[0], self.done);
        let kind = self.kind(slice);
        let watch = &mut *self.watch;
        let mut report = |work| watch(&Event::Working { slice, work, done, total });
        let solver = Solver { tables: &self.tables, kind, stop: self.stop };
        let solved = solver.solve(slice, &mut report)?;
        report(SolverProgress::Storing);
        let is_there = |slice| there.iter().any(|table| table.index().slice() == slice);
        for solved in solved.into_iter().filter(|solved| !is_there(solved.slice)) {
            self.store(solved, kind)?;
        }
        Ok(())
    }

    fn store(&mut self, solved: Solved, kind: Kind) -> Result<(), TablesError> {
        let Solved { slice, codes, quiet, census } = solved;
        let content = content(codes, &quiet, kind);
        let stop = self.stop;
        let file = file::encode(slice, kind, &content, stop)?;
        let path = file::path(&self.order.dir, slice);
        files::write_atomically(&path, &file)
            .map_err(|reason| TablesError::io("write", &path, reason))?;
        (self.watch)(&Event::Written { slice, census, bytes: file.len() as u64 });
        let table = Table::new(slice, kind, content).expect("as long as the index says");
        self.tables.insert(table);
        Ok(())
    }
}

fn places(slice: MaterialKey) -> u64 {
    Index::new(slice).len() as u64
}

/// The content of a table: codes filled where nobody asks, and packed.
fn content(mut codes: Vec<u8>, quiet: &[u64], kind: Kind) -> Vec<u8> {
    /// A multiple of 64 and of 5.
    const STRETCH: usize = 320 << 14;
    codes
        .par_chunks_mut(STRETCH)
        .zip(quiet.par_chunks(STRETCH / 64))
        .for_each(|(codes, quiet)| fill(codes, quiet));
    match kind {
        Kind::Distances => codes,
        Kind::Verdicts => codes.par_chunks(STRETCH).flat_map_iter(pack).collect(),
    }
}
