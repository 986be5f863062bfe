//! Blocks cut at game boundaries give the games of the whole text, and broken streams give all games before the break.

use std::io::Cursor;

use super::*;
use crate::pdn::reader::{Games, block_of};
use crate::pdn::text::Scan;
use proptest::prelude::*;

/// The games of a text as the bytes they take.
fn games(text: &[u8]) -> Vec<Vec<u8>> {
    let block = block_of("text", text);
    let mut scan = Scan::default();
    let mut games = Games::new(&block, &mut scan);
    let mut found = Vec::new();
    while let Some(game) = games.next() {
        found.push(game.bytes().trim_ascii().to_vec());
    }
    found
}

/// Pieces of files that make the search for a boundary hard.
const PIECES: [&str; 26] = [
    "[Event \"a\"]\n",
    "[Event \"b [ { % ; \"]\n",
    "[Event \"c\" and \"d]\n",
    "[Round 12\n",
    "\n",
    "\r\n",
    "\r",
    " \n",
    "1. 32-28 19-23 ",
    "2. 28x19 14x23 2-0\n",
    "1-1\n\n",
    "*\n\n",
    "{a comment}",
    "{a comment\n\n12\n",
    "[White \"in a comment\"]\n",
    "with an end}\n",
    "{[%clock w0:10:00 B0:09:00]} 2-0\n",
    "% a line [Event \"x\"] 12\n",
    "; a line { 12\n",
    "( a variation ",
    ") ",
    "/FEN \"W:W50:B1\"/ ",
    "[pdn]\n",
    "[FILENAME \"x\"]\n",
    "junk ] 7\n",
    "{}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_text_cut_at_a_boundary_holds_the_same_games(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..25),
    ) {
        let text = pieces.concat().into_bytes();
        let whole = games(&text);
        for end in 0..=text.len() {
            if let Some(cut) = last_boundary(&text[..end]) {
                let mut parts = games(&text[..cut]);
                parts.extend(games(&text[cut..]));
                prop_assert_eq!(&parts, &whole, "cut at {} of {:?}", cut, String::from_utf8_lossy(&text));
            }
        }
    }
}

#[test]
fn a_boundary_is_found_with_and_without_blank_lines() {
    for text in [
        "1. 32-28 2-0\n\n[Event \"x\"]",
        "1. 32-28 2-0\n[Event \"x\"]",
        "1. 32-28 2-0\r\n\r\n[Event \"x\"]",
        "1. 32-28 2-0\r[Event \"x\"]",
        "1. 32-28 {[%clock w0:10:00 B0:09:00]} 2-0\n\n[Event \"x\"]",
    ] {
        assert_eq!(last_boundary(text.as_bytes()), text.find("[Event"), "{text:?}");
    }
}

#[test]
fn no_boundary_is_seen_in_comments_headers_and_mid_line() {
    for text in [
        "1. 32-28 {see\n[Event \"x\"]} 2-0",
        "[White \"a\"]\n\n[Black \"b\"]",
        "1. 32-28 2-0 [Event \"x\"]",
        "% 12\n[Event \"x\"]",
        "[Event \"x\"] 1. 32-28",
    ] {
        assert_eq!(last_boundary(text.as_bytes()), None, "{text:?}");
    }
}

/// All blocks of a stream, and the fault it ends with.
fn blocks(mut text: impl Read) -> (Vec<TextBlock>, Option<PdnError>) {
    let mut reader = BlockReader::new(&mut text, Arc::from("stream"), Packing::Plain);
    let mut blocks = Vec::new();
    let mut fault = None;
    while let Some(next) = reader.next(Vec::new()) {
        match next {
            Ok(block) => blocks.push(block),
            Err(error) => fault = Some(error),
        }
    }
    (blocks, fault)
}

fn database(games: usize) -> Vec<u8> {
    (1..=games)
        .map(|n| format!("[Round \"{n}\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n"))
        .collect::<String>()
        .into_bytes()
}

#[test]
fn blocks_join_to_the_text_and_know_their_byte_and_line() {
    let text = database(60_000);
    let (blocks, fault) = blocks(Cursor::new(&text));
    assert!(fault.is_none() && blocks.len() > 2);
    let mut at = 0;
    for block in &blocks {
        assert_eq!(block.byte as usize, at);
        assert_eq!(block.line, 1 + count_lines(&text[..at]));
        assert_eq!(block.text, text[at..at + block.text.len()]);
        assert!(block.text.len() <= BLOCK_BYTES && block.text.starts_with(b"[Round"));
        at += block.text.len();
    }
    assert_eq!(at, text.len());
}

/// A stream that breaks off with an error.
struct Breaking<'a>(Cursor<&'a [u8]>, io::ErrorKind);

impl Read for Breaking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(self.1, "broken")),
            read => Ok(read),
        }
    }
}

#[test]
fn a_stream_that_breaks_off_gives_the_whole_games_before_the_break() {
    let text = database(3);
    let third = 2 * text.len() / 3;
    let (found, fault) =
        blocks(Breaking(Cursor::new(&text[..third + 30]), io::ErrorKind::UnexpectedEof));
    let mut scan = Scan::default();
    let mut games = Games::new(&found[0], &mut scan);
    let mut count = 0;
    while games.next().is_some() {
        count += 1;
    }
    assert_eq!((found.len(), count), (1, 2), "the third game is cut");
    let Some(PdnError::Truncated { byte, line, .. }) = fault else { panic!("{fault:?}") };
    assert_eq!(byte as usize, third + 30);
    assert_eq!(line, 1 + count_lines(&text[..third + 30]));
    let (_, fault) = blocks(Breaking(Cursor::new(&text), io::ErrorKind::Other));
    assert!(matches!(fault, Some(PdnError::Read { .. })));
}

#[test]
fn a_text_without_end_is_given_up_and_reading_continues_at_the_next_tag() {
    let mut text = b"{".to_vec();
    text.resize(MAX_BLOCK_BYTES + BLOCK_BYTES + 1000, b'x');
    text.extend_from_slice(b"\n");
    text.extend_from_slice(&database(2));
    let (blocks, fault) = blocks(Cursor::new(&text));
    assert!(matches!(fault, Some(PdnError::TooLong { byte: 0, line: 1, .. })), "{fault:?}");
    assert_eq!(blocks.len(), 1);
    assert_eq!(games(&blocks[0].text).len(), 2);
    assert_eq!(blocks[0].line, 2);
}

#[test]
fn binary_data_are_told_by_a_zero_byte() {
    let (blocks, fault) = blocks(Cursor::new(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
    assert!(blocks.is_empty());
    assert!(matches!(fault, Some(PdnError::NotText { byte: 8, .. })));
}
