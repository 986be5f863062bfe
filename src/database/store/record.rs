//! A game of a file as it goes into the database, made on the threads that read.

use std::cell::RefCell;

use zstd::bulk::Compressor;

use super::header::Header;
use super::names::has_words;
use crate::board::{Key, Move, MoveList, Position, fen, pack};
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::fnv;
use crate::game::{Fault, Game, GameError, Outcome, Replay, Replayer, each_game};
use crate::pdn::{GameText, Scan, Warning, block_of};

/// What a text of moves may end with.
pub(super) const ENDS: [&str; 8] = ["*", "2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2"];

/// The largest text of a game; a block of text is no larger.
const MOST_TEXT: u64 = 64 << 20;

/// The largest size in the header of a packed text for which memory is taken at once: a few bytes may claim anything.
const TRUSTED_TEXT: usize = 1 << 20;

/// How hard texts are packed.
const LEVEL: i32 = 3;

/// A game of a file.
#[derive(Debug)]
pub(super) struct Record {
    /// The line of the file on which it begins.
    pub line: u64,
    /// What can be read.
    pub content: Content,
}

/// What can be read of a game.
#[derive(Debug)]
pub(super) enum Content {
    /// All of it. The game may have no moves, if its header and result are there.
    Whole(Box<WholeGame>),
    /// Not all of it.
    Broken {
        /// The name under which reports count the fault.
        reason: &'static str,
        /// The fault in words.
        message: String,
        /// The text of the game, packed.
        text: Vec<u8>,
    },
}

/// A game that can be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WholeGame {
    /// Its tags.
    pub header: Header,
    /// What follows the moves: `*`, `result` or nothing.
    pub terminator: &'static str,
    /// Half-moves that lead to the result.
    pub plies: usize,
    /// See the column of `game`.
    pub rank: u32,
    /// The hash of start and moves; `None` without a move.
    pub hash: Option<i64>,
    /// The position before the first move as FEN, if it is not the start.
    pub start: Option<String>,
    /// The packed moves.
    pub moves: Vec<u8>,
    /// The text after the tags, packed, where that is more than moves and a result.
    pub movetext: Option<Vec<u8>>,
    /// The first 32 bits of the keys of all positions.
    pub keys: Vec<u32>,
}

impl Record {
    /// Copies what is to be kept of a game.
    pub(super) fn of(text: &GameText<'_>, replay: Replay<'_>) -> Record {
        let content = match replay.error {
            Some(GameError { fault, .. }) if !is_header_of_game(text, replay.game, &fault) => {
                Content::Broken {
                    reason: fault.name(),
                    message: fault.to_string(),
                    text: packed(text.bytes()),
                }
            }
            _ => Content::Whole(Box::new(WholeGame::of(text, replay.game))),
        };
        Record { line: text.line(), content }
    }

    /// The first game of a text.
    pub(super) fn read(name: &str, text: &[u8]) -> Option<Record> {
        let (block, mut record) = (block_of(name, text), None);
        each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
            record.get_or_insert_with(|| Record::of(text, replay));
        });
        record
    }
}

impl WholeGame {
    /// Whether it has neither moves nor a position.
    pub(super) fn is_header(&self) -> bool {
        self.hash.is_none() && self.start.is_none()
    }

    fn of(text: &GameText<'_>, game: &Game) -> WholeGame {
        let mut header = Header::of(text, game.outcome());
        if has_comments_among_tags(text) {
            // The tags are in the text.
            header.layout.clear();
            header.others.clear();
        }
        let main = game.main();
        let start = main.positions[0];
        let mut moves = Vec::with_capacity(main.moves.len() + 16);
        let mut list = MoveList::new();
        for (before, &mv) in main.positions.iter().zip(main.moves) {
            pack(before, mv, &mut list, &mut moves);
        }
        let start = (start != Position::start()).then(|| fen::write(&start));
        let movetext = (!is_plain(text, game)).then(|| packed(text_after_tags(text)));
        WholeGame {
            rank: rank(&header, movetext.is_some()),
            terminator: match text.terminator() {
                None => "",
                Some(Outcome::Unknown) => "*",
                Some(_) => "result",
            },
            plies: main.moves.len(),
            hash: (!main.moves.is_empty()).then(|| hash(start.as_deref(), &moves)),
            movetext,
            header,
            start,
            moves,
            keys: keys_of(main.positions, main.moves),
        }
    }
}

