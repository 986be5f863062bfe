//! Every form of text is read in linear time, whatever is repeated in it: 400 kB of anything in less than a second.

use std::time::Duration;

use cpu_time::ThreadTime;
use draughts_td::arena::play::opening_file;
use draughts_td::board::{Color, Position, fen};
use draughts_td::dataset::Filter;
use draughts_td::game::{Replay, Replayer, each_game};
use draughts_td::pdn::{GameText, Scan, block_of, commands};

const SECOND: Duration = Duration::from_secs(1);

/// What is repeated, singly and in pairs: at least one beginning and one end of everything that has them.
const TOKENS: [&str; 62] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "/",
    "*",
    ";",
    "%",
    "$",
    "!",
    "?",
    ".",
    "..",
    "...",
    "-",
    "--",
    "x",
    ":",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "0",
    "1",
    "11",
    "1.",
    "1...",
    "1-1",
    "2-0",
    "1/2-1/2",
    "1-50",
    "32-28",
    "32-28*",
    "19-23",
    "28x19",
    "47x36",
    "1x2x3x4",
    "3228",
    "c3-d4",
    "a",
    "a1",
    "[a",
    "[a ",
    "[a \"",
    "[a \"b\"]",
    "[filename ",
    "[pdn]",
    "[%clk ",
    "[Event \"x\"]\n",
    "\n\n[Event \"x\"]\n",
    "/FEN \"",
    "/FEN \"W:W31:B1\"/",
    "[FEN \"W:W31:B1\"]",
    "(?",
    "\u{bd}",
    "é",
];

/// What comes before: nothing, a game that stays legal, one that braces make illegal, an open comment, a header.
const STARTS: [&str; 5] = ["", "1. 32-28 ", "1. 32-28 } 1-50 ", "1. 32-28 {", "[Event \"x\"]\n\n"];

/// Reads a text with everything that is asked of it elsewhere.
fn read(text: &str) {
    let block = block_of("linear", text);
    let mut verdicts = Vec::new();
    each_game(
        &block,
        &mut Scan::default(),
        &mut Replayer::default(),
        |text: &GameText, replay: Replay| {
            for (elements, comment) in text.comments() {
                let _ = (replay.game.plies_of_elements(elements), commands(comment).count());
            }
            let _ = (text.warnings().count(), text.place());
            for segment in replay.game.segments() {
                Filter::default().check(segment.positions, segment.moves, &mut verdicts);
            }
            let _ = replay.whole().map_err(|error| error.to_string());
        },
    );
}

/// The least processor time of three runs on this thread, so that a busy machine does no harm.
fn time(work: impl Fn()) -> Duration {
    let once = || {
        let started = ThreadTime::now();
        work();
        started.elapsed()
    };
    let first = once();
    // What is quick at once need not be looked at again.
    if first < Duration::from_millis(5) { first } else { first.min(once()).min(once()) }
}

/// The beginning, then the piece over and over, in all about this many bytes.
fn repeated(start: &str, piece: &str, bytes: usize) -> String {
    start.to_owned() + &piece.repeat(bytes / piece.len())
}

/// Reads the pieces after every start, over and over in a text of this length, and names those that take longer than the limit.
fn assert_quick(
    starts: &[&str],
    pieces: impl Iterator<Item = String>,
    bytes: usize,
    limit: Duration,
    read: &dyn Fn(&str),
) {
    let mut slow = Vec::new();
    for piece in pieces {
        for start in starts {
            let text = repeated(start, &piece, bytes);
            let took = time(|| read(&text));
            if took > limit {
                slow.push((took, start.to_owned(), piece.clone()));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn every_token_is_read_at_once() {
    assert_quick(&STARTS, TOKENS.iter().map(ToString::to_string), 100_000, SECOND / 4, &read);
}

/// A text this short shows it too: a time that grows with the square of the length was 60 ms for 12 kB of braces.
#[test]
fn every_pair_of_tokens_is_read_at_once() {
    let pairs = TOKENS.iter().flat_map(|a| TOKENS.iter().map(move |b| format!("{a}{b}")));
    assert_quick(&STARTS[2..3], pairs, 12_000, SECOND / 20, &read);
}

#[test]
fn tokens_with_lines_and_spaces_between_are_read_at_once() {
    let glued = TOKENS.iter().flat_map(|token| [" ", "\n\n"].map(|glue| format!("{token}{glue}")));
    assert_quick(&STARTS[..4], glued, 50_000, SECOND / 2, &read);
}

/// What takes 400 kB, and braces that nothing closes.
#[test]
fn long_texts_of_braces_are_read_within_a_second() {
    let texts = [
        repeated("1. 32-28 1-50 ", "}", 400_000),
        repeated("1. 32-28 } 1-50 ", "{{}", 400_000),
        repeated("1. 32-28 } 1-50 ", "{{}}{", 400_000),
        repeated("1. 32-28 {", "[%a ", 400_000) + "} 19-23 *",
        repeated("", "1. 32-28 } 1-50 {{} * ", 400_000),
    ];
    for text in texts {
        let took = time(|| read(&text));
        assert!(took < SECOND, "{took:?} for {}…", &text[..40]);
    }
}

/// Two captures that nothing ever distinguishes, and kings that go to and fro.
#[test]
fn a_doubt_that_lasts_is_followed_in_linear_time() {
    let start = "[FEN \"W:WK47,K4:B14,19,29,31,42,K50\"]\n47x36 ";
    let long = |plies: usize| format!("{start}{} *", "50-45 4-10 45-50 10-4 ".repeat(plies / 4));
    for plies in [2_000, 9_000, 60_000] {
        let took = time(|| read(&long(plies)));
        assert!(took < SECOND / 2, "{took:?} for {plies} plies");
    }
}

#[test]
fn many_games_with_captures_of_very_many_routes_are_read_in_time() {
    let hostile = "W:WK13:B8,9,10,11,12,19,20,21,22,23,30,31,32,33,34,41,42,43,44,K50";
    let path: String = (1..=23).map(|n| format!("{}x", n * 2)).collect();
    let every = format!("13x{path}13");
    let mut slow = Vec::new();
    for moves in ["13x13", "13x24x13", "13x24x35x13", &every, "13x1"] {
        let game = format!("[FEN \"{hostile}\"]\n{moves} *\n\n");
        let text = repeated("", &game, 20_000);
        let took = time(|| read(&text));
        if took > SECOND {
            slow.push((took, moves));
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn openings_are_read_at_once() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("openings");
    let read = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let _ = opening_file::read(&path);
    };
    let pieces = TOKENS.iter().map(ToString::to_string).chain(
        ["4-10 50-45 10-4 45-50 ", "32-28\n", "{}", "{ ", "[FEN \"W:W31:B1\"]\n"].map(Into::into),
    );
    assert_quick(&["", "W:WK4:BK50 "], pieces, 400_000, SECOND, &read);
}

#[test]
fn positions_are_read_at_once() {
    let read = |text: &str| _ = fen::read_parts(text).map(|fen| fen.position(Color::White));
    let tokens = [
        ":", ",", "W", "K", "-", "1", "W31,", ":W31", ":W", "K1,", "1-50,", ".", " ", "é", ":H",
        "0",
    ];
    let starts = ["", "W", "W:W", "W:W31:B1:"];
    assert_quick(&starts, tokens.iter().map(ToString::to_string), 400_000, SECOND, &read);
    assert_ne!(fen::read("W:W31:B1").expect("a position"), Position::start());
}
