//! Endgame tables of two and three pieces: the values of other programs, files that do not depend on threads or interruptions, and
//! a clear word about what is damaged or missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use draughts_td::board::{Bitboard, ByColor, Color, Position, Setup, Square, fen};
use draughts_td::tablebase::{
    BuildRequest, Census, Event, Kind, MaterialKey, Tables, TablesError, Wdl, build, verify,
};
use tempfile::TempDir;

fn order(dir: &Path, pieces: u32, threads: usize) -> BuildRequest {
    BuildRequest { dir: dir.to_path_buf(), pieces, distances: true, threads }
}

fn make(dir: &Path, pieces: u32, threads: usize) {
    build(&order(dir, pieces, threads), &mut |_| {}, &|| false).expect("built");
}

/// Tables of two and three pieces, made once.
static MADE: LazyLock<TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    make(dir.path(), 3, 2);
    dir
});

fn tables() -> Tables {
    let (tables, notes) = Tables::open(MADE.path()).expect("tables");
    assert_eq!(notes, [""; 0]);
    tables
}

/// A copy that a test may damage.
fn copy() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for file in files(MADE.path()) {
        let name = file.file_name().expect("a name");
        fs::copy(&file, dir.path().join(name)).expect("copied");
    }
    dir
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn contents(dir: &Path) -> Vec<Vec<u8>> {
    files(dir).iter().map(|file| fs::read(file).expect("read")).collect()
}

/// CRC-16 with polynomial 1021 and start ffff.
fn crc(bytes: impl Iterator<Item = u8>) -> u16 {
    bytes.fold(0xffff, |crc, byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
        })
    })
}

/// The byte of Moby Dam's table: n for a win in n plies, −n for a loss, 100 for a draw and for what is no position. The squares
/// of white men, white kings, black men and black kings are the digits of the index.
fn moby_dam_byte(tables: &Tables, slice: MaterialKey, index: usize) -> u8 {
    let outcome = position(slice, index).and_then(|position| tables.outcome(&position));
    let plies = outcome.and_then(|outcome| outcome.distance).map(|plies| plies.plies() as i8);
    match (outcome.map(|outcome| outcome.verdict), plies) {
        (Some(Wdl::Win), Some(plies)) => plies as u8,
        (Some(Wdl::Loss), Some(plies)) => (-plies) as u8,
        _ => 100,
    }
}

/// The position of an index in base 50, if squares of the same kind ascend and there is one.
fn position(slice: MaterialKey, index: usize) -> Option<Position> {
    let mut digits = (0..slice.pieces())
        .rev()
        .map(|power| index / 50_usize.pow(power) % 50)
        .map(|digit| Square::new(digit as u8 + 1).expect("50 squares"));
    let mut set = |count: usize| {
        let squares: Vec<Square> = digits.by_ref().take(count).collect();
        let set = squares.iter().fold(Bitboard::EMPTY, |set, square| set.with(*square));
        squares.is_sorted_by(|a, b| a < b).then_some(set)
    };
    let (white, black) = (Color::White, Color::Black);
    let (white_men, white_kings) = (set(slice.men(white))?, set(slice.kings(white))?);
    let (black_men, black_kings) = (set(slice.men(black))?, set(slice.kings(black))?);
    let men = ByColor { white: white_men, black: black_men };
    let kings = ByColor { white: white_kings, black: black_kings };
    Setup { men, kings, turn: white }.check().ok()
}

/// The checksums in Moby Dam's source, over every position of the slice, captures included.
#[test]
fn distances_of_two_and_three_pieces_are_those_of_moby_dam() {
    let expected = [
        ("1010", 0xd2d8),
        ("0110", 0x6915),
        ("1001", 0xb1a5),
        ("0101", 0x7585),
        ("2010", 0x9965),
        ("2001", 0x3184),
        ("1020", 0x13ea),
        ("1011", 0xec9f),
        ("1002", 0x74bd),
        ("1110", 0xf732),
        ("1101", 0x6cab),
        ("0120", 0x9752),
        ("0111", 0xa0f7),
        ("0102", 0xf548),
        ("0210", 0xc2ae),
        ("0201", 0x703d),
    ];
    let tables = tables();
    for (name, checksum) in expected {
        let slice: MaterialKey = name.parse().expect("a slice");
        let bytes = (0..50_usize.pow(slice.pieces())).map(|i| moby_dam_byte(&tables, slice, i));
        assert_eq!(crc(bytes), checksum, "{name}");
    }
}

