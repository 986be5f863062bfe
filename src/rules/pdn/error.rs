//! What can go wrong with a file, and where.

use std::fmt;
use std::io;
use std::sync::Arc;

use thiserror::Error;

/// A place: file, byte and line of the decompressed text, and the number of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file's path, `-` for standard input, `archive.zip/member.pdn` inside an archive.
    pub file: Arc<str>,
    /// Bytes before it, from 0.
    pub byte: u64,
    /// The line, from 1.
    pub line: u64,
    /// The game in the file, from 1.
    pub game: u64,
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: game {} (byte {})", self.file, self.line, self.game, self.byte)
    }
}

/// Why a file, or the rest of one, could not be read. Faults of single games are the business of `game`.
#[derive(Debug, Error)]
pub enum PdnError {
    /// There is no such file.
    #[error("{file}: no such file or folder; check the name, or write - for standard input")]
    Missing {
        /// The path as given.
        file: Arc<str>,
    },
    /// The path is a folder.
    #[error("{file}: is a folder; name the files in it, for example {file}/*.pdn")]
    Directory {
        /// The path as given.
        file: Arc<str>,
    },
    /// The file holds no byte.
    #[error("{file}: the file is empty; was the download or export completed?")]
    Empty {
        /// The file.
        file: Arc<str>,
    },
    /// The text holds no game.
    #[error("{file}: no game in {bytes} bytes; is this a PDN file?")]
    NoGames {
        /// The file.
        file: Arc<str>,
        /// Its length after decompression.
        bytes: u64,
    },
    /// What looks like games here and there is none.
    #[error(
        "{file}: this is no PDN: none of {games} passages that might be games has a usual tag or a legal move; check the name"
    )]
    NotPdn {
        /// The file.
        file: Arc<str>,
        /// The passages.
        games: u64,
    },
    /// The operating system refused.
    #[error("{file}: cannot be opened: {source}")]
    Open {
        /// The file.
        file: Arc<str>,
        /// What the system said.
        source: io::Error,
    },
    /// Packed by a program whose files are not read.
    #[error("{file}: is packed by {packing}; unpack it, or pack it as .gz, .zst or .zip")]
    Packed {
        /// The file.
        file: Arc<str>,
        /// The name of the packing.
        packing: &'static str,
    },
    /// Binary data.
    #[error(
        "{file}: is not text (a zero byte at byte {byte}); PDN, or PDN packed as .gz, .zst or .zip, is expected"
    )]
    NotText {
        /// The file.
        file: Arc<str>,
        /// The place of the zero byte.
        byte: u64,
    },
    /// The compressed data end too early.
    #[error(
        "{file}: cut short: the {packing} data end after byte {byte} (line {line}, {games} games read); fetch the file again"
    )]
    Truncated {
        /// The file.
        file: Arc<str>,
        /// The packing.
        packing: Packing,
        /// Decompressed bytes before the cut.
        byte: u64,
        /// The line of the cut.
        line: u64,
        /// Whole games before the cut.
        games: u64,
    },
    /// Reading stopped in the middle.
    #[error(
        "{file}: reading the {packing} data failed after byte {byte} (line {line}, {games} games read): {source}"
    )]
    Read {
        /// The file.
        file: Arc<str>,
        /// The packing.
        packing: Packing,
        /// Decompressed bytes before the fault.
        byte: u64,
        /// The line of the fault.
        line: u64,
        /// Whole games before the fault.
        games: u64,
        /// What was wrong.
        source: io::Error,
    },
    /// Something else follows the packed data.
    #[error(
        "{file}: {bytes} bytes after the end of the {packing} data are something else and are not read; all before them is"
    )]
    AfterEnd {
        /// The file.
        file: Arc<str>,
        /// The packing.
        packing: Packing,
        /// How many bytes follow, without zeros at their start.
        bytes: u64,
    },
    /// An archive that cannot be listed.
    #[error(
        "{file}: broken zip archive: {reason}; fetch the file again, or unpack it and name the members"
    )]
    Archive {
        /// The archive or its member.
        file: Arc<str>,
        /// What was wrong.
        reason: String,
    },
    /// One game is longer than any real one.
    #[error(
        "{file}: no game ends within {limit} bytes after byte {byte} (line {line}); the text up to the next tag is left out"
    )]
    TooLong {
        /// The file.
        file: Arc<str>,
        /// Where the text starts.
        byte: u64,
        /// Its line.
        line: u64,
        /// The limit in bytes.
        limit: usize,
    },
}

