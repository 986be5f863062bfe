//! Games that the page itself brings: pasted text, or the bytes of a file, plain or packed.

use std::ops::ControlFlow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::game_json;
use crate::board::{Position, fen};
use crate::error::WebError;
use crate::events::Events;
use crate::game::{Replay, Replayer, each_game};
use crate::pdn::{GameText, PdnError, Scan, TextBlock, block_of, read_bytes};

/// The games of one page of the list.
const PAGE: usize = 100;
/// The most bytes of these; the game that exceeds them is the last.
const PAGE_BYTES: usize = 2 << 20;
/// The longest text that is looked at as a position.
const FEN_BYTES: usize = 1000;
/// The name of the position in which games begin, as the verbs have it.
const START: &str = "start";
/// The usual tags: a text without one and without a legal move is no PDN.
const TAGS: [&str; 9] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN"];

/// A text, or a file as base64, and the first game of the page.
#[derive(Debug, Default, Deserialize)]
pub(super) struct PasteQuery {
    #[serde(default)]
    text: String,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    from: usize,
}

/// A page of the games, or the position if it is one.
pub(super) fn paste(pasted: PasteQuery, events: &dyn Events) -> Result<Value, WebError> {
    let mut list = List { from: pasted.from, events, ..List::of(events) };
    match pasted.file {
        Some(file) => {
            let bytes = BASE64_STANDARD.decode(file);
            let bytes = bytes.map_err(|_| WebError::Bad("the file is not base64".into()))?;
            foreign(&bytes)?;
            if let Some(position) = position_of(&bytes)? {
                return Ok(position);
            }
            let _ = read_bytes("the file", &bytes, &mut |next| list.take(next));
        }
        None => {
            if let Some(position) = position_of(pasted.text.as_bytes())? {
                return Ok(position);
            }
            let _ = list.take(Ok(block_of("the clipboard", pasted.text)));
        }
    }
    events.check_stop()?;
    list.answer()
}

/// The position that a short text means: a FEN, or `start`. One line that begins as a FEN is a wrong one.
fn position_of(bytes: &[u8]) -> Result<Option<Value>, WebError> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.len() > FEN_BYTES {
        return Ok(None);
    }
    let json = |position: &Position| Ok(Some(json!({ "fen": fen::write(position) })));
    if text.eq_ignore_ascii_case(START) {
        return json(&Position::start());
    }
    let looks_like_fen = text.lines().count() == 1 && text.starts_with(['W', 'B', 'w', 'b', '?']);
    match fen::read(text) {
        Ok(position) => json(&position),
        Err(error) if looks_like_fen => Err(WebError::Bad(error.to_string())),
        Err(_) => Ok(None),
    }
}

/// Refuses files of other kinds by their first bytes, with what can be done.
fn foreign(bytes: &[u8]) -> Result<(), WebError> {
    const PACKERS: [(&[u8], &str); 5] = [
        (b"BZh", "bzip2"),
        (b"\xFD7zXZ\0", "xz"),
        (b"7z\xBC\xAF\x27\x1C", "7-Zip"),
        (b"Rar!", "RAR"),
        (b"\x04\x22\x4D\x18", "LZ4"),
    ];
    if let Some((_, packer)) = PACKERS.iter().find(|(head, _)| bytes.starts_with(head)) {
        let reason = format!("the file is packed by {packer}: unpack it, then open what was in it");
        return Err(WebError::Bad(reason));
    }
    if bytes.starts_with(b"SQLite format 3\0") {
        let reason = "the file is a database: open it with `draughts-td board`";
        return Err(WebError::Bad(reason.into()));
    }
    Ok(())
}

/// A page of games on its way.
struct List<'a> {
    from: usize,
    events: &'a dyn Events,
    seen: usize,
    bytes: usize,
    games: Vec<Value>,
    /// Whether any game has a usual tag or a legal move.
    is_pdn: bool,
    has_more: bool,
    fault: Option<PdnError>,
}

