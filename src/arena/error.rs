//! What can stop a match or a session; a fault of one player in one game is a [`Fault`](crate::play::player::Fault) instead.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::book::BookError;
use crate::engine::{EngineError, OpenError};
use crate::files::io_error_text;
use crate::game::GameError;
use crate::jobs::folder::BlocksError;
use crate::lock::LockError;
use crate::pdn::{PdnError, SourceLocation};

/// Why a match, a session or a game with a person cannot go on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A time control that cannot be read.
    #[error(
        "'{0}' is no time control; write moves/seconds+increment, for example 60+0.6 or 40/300"
    )]
    TimeControl(String),
    /// A player that cannot be read.
    #[error(
        "'{0}' is no player; write net:FILE, material, reference, level:1 to level:10, random, hub:COMMAND or dxp:HOST:PORT"
    )]
    PlayerName(String),
    /// An unknown technique of the search.
    #[error("the search has no technique '{name}' to do without; it has {known}")]
    Technique { name: String, known: String },
    /// An unknown parameter of the search, or one out of its range.
    #[error(
        "'{text}' sets no number of the search; it has {known}, each as NAME=VALUE in its range"
    )]
    Parameter {
        text: String,
        /// The known names, with their ranges.
        known: String,
    },
    /// An adjudication rule that cannot be read.
    #[error("'{text}' in {flag}; write {example}")]
    Adjudication { flag: &'static str, text: String, example: &'static str },
    /// An evaluation that cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An engine that cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A book that cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file that cannot be read or written.
    #[error("{}: {}", path.display(), io_error_text(source))]
    File { path: PathBuf, source: io::Error },
    /// A folder of blocks that cannot be used.
    #[error(transparent)]
    Blocks(#[from] BlocksError),
    /// An output that cannot be locked.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// A file of games that was changed since the match wrote it.
    #[error("{} is not as the match left it: {reason} of {}:{line}; nothing was changed: put it back as it was, or move both files away to begin again", pdn.display(), state.display())]
    Changed {
        pdn: PathBuf,
        state: PathBuf,
        /// The line of the state file, from 2.
        line: usize,
        reason: String,
    },
    /// A file of games without its state file.
    #[error("{} is there already, without {}; choose another name, or replace it with --force", pdn.display(), state.display())]
    Unaccounted {
        pdn: PathBuf,
        /// The state file that is missing.
        state: PathBuf,
    },
    /// A state file of games with other settings.
    #[error("{} belongs to games with other settings ({difference}); choose another name, repeat those settings to go on with it, or begin anew with --force", path.display())]
    OtherMatch { path: PathBuf, difference: String },
    #[error("{} has games already; choose another name, or replace them with --force", path.display())]
    Taken { path: PathBuf },
    /// A state file without a valid header.
    #[error("{}:1: {reason}; this line names the match, which cannot go on without it: its games stay in the file of games, so move both files away to begin again", path.display())]
    Header { path: PathBuf, reason: String },
    /// An invalid line of a state file.
    #[error("{}:{line}: {reason}; delete this line and all after it to play those games again, and their text moves from the file of games to one beside it", path.display())]
    State { path: PathBuf, line: usize, reason: String },
    /// A block of other games than its own.
    #[error("{}: {reason}; delete the seal of the block to have it made again, and ask who made it", path.display())]
    Block { path: PathBuf, reason: String },
    /// A line of an opening file that is no opening.
    #[error("{}:{line}: {reason}", path.display())]
    Opening { path: PathBuf, line: usize, reason: String },
    /// A game of an opening file that is no opening.
    #[error(transparent)]
    OpeningGame(#[from] GameError),
    /// A game of an opening file that leaves nothing to play.
    #[error("{place}: the game is over where its moves end; an opening must leave a move")]
    OpeningOver { place: SourceLocation },
    /// A file of games or openings that cannot be read.
    #[error(transparent)]
    Games(#[from] PdnError),
    /// An opening file without an opening.
    #[error(
        "{}: no opening; write a FEN or moves on every line, or give a PDN file",
        path.display()
    )]
    NoOpening { path: PathBuf },
    /// An opening file with too many openings.
    #[error("{}: more than {limit} openings; give a file of those that shall be played", path.display())]
    TooManyOpenings { path: PathBuf, limit: usize },
    /// A player that cannot be started or reached, again and again.
    #[error("{name} cannot play: {reason}; with --pdn finished games are saved")]
    Unavailable { name: String, reason: String },
    /// A Hub engine that does not identify itself.
    #[error("{player} cannot play: {reason}; check the command")]
    Unintroduced { player: String, reason: String },
    /// A worker process that cannot play.
    #[error("process {rank}: {reason}; with --pdn finished games are saved")]
    Elsewhere { rank: usize, reason: String },
    /// The coordinator process is silent for too long.
    #[error(
        "nothing was heard of the first process for {seconds} s: it has ended, hangs, or is cut off; with --pdn its games are saved: start all again to go on"
    )]
    Forsaken { seconds: u64 },
    #[error("{0}")]
    Settings(String),
    /// An address that cannot be listened on or reached.
    #[error("{address}: {source}")]
    Network { address: String, source: io::Error },
    /// A program under test that cannot be reached.
    #[error("nothing was checked: {0}; start the program first, or mend the address")]
    ProgramUnreachable(String),
    /// An engine under test that cannot be started.
    #[error("nothing was checked: {0}; mend the command")]
    EngineUnstartable(String),
    #[error("the search failed; what it said stands above")]
    Search,
    /// The terminal or a pipe failed.
    #[error("standard input or output: {0}")]
    Pipe(#[from] io::Error),
}

impl PlayError {
    /// Whether the output belongs to other games.
    pub fn is_of_other_games(&self) -> bool {
        use PlayError::{OtherMatch, Taken, Unaccounted};
        matches!(self, Taken { .. } | Unaccounted { .. } | OtherMatch { .. })
    }
}