impl PdnError {
    /// The fault of a stream that broke off after this byte and line.
    pub(super) fn of_stream(
        file: Arc<str>,
        packing: Packing,
        byte: u64,
        line: u64,
        source: io::Error,
    ) -> PdnError {
        let games = 0;
        if source.kind() == io::ErrorKind::UnexpectedEof {
            PdnError::Truncated { file, packing, byte, line, games }
        } else {
            PdnError::Read { file, packing, byte, line, games, source }
        }
    }

    /// Puts the number of whole games read before it into an error of the middle of a file.
    #[must_use]
    pub fn after_games(mut self, read: u64) -> PdnError {
        if let PdnError::Truncated { games, .. } | PdnError::Read { games, .. } = &mut self {
            *games = read;
        }
        self
    }

    /// The file it concerns.
    #[must_use]
    pub fn file(&self) -> &str {
        match self {
            PdnError::Missing { file }
            | PdnError::Directory { file }
            | PdnError::Empty { file }
            | PdnError::NoGames { file, .. }
            | PdnError::NotPdn { file, .. }
            | PdnError::Open { file, .. }
            | PdnError::Packed { file, .. }
            | PdnError::NotText { file, .. }
            | PdnError::Truncated { file, .. }
            | PdnError::Read { file, .. }
            | PdnError::AfterEnd { file, .. }
            | PdnError::Archive { file, .. }
            | PdnError::TooLong { file, .. } => file,
        }
    }
}

/// How a file is packed, known from its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Not packed.
    Plain,
    /// gzip (RFC 1952), one or more members.
    Gzip,
    /// Zstandard (RFC 8878), one or more frames.
    Zstd,
    /// Zip, each member one input.
    Zip,
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Packing::Plain => "plain",
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
            Packing::Zip => "zip",
        })
    }
}

/// Something odd that a reader passes over; it never stops a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Warning {
    /// Characters that mean nothing at their place.
    Junk,
    /// A tag that is not `[Name "value"]`.
    BadTag,
    /// A `}` that closes nothing, usually left over from nested braces.
    StrayBrace,
    /// A comment without its `}`.
    UnclosedComment,
    /// A comment with a tag line in it, as where its `}` is missing and that of a later game closes it.
    TagInComment,
    /// A variation without its `)`.
    UnclosedVariation,
    /// A `)` that closes nothing.
    StrayParenthesis,
    /// A `*` glued to a move, read as a strength.
    StarStrength,
    /// A GameType or Variant of no known game, taken as absent.
    BadGameType,
    /// A step written as a capture or the reverse.
    Separator,
    /// A capture written one jump per token.
    SplitCapture,
    /// A capture that stayed ambiguous because its readings came together again; the first was taken.
    MergedCaptures,
    /// Braces had to be read as nested to make the game legal.
    NestedBraces,
    /// Moves in parentheses had to be read as moves of the game to make it legal.
    Replies,
}

impl Warning {
    /// Whether moves or games may have been taken for a part of a comment or a variation.
    #[must_use]
    pub const fn may_hide_moves(self) -> bool {
        matches!(
            self,
            Warning::UnclosedComment | Warning::TagInComment | Warning::UnclosedVariation
        )
    }

    /// The name under which reports count it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Warning::Junk => "junk",
            Warning::BadTag => "bad_tag",
            Warning::StrayBrace => "stray_brace",
            Warning::UnclosedComment => "unclosed_comment",
            Warning::TagInComment => "tag_in_comment",
            Warning::UnclosedVariation => "unclosed_variation",
            Warning::StrayParenthesis => "stray_parenthesis",
            Warning::StarStrength => "star_strength",
            Warning::BadGameType => "bad_game_type",
            Warning::Separator => "separator",
            Warning::SplitCapture => "split_capture",
            Warning::MergedCaptures => "merged_captures",
            Warning::NestedBraces => "nested_braces",
            Warning::Replies => "replies",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Warning::Junk => "characters that mean nothing here",
            Warning::BadTag => "a tag that is not [Name \"value\"]",
            Warning::StrayBrace => "a } that closes nothing",
            Warning::UnclosedComment => "a comment without its }",
            Warning::TagInComment => "a comment with a tag line in it: is its } missing?",
            Warning::UnclosedVariation => "a variation without its )",
            Warning::StrayParenthesis => "a ) that closes nothing",
            Warning::StarStrength => "a * glued to a move, read as its strength",
            Warning::BadGameType => "a GameType or Variant that is no known game; the moves decide",
            Warning::Separator => "a step written as a capture, or a capture as a step",
            Warning::SplitCapture => "a capture written one jump at a time",
            Warning::MergedCaptures => "a capture with several readings that lead to one position",
            Warning::NestedBraces => "a comment with braces inside",
            Warning::Replies => "replies in parentheses, read as moves of the game",
        })
    }
}