/// Scan 2.0's files and an independent generator agree on these: quiet positions won, drawn, lost, White to move, and the longest
/// win and loss over all positions.
const CENSUS: [(&str, [u64; 3], [u32; 2]); 16] = [
    ("0101", [16, 2024, 2], [3, 2]),
    ("0110", [1516, 281, 0], [7, 0]),
    ("1001", [1, 574, 1510], [3, 8]),
    ("1010", [616, 799, 450], [17, 16]),
    ("0102", [0, 40920, 236], [3, 8]),
    ("0111", [15, 72355, 150], [9, 8]),
    ("0120", [14028, 17809, 7], [27, 4]),
    ("0201", [2330, 39402, 0], [7, 0]),
    ("0210", [33973, 1879, 0], [9, 0]),
    ("1002", [0, 7807, 39602], [3, 10]),
    ("1011", [0, 21465, 63377], [17, 18]),
    ("1020", [1858, 17204, 18801], [33, 22]),
    ("1101", [2969, 81465, 2], [9, 2]),
    ("1110", [64099, 9776, 1], [11, 0]),
    ("2001", [337, 30939, 11312], [7, 28]),
    ("2010", [23532, 13754, 572], [23, 32]),
];

#[test]
fn every_position_is_what_its_moves_make_it_and_the_sums_are_known() {
    let tables = tables();
    for (name, quiet, longest) in CENSUS {
        let slice = name.parse().expect("a slice");
        let verified = verify(&tables, slice, &mut |_| {}, &|| false);
        let verified = verified.expect("not stopped");
        assert_eq!((verified.faults, verified.unchecked), (0, 0), "{name}");
        let Census { quiet: found, longest_win, longest_loss, .. } = verified.census;
        assert_eq!([found.win, found.draw, found.loss], quiet, "{name}");
        assert_eq!([longest_win, longest_loss], longest, "{name}");
    }
}

#[test]
fn both_colours_and_captures_are_answered() {
    let tables = tables();
    let told = |text: &str| {
        let outcome = tables.outcome(&fen::read(text).expect(text)).expect("covered");
        (outcome.verdict, outcome.distance.map(|distance| distance.plies()))
    };
    // King on 5 and king on 46: the side to move loses in 2.
    assert_eq!(told("W:WK5:BK46"), (Wdl::Loss, Some(2)));
    assert_eq!(told("B:WK46:BK5"), (Wdl::Loss, Some(2)));
    // A capture takes the last piece.
    assert_eq!(told("W:W32:B28"), (Wdl::Win, Some(1)));
    assert_eq!(told("B:W32:B28"), (Wdl::Win, Some(1)));
    // No piece, and no move.
    assert_eq!(told("W:W:BK46"), (Wdl::Loss, Some(0)));
    assert_eq!(told("W:W46:B41,K37"), (Wdl::Loss, Some(0)));
    assert_eq!(told("W:WK1:BK50").0, Wdl::Draw);
    let four = fen::read("W:WK1,K2,K3:BK50").expect("fen");
    assert_eq!(tables.probe(&four), None, "four pieces are not covered");
}

#[test]
fn files_do_not_depend_on_threads() {
    let dir = tempfile::tempdir().expect("a folder");
    make(dir.path(), 3, 1);
    assert!(contents(dir.path()) == contents(MADE.path()));
}

