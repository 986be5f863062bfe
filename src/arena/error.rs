//! What can stop a match or a session; a fault of one player in one game is a [`Fault`](crate::play::player::Fault) instead.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::book::BookError;
use crate::files::io_error_text;
use crate::game::GameError;
use crate::jobs::folder::BlocksError;
use crate::lock::LockError;
use crate::pdn::{PdnError, SourceLocation};
use crate::player::{OpenError, TableError};

/// Why a match, a session or a game with a person cannot continue.
#[derive(Debug, Error)]
pub enum PlayError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Engine(#[from] TableError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error("{}: {}", path.display(), io_error_text(source))]
    File { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Blocks(#[from] BlocksError),
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error("{} is not as the match left it: {reason} of {}:{line}; nothing was changed: put it back as it was, or move both files away to begin again", pdn.display(), state.display())]
    Changed {
        pdn: PathBuf,
        state: PathBuf,
        /// The line of the state file, from 2.
        line: usize,
        reason: String,
    },
    #[error("{} is there already, without {}; choose another name, or replace it with --force", pdn.display(), state.display())]
    Unaccounted { pdn: PathBuf, state: PathBuf },
    #[error("{} belongs to games with other settings ({difference}); choose another name, repeat those settings to resume it, or begin anew with --force", path.display())]
    OtherMatch { path: PathBuf, difference: String },
    #[error("{} has games already; choose another name, or replace them with --force", path.display())]
    Taken { path: PathBuf },
    #[error("{}:1: {reason}; this line names the match, which cannot be resumed without it: its games stay in the file of games, so move both files away to begin again", path.display())]
    Header { path: PathBuf, reason: String },
    #[error("{}:{line}: {reason}; delete this line and all after it to play those games again, and their text moves from the file of games to one beside it", path.display())]
    State { path: PathBuf, line: usize, reason: String },
    #[error("{}: {reason}; delete the seal of the block to have it made again, and ask who made it", path.display())]
    Block { path: PathBuf, reason: String },
    #[error("{}:{line}: {reason}", path.display())]
    Opening { path: PathBuf, line: usize, reason: String },
    #[error(transparent)]
    OpeningGame(#[from] GameError),
    #[error(
        "{place}: the game is over where its moves end; an opening must leave a move; of whole games --opening-plies 12 of `match` plays the first 12 plies"
    )]
    OpeningOver { place: SourceLocation },
    #[error(transparent)]
    Games(#[from] PdnError),
    #[error("{name} cannot play: {reason}; with --pdn finished games are saved")]
    Unavailable { name: String, reason: String },
    #[error("{player} cannot play: {reason}; check the command")]
    Unintroduced { player: String, reason: String },
    #[error("process {rank}: {reason}; with --pdn finished games are saved")]
    Elsewhere { rank: usize, reason: String },
    #[error(
        "nothing was heard of the first process for {seconds} s: it has ended, hangs, or is cut off; with --pdn its games are saved: start all again to resume"
    )]
    Forsaken { seconds: u64 },
    #[error("{0}")]
    Settings(String),
    #[error("{address}: {source}")]
    Network { address: String, source: io::Error },
    #[error("nothing was checked: {0}; start the program first, or mend the address")]
    ProgramUnreachable(String),
    #[error("nothing was checked: {0}; mend the command")]
    EngineUnstartable(String),
    #[error("the search failed; its messages are above")]
    Search,
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