impl<'a> List<'a> {
    fn of(events: &'a dyn Events) -> List<'a> {
        let (games, fault) = (Vec::new(), None);
        List { from: 0, events, seen: 0, bytes: 0, games, is_pdn: false, has_more: false, fault }
    }

    fn take(&mut self, next: Result<TextBlock, PdnError>) -> ControlFlow<()> {
        match next {
            Ok(block) => {
                let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
                each_game(&block, &mut scan, &mut replayer, |text, replay| self.add(text, &replay));
            }
            Err(fault) => self.fault = Some(fault),
        }
        if self.has_more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn add(&mut self, text: &GameText<'_>, replay: &Replay<'_>) {
        // Nobody waits any more: nothing else is read.
        self.has_more |= self.events.check_stop().is_err();
        if self.has_more {
            return;
        }
        let number = self.seen;
        self.seen += 1;
        self.is_pdn |=
            replay.game.plies() > 0 || TAGS.iter().any(|tag| text.tag_text(tag).is_some());
        if number < self.from {
            return;
        }
        self.has_more = self.games.len() == PAGE || self.bytes > PAGE_BYTES;
        if !self.has_more {
            self.bytes += text.bytes().len();
            self.games.push(game_json(number, text, replay));
        }
    }

    fn answer(self) -> Result<Value, WebError> {
        let List { games, is_pdn, has_more, fault, .. } = self;
        if games.is_empty() || !is_pdn {
            let reason = match fault {
                Some(PdnError::Empty { .. }) => "the file is empty",
                Some(PdnError::NotText { .. }) | None => "this is neither a FEN nor a game in PDN",
                Some(_) => "the file is damaged: no game in it can be read",
            };
            return Err(WebError::Bad(reason.into()));
        }
        let fault = fault.map(|_| "The file is damaged: not every game in it can be read.");
        Ok(json!({ "games": games, "more": has_more, "fault": fault }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::api::test_client::TestClient;

    const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n[White \"Cas\"]\n\n1. 31-26 *\n";

    fn asked(question: Value) -> Result<Value, String> {
        let query = serde_json::from_value(question).expect("a question");
        paste(query, &TestClient::patient()).map_err(|error| error.to_string())
    }

    fn file(bytes: &[u8]) -> Result<Value, String> {
        asked(json!({ "file": BASE64_STANDARD.encode(bytes) }))
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text).and_then(|()| packer.finish()).expect("packed")
    }

    /// Bytes without a pattern, by a multiplicative generator.
    fn noise(seed: u64, length: usize) -> Vec<u8> {
        let next =
            |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        let states = std::iter::successors(Some(seed), next);
        states.skip(1).map(|state| (state >> 56) as u8).take(length).collect()
    }

    #[test]
    fn a_file_is_read_packed_or_plain_in_any_encoding() {
        let latin = GAMES.replace("Ann", "Jos\u{e9}");
        let latin: Vec<u8> = latin.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(GAMES.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let zstd = zstd::encode_all(GAMES.as_bytes(), 1).expect("packed");
        for (name, bytes) in [
            ("plain", GAMES.as_bytes().to_vec()),
            ("gzip", gzip(GAMES.as_bytes())),
            ("zstd", zstd),
            ("UTF-16", wide),
            ("Latin-1", latin.clone()),
            ("Latin-1, packed", gzip(&latin)),
        ] {
            let page = file(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let games = page["games"].as_array().expect("games");
            assert_eq!(games.len(), 2, "{name}");
            let white = if name.starts_with("Latin") { "Jos\u{e9}" } else { "Ann" };
            assert_eq!(
                (&games[0]["white"], &games[0]["plies"]),
                (&json!(white), &json!(3)),
                "{name}"
            );
            assert_eq!(page["fault"], Value::Null, "{name}");
        }
    }

    #[test]
    fn what_is_no_pdn_is_refused_and_makes_no_list() {
        let picture = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &noise(7, 50_000)].concat();
        let none = "this is neither a FEN nor a game in PDN";
        for (bytes, expected) in [
            (picture, none),
            (b"%PDF-1.7 1 0 obj << /Type [1 2] >> 12. (a) endobj *".to_vec(), none),
            (b"no game at all".to_vec(), none),
            (Vec::new(), "the file is empty"),
            (
                b"BZh91AY&SY".to_vec(),
                "the file is packed by bzip2: unpack it, then open what was in it",
            ),
            (
                b"\xFD7zXZ\0\0\x04".to_vec(),
                "the file is packed by xz: unpack it, then open what was in it",
            ),
            (
                b"SQLite format 3\0".to_vec(),
                "the file is a database: open it with `draughts-td board`",
            ),
            (gzip(&noise(3, 5000)), none),
        ] {
            assert_eq!(file(&bytes), Err(expected.into()));
        }
        for seed in 1..200 {
            let bytes = noise(seed, 2000);
            let printable: Vec<u8> = bytes.iter().map(|byte| 32 + byte % 95).collect();
            assert!(file(&bytes).is_err() && file(&printable).is_err(), "{seed}");
        }
    }

    #[test]
    fn of_a_cut_file_the_whole_games_are_shown_with_a_word() {
        let many: String = (1..2000)
            .map(|n| {
                format!("[White \"Player {}\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n", n * 7919 % 10_007)
            })
            .collect();
        let packed = gzip(many.as_bytes());
        let page = file(&packed[..packed.len() / 3]).expect("games before the cut");
        assert!(page["games"].as_array().is_some_and(|games| games.len() == PAGE));
        let short = gzip(GAMES.as_bytes());
        let page = file(&short[..short.len() - 12]);
        assert!(page.as_ref().is_err() || page.is_ok_and(|page| page["fault"].is_string()));
        assert_eq!(
            file(&short[..12]),
            Err("the file is damaged: no game in it can be read".into())
        );
    }

    #[test]
    fn a_long_file_is_listed_page_by_page_to_its_end() {
        let text: String =
            (0..250).map(|n| format!("[White \"P{n}\"]\n\n1. 31-26 *\n\n")).collect();
        let packed = BASE64_STANDARD.encode(gzip(text.as_bytes()));
        let mut names = Vec::new();
        loop {
            let page = asked(json!({ "file": packed, "from": names.len() })).expect("a page");
            let games = page["games"].as_array().expect("games");
            names.extend(
                games.iter().map(|game| game["white"].as_str().expect("a name").to_owned()),
            );
            if page["more"] != true {
                break;
            }
        }
        assert_eq!(names, (0..250).map(|n| format!("P{n}")).collect::<Vec<_>>());
    }

    #[test]
    fn the_start_and_a_position_are_taken_from_text_and_file() {
        let start = fen::write(&Position::start());
        for text in ["start", " Start\n", start.as_str(), "\u{feff}start\r\n"] {
            assert_eq!(asked(json!({ "text": text })).expect(text)["fen"], start.as_str());
            assert_eq!(file(text.as_bytes()).expect(text)["fen"], start.as_str());
        }
        assert!(file(b"W:W51:B1").expect_err("no square").contains("51"));
    }
}
