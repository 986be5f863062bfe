//! Why a game cannot be used as it is, and where.

use thiserror::Error;

use crate::board::{Move, fen::FenError};
use crate::pdn::{Outcome, SourceLocation};

/// What is wrong with one game. It never stops the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Not international draughts.
    #[error("another game: {name}; only GameType 20 is read")]
    Variant {
        /// The name of the other game.
        name: String,
    },
    /// Moves in letters.
    #[error(
        "ply {ply}: '{token}' is not in square numbers; international draughts is written 32-28"
    )]
    Notation {
        /// Plies before it.
        ply: usize,
        /// The move as written.
        token: String,
    },
    /// A start position, or one set up later, that cannot be read.
    #[error("FEN \"{text}\": {source}")]
    BadFen {
        /// The FEN as written.
        text: String,
        /// What is wrong with it.
        source: FenError,
    },
    /// A move that is not legal.
    #[error("ply {}: '{token}' is not legal in {position}; {}{}", ply + 1, alternatives(legal), doubt(*ambiguous_from))]
    IllegalMove {
        /// Plies before it.
        ply: usize,
        /// The move as written.
        token: String,
        /// The position as FEN.
        position: String,
        /// The legal moves there.
        legal: Vec<Move>,
        /// The first ply that could be read in several ways, if there was one.
        ambiguous_from: Option<usize>,
    },
    /// A ply that the file does not give.
    #[error("ply {}: not written down ('- -'); the plies before it are kept", ply + 1)]
    UnknownMove {
        /// Plies before it.
        ply: usize,
    },
    /// A capture the rest of the game does not settle.
    #[error("ply {}: '{token}' fits several captures, and no later move says which; write {}", from_ply + 1, readings.join(" or "))]
    Ambiguous {
        /// Plies before it.
        from_ply: usize,
        /// The move as written.
        token: String,
        /// The readings left at the end, at length.
        readings: Vec<String>,
    },
    /// More readings than are followed.
    #[error("ply {}: '{token}' and later captures fit more than {limit} lines of play; write the squares between", from_ply + 1)]
    TooAmbiguous {
        /// Plies before the first ambiguous capture.
        from_ply: usize,
        /// That move as written.
        token: String,
        /// The most lines followed.
        limit: usize,
    },
    /// More moves than any real game has.
    #[error("{elements} moves; a game of more than {limit} is not read")]
    TooLong {
        /// Elements of the main line.
        elements: usize,
        /// The most that are read.
        limit: usize,
    },
    /// No move and no position.
    #[error("no move is recorded (result {})", outcome.pdn())]
    Empty {
        /// What the game's result says.
        outcome: Outcome,
    },
}

impl Fault {
    /// The name under which reports count it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::Variant { .. } => "variant",
            Fault::Notation { .. } => "notation",
            Fault::BadFen { .. } => "bad_fen",
            Fault::IllegalMove { .. } => "illegal_move",
            Fault::UnknownMove { .. } => "unknown_move",
            Fault::Ambiguous { .. } => "ambiguous",
            Fault::TooAmbiguous { .. } => "too_ambiguous",
            Fault::TooLong { .. } => "too_long",
            Fault::Empty { .. } => "empty",
        }
    }

    /// Every name [`name`](Self::name) gives.
    pub const NAMES: [&'static str; 9] = [
        "variant",
        "notation",
        "bad_fen",
        "illegal_move",
        "unknown_move",
        "ambiguous",
        "too_ambiguous",
        "too_long",
        "empty",
    ];
}

/// The legal moves, the first few of many.
fn alternatives(legal: &[Move]) -> String {
    const SHOWN: usize = 24;
    if legal.is_empty() {
        return "there is no legal move: the game was over".to_owned();
    }
    let mut different = legal.to_vec();
    different.dedup_by_key(|mv| (mv.from(), mv.to()));
    let more = if different.len() > SHOWN { ", …" } else { "" };
    let list: Vec<String> = different.iter().take(SHOWN).map(Move::to_string).collect();
    let compulsory = if legal[0].is_capture() { " (capturing is compulsory)" } else { "" };
    format!("legal{compulsory}: {}{more}", list.join(", "))
}

fn doubt(ambiguous_from: Option<usize>) -> String {
    match ambiguous_from {
        Some(ply) => format!("; in doubt since the capture of ply {}", ply + 1),
        None => String::new(),
    }
}

/// A fault and the game it is in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct GameError {
    /// Where the game, or the move at fault, is.
    pub place: SourceLocation,
    /// What is wrong.
    pub fault: Box<Fault>,
}

impl GameError {
    /// The error of a game of a later block: counts the games before the block.
    #[must_use]
    pub fn after_games(mut self, before: u64) -> GameError {
        self.place.game += before;
        self
    }
}