#[test]
fn verdicts_without_distances_are_the_same_in_less_room() {
    let dir = tempfile::tempdir().expect("a folder");
    let order = BuildRequest { distances: false, ..order(dir.path(), 3, 2) };
    build(&order, &mut |_| {}, &|| false).expect("built");
    let size = |dir: &Path| contents(dir).iter().map(Vec::len).sum::<usize>();
    assert!(3 * size(dir.path()) < 2 * size(MADE.path()));
    let (bare, _) = Tables::open(dir.path()).expect("tables");
    let tables = tables();
    for slice in MaterialKey::all(3) {
        let verified = verify(&bare, slice, &mut |_| {}, &|| false);
        assert_eq!(verified.expect("not stopped").faults, 0);
        let all = (0..125_000).step_by(3).filter_map(|index| position(slice, index));
        for position in all {
            let outcome = bare.outcome(&position).expect("covered");
            assert_eq!(Some(outcome.verdict), tables.probe(&position), "{position:?}");
            assert!(outcome.distance.is_none() || position.must_capture());
        }
    }
}

#[test]
fn a_stopped_build_resumes_to_the_same_files_and_makes_no_table_twice() {
    let dir = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let mut written = Vec::new();
    let mut watch = |event: &Event<'_>| {
        if let Event::Written { key: slice, .. } = event {
            written.push(*slice);
            stop.store(written.len() % 3 == 0, Ordering::Relaxed);
        }
    };
    let mut runs = 1;
    while build(&order(dir.path(), 3, 2), &mut watch, &|| stop.load(Ordering::Relaxed)).is_err() {
        stop.store(false, Ordering::Relaxed);
        runs += 1;
    }
    assert!(runs > 3, "{runs} runs");
    assert!(contents(dir.path()) == contents(MADE.path()));
    let all = written.len();
    written.sort();
    written.dedup();
    // A stop between twins costs the first of them.
    assert!(all - written.len() < runs, "{all} tables written in {runs} runs");
}

fn refusal(dir: &Path) -> String {
    Tables::open(dir).expect_err("refused").to_string()
}

#[test]
fn a_changed_byte_anywhere_is_noticed() {
    let dir = copy();
    let path = dir.path().join("1010.table");
    let whole = fs::read(&path).expect("read");
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 4;
        fs::write(&path, changed).expect("written");
        let message = refusal(dir.path());
        assert!(message.contains("1010.table"), "{message}");
        assert!(message.contains("endgame build"), "{message}");
    }
}

#[test]
fn a_cut_file_is_refused_wherever_it_ends() {
    let dir = copy();
    let path = dir.path().join("0101.table");
    let whole = fs::read(&path).expect("read");
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).expect("written");
        let message = refusal(dir.path());
        assert!(message.contains("0101.table is cut short"), "{length}: {message}");
        assert!(message.contains("endgame build"), "{message}");
    }
}

#[test]
fn bytes_after_the_end_are_refused() {
    let dir = copy();
    let path = dir.path().join("0101.table");
    let mut whole = fs::read(&path).expect("read");
    whole.push(0);
    fs::write(&path, &whole).expect("written");
    assert!(refusal(dir.path()).contains("0101.table"));
}

#[test]
fn other_versions_other_files_and_other_names_are_refused() {
    let dir = copy();
    let path = dir.path().join("0101.table");
    let whole = fs::read(&path).expect("read");
    let mut newer = whole.clone();
    newer[8] = 2;
    fs::write(&path, newer).expect("written");
    assert!(matches!(Tables::open(dir.path()), Err(TablesError::Version { found: 2, .. })));
    fs::write(&path, b"W:W31-50:B1-20\n").expect("written");
    assert!(matches!(Tables::open(dir.path()), Err(TablesError::Foreign { .. })));
    fs::copy(dir.path().join("1010.table"), &path).expect("copied");
    let message = refusal(dir.path());
    assert!(message.contains("0101.table holds the table 1010"), "{message}");
}

