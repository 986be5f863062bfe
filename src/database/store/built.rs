//! How a database is built, what happens meanwhile, and what a call added.

use std::path::Path;

use crate::pdn::PdnError;

/// How a database is built.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// Threads that read.
    pub threads: usize,
    /// Positions of a run: what a kill may cost, and eight bytes of memory each.
    pub run_positions: usize,
    /// The games of a position whose moves are counted beforehand.
    pub frequent_games: u32,
}

impl Default for Build {
    fn default() -> Build {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Build { threads, run_positions: 1 << 24, frequent_games: 500 }
    }
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum BuildEvent<'a> {
    /// The bytes and the games that were read.
    Progress {
        /// Bytes of the files as they are on the disk.
        bytes: u64,
        /// Games read in this call.
        games: u64,
    },
    /// A file, or the rest of one, that cannot be read.
    Fault(&'a PdnError),
    /// A file whose games are in the database already.
    Known(&'a Path),
}

/// What a call added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Games of the files, broken ones, versions and duplicates included.
    pub games: u64,
    /// Games that are there already and say something new: other tags, comments, glyphs or variations.
    pub versions: u64,
    /// Games that are there already and say nothing new.
    pub duplicates: u64,
    /// Games that cannot be read.
    pub broken: u64,
    /// Half-moves of the games that were not there.
    pub plies: u64,
    /// Faults of files.
    pub faults: u64,
    /// Files whose games were in the database already.
    pub known: u64,
    /// Whether the work was stopped before its end.
    pub interrupted: bool,
}

/// A game that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its number.
    pub game: u32,
    /// The first game that it repeats, if it does.
    pub version_of: Option<u32>,
    /// Whether it says nothing that an earlier version does not, so that searches leave it out.
    pub is_copy: bool,
}