/// The bits of a key by which positions are put into buckets.
pub(super) fn first_bits(key: Key) -> u32 {
    (key.bits() >> 32) as u32
}

/// Whether a text without moves is a game all the same: it names a player or the event, and has a result.
fn is_header_of_game(text: &GameText<'_>, game: &Game, fault: &Fault) -> bool {
    let is_named = |name| text.tag_text(name).is_some_and(|value| has_words(&value));
    let has_result = |outcome: &Outcome| *outcome != Outcome::Unknown;
    matches!(fault, Fault::Empty { outcome } if has_result(outcome))
        && game.main().positions == [Position::start()]
        && ["White", "Black", "Event"].into_iter().any(is_named)
        && !may_have_unread_moves(text)
}

/// Whether a text without moves may have some that nobody could read.
fn may_have_unread_moves(text: &GameText<'_>) -> bool {
    let mut warnings = text.warnings().map(|(warning, _)| warning);
    let has_junk = text.warnings().any(|(warning, _)| warning == Warning::Junk);
    text.variations().next().is_some()
        || warnings.any(Warning::may_hide_moves)
        || has_junk && has_number(text)
}

/// Whether a number other than a result is after the tags and outside comments.
fn has_number(text: &GameText<'_>) -> bool {
    let mut rest = after_last_tag(text).to_vec();
    let begin = after_last_tag(text).as_ptr() as usize;
    for (_, comment) in text.comments() {
        let at = (comment.as_ptr() as usize).checked_sub(begin);
        let range = at.and_then(|at| rest.get_mut(at..at + comment.len()));
        range.into_iter().flatten().for_each(|byte| *byte = b' ');
    }
    let is_result = |word: &[u8]| ENDS.iter().any(|end| end.as_bytes() == word);
    let mut words = rest.split(u8::is_ascii_whitespace);
    words.any(|word| word.iter().any(u8::is_ascii_digit) && !is_result(word))
}

/// The first bits of the keys of positions that these moves join.
pub(super) fn keys_of(positions: &[Position], moves: &[Move]) -> Vec<u32> {
    let mut key = Key::of(&positions[0]);
    let mut keys = vec![first_bits(key)];
    for (pair, &mv) in positions.windows(2).zip(moves) {
        key = key.after(&pair[0], mv, &pair[1]);
        keys.push(first_bits(key));
    }
    keys
}

/// The hash of a start, as FEN if it is not that of a game, and packed moves.
pub(super) fn hash(start: Option<&str>, moves: &[u8]) -> i64 {
    let hash = fnv::hash(start.unwrap_or_default().bytes());
    fnv::extended(hash, moves.iter().copied()).cast_signed()
}

/// By how much of players and result is known, and then by whether there is a text, searches choose between versions.
fn rank(header: &Header, has_text: bool) -> u32 {
    let is_known = |name: &Option<String>| name.as_deref().is_some_and(has_words);
    let known = [is_known(&header.white), is_known(&header.black), header.result != "*"];
    1 + 2 * known.into_iter().map(u32::from).sum::<u32>() + u32::from(has_text)
}

/// Whether tags, moves and terminator are all that the text says.
fn is_plain(text: &GameText<'_>, game: &Game) -> bool {
    let has_more = text.comments().next().is_some()
        || text.line_comment().is_some()
        || text.glyphs().next().is_some()
        || text.variations().next().is_some()
        || text.warnings().next().is_some()
        || !text.after_terminator().is_empty();
    let is_single = game.segments().count() == 1 && game.warnings().is_empty();
    let is_start_tagged = game.has_custom_start() == text.tag("FEN").is_some();
    let outcome = game.outcome();
    let is_known = !matches!(outcome, Outcome::Other | Outcome::Conflict);
    let terminator = text.terminator().unwrap_or(Outcome::Unknown);
    let is_ended = terminator == Outcome::Unknown || terminator == outcome;
    !has_more && is_single && is_start_tagged && is_known && is_ended
}