#[test]
fn damaged_tables_are_made_again() {
    let dir = copy();
    fs::write(dir.path().join("0101.table"), b"DTDTABLE\x01half").expect("written");
    fs::write(dir.path().join("2010.table"), b"").expect("written");
    let mut notices = Vec::new();
    let mut watch = |event: &Event<'_>| notices.extend(event.message());
    build(&order(dir.path(), 3, 2), &mut watch, &|| false).expect("built");
    assert_eq!(notices.len(), 2, "{notices:?}");
    for name in ["0101", "2010"] {
        let told = format!("{name}.table is cut short; it is made again");
        assert!(notices.iter().any(|notice| notice.ends_with(&told)), "{notices:?}");
    }
    assert!(contents(dir.path()) == contents(MADE.path()));
}

#[test]
fn what_is_no_table_or_another_one_is_not_written_over() {
    let newer = [b"DTDTABLE".as_slice(), &[99], &[0; 99]].concat();
    let other = fs::read(MADE.path().join("1001.table")).expect("a table");
    for content in [b"my notes".to_vec(), newer, other] {
        let dir = copy();
        let path = dir.path().join("2010.table");
        fs::write(&path, &content).expect("written");
        let error = build(&order(dir.path(), 3, 1), &mut |_| {}, &|| false).expect_err("refused");
        assert!(error.to_string().contains("2010.table"), "{error}");
        assert_eq!(fs::read(&path).expect("still there"), content);
    }
}

#[test]
fn of_twins_only_the_one_that_is_missing_is_made() {
    let dir = copy();
    fs::remove_file(dir.path().join("1001.table")).expect("removed");
    let verdicts = BuildRequest { distances: false, ..order(dir.path(), 2, 1) };
    build(&verdicts, &mut |_| {}, &|| false).expect("built");
    let (tables, _) = Tables::open(dir.path()).expect("tables");
    let kind = |name: &str| tables.kind(name.parse().expect(name));
    assert_eq!(kind("1001"), Some(Kind::Verdicts));
    assert_eq!(kind("0110"), Some(Kind::Distances), "it was there");
}

#[test]
fn a_damaged_table_names_the_command_that_makes_it_again() {
    let dir = copy();
    fs::write(dir.path().join("4001.table"), b"DTDTABLE\x01half").expect("written");
    let message = refusal(dir.path());
    let command = format!("`draughts-td endgame build {} --pieces 5`", dir.path().display());
    assert!(message.contains(&command), "{message}");
}

#[test]
fn tables_that_are_there_are_used_and_missing_ones_named() {
    let dir = copy();
    fs::remove_file(dir.path().join("1101.table")).expect("removed");
    fs::remove_file(dir.path().join("0101.table")).expect("removed");
    let (tables, notes) = Tables::open(dir.path()).expect("tables");
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("1 of 4 tables of 2 pieces are missing (0101)"), "{}", notes[0]);
    assert!(notes[1].contains("1 of 12 tables of 3 pieces are missing (1101)"), "{}", notes[1]);
    assert!(notes[1].contains("--pieces 3"), "{}", notes[1]);
    let probe = |text: &str| tables.probe(&fen::read(text).expect(text));
    assert_eq!(probe("W:W40,K46:BK1"), None, "its table is missing");
    assert_eq!(probe("W:WK46,K47:BK1"), Some(Wdl::Draw));
    assert_eq!(probe("W:W32:B28"), Some(Wdl::Win), "a capture needs no table");
}

#[test]
fn a_folder_without_tables_says_how_to_make_some() {
    let dir = tempfile::tempdir().expect("a folder");
    for place in [dir.path().to_path_buf(), dir.path().join("none")] {
        let message = refusal(&place);
        assert!(message.contains("endgame build"), "{message}");
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("file");
    fs::write(&file, b"").expect("written");
    let error = build(&order(&file, 2, 1), &mut |_| {}, &|| false);
    let message = error.expect_err("no folder").to_string();
    assert!(message.contains("cannot make") && message.contains("file"), "{message}");
    let pieces = build(&order(dir.path(), 7, 1), &mut |_| {}, &|| false);
    assert!(matches!(pieces, Err(TablesError::Pieces { asked: 7, .. })));
}
