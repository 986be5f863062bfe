//! No bytes whatever make the reader panic or hang, and it never takes a move that is not legal.

#[path = "../../fuzz/src/targets/pdn.rs"]
mod target;

use std::io::Write;
use std::ops::ControlFlow;

use draughts_td::board::{MoveList, Position};
use draughts_td::game::Replay;
use draughts_td::parallel::fold_games;
use draughts_td::pdn::GameText;
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use target::{check, run as read};

/// Pieces that mean something, so that random texts reach the deeper parts.
const PIECES: [&str; 40] = [
    "[Event \"x\"]",
    "[FEN \"W:WK47,26:B14,19,29,31,42\"]",
    "[FEN \"B:WK1-8:BK30-37\"]",
    "[Result \"4-6\"]",
    "[GameType \"20\"]",
    "[FEN \"?:W31-50:B1-20\"]",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\n",
    "\r\n\r\n",
    " ",
    "1.",
    "1...",
    "32-28",
    "19-23",
    "28x19",
    "14x23",
    "47x36",
    "14-20",
    "47x24x36",
    "47x36x19x29x31x42",
    "47x",
    "x36",
    "3228",
    "4-6",
    "*",
    "1-1",
    "2-0",
    "- -",
    "c3-d4",
    "/FEN \"W:WK47:B14,19,29,31,42\"/",
    "$1",
    "!?",
    "...",
    "[%clock w0:1:2 B9:9:9]",
    "\u{bd}-\u{bd}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn arbitrary_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }

    #[test]
    fn arbitrary_pieces_of_pdn_are_read_without_panic(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60),
        glue in prop::sample::select(vec!["", " "]),
    ) {
        read(pieces.join(glue).as_bytes());
    }
}

/// A real-looking game of random moves with comments, variations and clocks.
fn game(random: &mut impl Rng) -> String {
    let mut text = String::from("[Event \"hostile\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n");
    let mut position = Position::start();
    for ply in 0..random.random_range(20..120) {
        let legal = MoveList::legal(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.random_range(0..legal.len())];
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        text.push_str(&format!("{mv} "));
        match random.random_range(0..12) {
            0 => text.push_str("{[%clock w0:09:57 B0:10:00]} "),
            1 => text.push_str("(32-28 $3 {in a variation} 19-23!?) "),
            2 => text.push('\n'),
            _ => {}
        }
        position = position.succ(mv);
    }
    text.push_str("1-1\n\n");
    text
}

#[test]
fn mutated_games_are_read_without_panic() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..400 {
        let mut text = (game(&mut random) + &game(&mut random)).into_bytes();
        for _ in 0..random.random_range(1..12) {
            let at = random.random_range(0..text.len());
            match random.random_range(0..4) {
                0 => text[at] = random.random(),
                1 => _ = text.remove(at),
                2 => text.insert(at, b"{}()[]\"\n-x*/\\1"[random.random_range(0..14)]),
                _ => text.truncate(at.max(1)),
            }
        }
        read(&text);
    }
}

#[test]
fn a_game_cut_at_any_byte_is_read_without_panic() {
    let text = game(&mut Xoshiro256PlusPlus::seed_from_u64(11));
    for end in 0..=text.len() {
        read(&text.as_bytes()[..end]);
    }
}

#[test]
fn mutated_archives_are_read_without_panic() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let text: String = (0..20).map(|_| game(&mut random)).collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).expect("in memory");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["a.pdn", "b.pdn"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("in memory");
        zip.write_all(text.as_bytes()).expect("in memory");
    }
    let archives = [
        gzip.finish().expect("in memory"),
        zstd::encode_all(text.as_bytes(), 3).expect("in memory"),
        zip.finish().expect("in memory").into_inner(),
    ];
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("mutated");
    for archive in archives {
        for _ in 0..150 {
            let mut bytes = archive.clone();
            for _ in 0..random.random_range(1..5) {
                let at = random.random_range(0..bytes.len());
                bytes[at] = random.random();
            }
            std::fs::write(&path, &bytes).expect("written");
            let work = |(): &mut (), text: &GameText<'_>, replay: Replay<'_>| check(text, replay);
            fold_games(&[&path], 2, || (), work, |_| ControlFlow::Continue(()));
        }
    }
}

/// Texts that would take for ever if anything were tried in all combinations.
#[test]
fn texts_made_to_be_slow_are_read_in_time() {
    let kings = "[FEN \"W:WK1,K2,K3,K4,K5:BK12,K13,K14,K17,K18,K22,K23,K24,K27,K28,K32,K33,K34,K37,K38,K39,K42,K43\"]\n";
    let fen = "[FEN \"W:WK46:B7,8,9,17,18,19,27,28,29,37,38,39,12,13,22,23,32,33\"]\n";
    let path: String = (1..=23).map(|n| format!("{}x", n * 2)).collect();
    for text in [
        "(".repeat(200_000),
        "{".repeat(200_000),
        "[".repeat(200_000),
        "[a".repeat(100_000),
        "[a \"".repeat(100_000),
        "/FEN \"".repeat(50_000),
        "{\n\n[".repeat(50_000),
        "{\n\n[a \"x\"]\n".repeat(50_000),
        "1. 32-28 {[a \"\n".repeat(20_000),
        format!("{fen}1. {path}5 *"),
        format!("{fen}1. 46x5 1-6 *"),
        format!("{kings}1. {path}50 *\n"),
        "47x36 ".repeat(100_000),
        "\r".repeat(200_000),
        "1x1".repeat(100_000),
        "$".repeat(100_000),
        "*".repeat(200_000),
        "32-28*".repeat(50_000),
        "32-28* {a} $1 ! ".repeat(20_000),
        format!("32-28*{}", "{a}".repeat(100_000)),
        format!("{}{}", "32-28*".repeat(2_000), "{a}".repeat(20_000)),
    ] {
        read(text.as_bytes());
    }
}