/// The text after the tags, without the blanks around it; all of it where comments are among the tags, so that they keep their places.
fn text_after_tags<'a>(text: &GameText<'a>) -> &'a [u8] {
    if has_comments_among_tags(text) { text.bytes().trim_ascii() } else { after_last_tag(text) }
}

fn has_comments_among_tags(text: &GameText<'_>) -> bool {
    let rest = after_last_tag(text).as_ptr();
    let comment = text.comments().next().map(|(_, comment)| comment);
    comment.into_iter().chain(text.line_comment()).any(|comment| comment.as_ptr() < rest)
}

fn after_last_tag<'a>(text: &GameText<'a>) -> &'a [u8] {
    let bytes = text.bytes();
    let Some((_, value)) = text.tags().last() else { return bytes.trim_ascii() };
    let at = (value.as_ptr() as usize + value.len()).saturating_sub(bytes.as_ptr() as usize);
    let rest = bytes.get(at..).unwrap_or_default();
    let line = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    // A tag may lack its bracket, and moves may follow on its line.
    let end = memchr::memchr(b']', &rest[..line]).map_or(line, |bracket| bracket + 1);
    rest[end..].trim_ascii()
}

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

/// Bytes packed by Zstandard, with memory that the thread uses again.
fn packed(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|compressor| {
        if compressor.is_none() {
            *compressor = Compressor::new(LEVEL).ok();
        }
        let packed = compressor.as_mut().and_then(|compressor| compressor.compress(bytes).ok());
        packed.expect("packing in memory does not fail")
    })
}

/// The text of a packed game, in the encoding of its file.
///
/// # Errors
/// Bytes that are not packed so.
pub(super) fn unpacked(bytes: &[u8]) -> Result<Vec<u8>> {
    let text = match zstd::decompressed_size(bytes) {
        Some(size) if size <= TRUSTED_TEXT as u64 => zstd::bulk::decompress(bytes, TRUSTED_TEXT),
        _ => files::unpacked_at_most(bytes, MOST_TEXT),
    };
    let text = text.ok().filter(|text| text.len() as u64 <= MOST_TEXT);
    text.ok_or_else(|| DatabaseError::damaged("the text of a game"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Replayer, each_game};
    use crate::pdn::{Scan, block_of};

    #[test]
    fn comments_among_the_tags_keep_the_text_whole_and_the_columns_filled() {
        let text = "{a scan} [White \"A\"]\n{b} [Black \"B\"]\n\n1. 32-28 $10 2-0 {end}";
        let stored = |text: &str| {
            let (block, mut stored) = (block_of("a test", text), None);
            each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
                let game = WholeGame::of(text, replay.whole().expect("readable"));
                let movetext = unpacked(&game.movetext.expect("a text")).expect("packed");
                stored = Some((game.header, String::from_utf8(movetext).expect("UTF-8")));
            });
            stored.expect("a game")
        };
        let (header, movetext) = stored(text);
        assert_eq!((header.layout.as_str(), movetext.as_str()), ("", text));
        assert_eq!((header.white.as_deref(), header.result.as_str()), (Some("A"), "2-0"));
        let (header, movetext) = stored(&text.replace("{a scan} ", "").replace("{b} ", ""));
        assert_eq!(header.layout, "White Black");
        assert_eq!(movetext, "1. 32-28 $10 2-0 {end}");
    }

    #[test]
    fn texts_of_any_size_come_back_and_a_claimed_size_is_not_believed() {
        for size in [0, 10, TRUSTED_TEXT, 3 * TRUSTED_TEXT] {
            let text: Vec<u8> = (0..size).map(|place| place as u8 % 50).collect();
            assert_eq!(unpacked(&packed(&text)).expect("packed"), text);
        }
        // A frame of 64 MiB, of which nothing follows.
        let header = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 4];
        assert_eq!(zstd::decompressed_size(&header), Some(64 << 20));
        assert!(unpacked(&header).is_err());
    }
}
