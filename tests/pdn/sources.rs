//! Every packing, encoding and line end is read alike; what is broken is named, and the games before the break are kept.

use std::fs;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use draughts_td::game::GameError;
use draughts_td::parallel::{ReadError, Reading, fold_games, read_games};
use draughts_td::pdn::{Packing, PdnError, passed_over};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::run::draughts;

/// A database of small games with their numbers as rounds; every fifth is illegal.
fn database(games: usize) -> String {
    (1..=games)
        .map(|n| {
            let last = if n % 5 == 0 { "14x24" } else { "14x23" };
            format!(
                "[Event \"Test\"]\n[Round \"{n}\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 {last} 2-0\n\n"
            )
        })
        .collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text).expect("in memory");
    packed.finish().expect("in memory")
}

fn zstandard(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 3).expect("in memory")
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        archive.start_file(*name, SimpleFileOptions::default()).expect("in memory");
        archive.write_all(text).expect("in memory");
    }
    archive.finish().expect("in memory").into_inner()
}

/// A folder and the path of a file in it.
fn file(name: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("written");
    (folder, path)
}

/// What reading gave, one line per item.
#[derive(Debug, Default, PartialEq)]
struct Log {
    good: usize,
    bad: usize,
    lines: Vec<String>,
    faults: Vec<String>,
}

fn read(paths: &[&Path], threads: usize) -> Log {
    let mut log = Log::default();
    read_games(paths, threads, |item| {
        match item {
            Ok((place, game)) => {
                log.good += 1;
                log.lines.push(format!("{place} {} {:?}", game.plies(), game.outcome()));
            }
            Err(ReadError::Game(error)) => {
                log.bad += 1;
                log.lines.push(error.to_string());
            }
            Err(ReadError::File(fault)) => log.faults.push(fault.to_string()),
        }
        ControlFlow::Continue(())
    });
    log
}

fn only_fault(path: &Path) -> PdnError {
    let mut faults = Vec::new();
    fold_games(
        &[path],
        1,
        || (),
        |(), _, _| {},
        |reading| {
            if let Reading::Fault(fault) = reading {
                faults.push(fault);
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

#[test]
fn plain_gzip_and_zstandard_are_told_by_content_and_read_alike() {
    let text = database(20);
    for content in [text.clone().into_bytes(), gzip(text.as_bytes()), zstandard(text.as_bytes())] {
        let (_folder, path) = file("games.dat", &content);
        let log = read(&[&path], 1);
        assert_eq!((log.good, log.bad, log.faults.len()), (16, 4, 0));
        assert!(log.lines[19].contains("games.dat:119: game 20 "), "{}", log.lines[19]);
    }
}

#[test]
fn packed_files_in_several_parts_are_read_to_the_end() {
    let text = database(10);
    for pack in [gzip, zstandard] {
        let twice = [pack(text.as_bytes()), pack(text.as_bytes())].concat();
        let (_folder, path) = file("games", &twice);
        assert_eq!(read(&[&path], 1).good, 16);
    }
}

#[test]
fn each_member_of_a_zip_archive_is_an_input_of_its_own() {
    let text = database(3);
    let archive = zip_of(&[
        ("a.pdn", text.as_bytes()),
        ("sub/b.PDN", text.as_bytes()),
        ("read.me", b"no game"),
    ]);
    let (_folder, path) = file("games.zip", &archive);
    let log = read(&[&path], 2);
    assert_eq!((log.good, log.faults.len()), (6, 0));
    assert!(log.lines[0].contains("games.zip/a.pdn:1: game 1 "));
    assert!(log.lines[3].contains("games.zip/sub/b.PDN:1: game 1 "), "{}", log.lines[3]);
}

#[test]
fn packed_members_of_a_zip_archive_are_read_and_others_are_named() {
    let text = database(3);
    let archive = zip_of(&[
        ("a.pdn", text.as_bytes()),
        ("b.pdn.gz", &gzip(text.as_bytes())),
        ("c.PDN.zst", &zstandard(text.as_bytes())),
        ("d.pdn.zip", &zip_of(&[("x.pdn", text.as_bytes())])),
        ("games.txt", text.as_bytes()),
        (".hidden", b"x"),
        ("__MACOSX/._a.pdn", b"\0\x05"),
    ]);
    let (_folder, path) = file("games.zip", &archive);
    let log = read(&[&path], 1);
    assert_eq!((log.good, log.faults.len()), (9, 1), "{log:?}");
    assert!(log.lines[3].contains("games.zip/b.pdn.gz:1: game 1 "), "{}", log.lines[3]);
    assert!(log.faults[0].contains("games.zip/d.pdn.zip: is packed"), "{}", log.faults[0]);
    assert_eq!(passed_over(&path), ["games.txt"]);
    let (_folder, only) = file("only.zip", &zip_of(&[("b.pdn.gz", &gzip(text.as_bytes()))]));
    assert_eq!((read(&[&only], 1).good, passed_over(&only)), (3, Vec::new()));
}

#[test]
fn members_of_one_name_in_a_zip_archive_are_a_fault() {
    let text = database(3);
    let mut archive = zip_of(&[("one.pdn", text.as_bytes()), ("two.pdn", text.as_bytes())]);
    let other: Vec<usize> =
        (0..archive.len()).filter(|&at| archive[at..].starts_with(b"two.pdn")).collect();
    assert_eq!(other.len(), 2);
    other.into_iter().for_each(|at| archive[at..at + 3].copy_from_slice(b"one"));
    let (_folder, path) = file("games.zip", &archive);
    let log = read(&[&path], 1);
    assert_eq!((log.good, log.faults.len()), (3, 1), "{log:?}");
    assert!(log.faults[0].contains("one name"), "{}", log.faults[0]);
}

#[test]
fn what_follows_the_data_of_a_gzip_file_takes_no_game_away() {
    let text = database(3);
    let zeros = |count: usize| vec![0; count];
    let packed = gzip(text.as_bytes());
    for (rest, games, bytes) in [
        (zeros(1), 3, 0),
        (zeros(100_000), 3, 0),
        ([zeros(512), packed.clone(), zeros(7)].concat(), 6, 0),
        (b"junk\n".to_vec(), 3, 5),
        ([zeros(3), b"\x1fjunk\n\0".to_vec()].concat(), 3, 7),
    ] {
        let (_folder, path) = file("games.gz", &[packed.clone(), rest].concat());
        let log = read(&[&path], 1);
        assert_eq!((log.good, log.bad), (games, 0), "{log:?}");
        match bytes {
            0 => assert!(log.faults.is_empty(), "{log:?}"),
            _ => assert!(
                log.faults.len() == 1 && log.faults[0].contains(&format!("{bytes} bytes after")),
                "{log:?}"
            ),
        }
    }
}

#[test]
fn signs_of_an_old_code_page_take_no_bracket_with_them() {
    for sign in ["\u{bd}", "\u{a7}", "\u{b2}", "\u{df}", "\u{b4}", "\u{bd}\u{bd}", "\u{ab}x\u{bb}"]
    {
        let text = format!(
            "[White \"A\"]\n\n1. 32-28 {{remise {sign}}} 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 1-1\n"
        );
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let (_folder, path) = file("old.pdn", &latin);
        let log = read(&[&path], 1);
        assert_eq!((log.good, log.faults.len()), (1, 0), "{log:?}");
        assert!(log.lines[0].ends_with(" 7 Draw"), "{}", log.lines[0]);
    }
}

#[test]
fn a_zip_archive_without_pdn_names_gives_all_its_members() {
    let archive = zip_of(&[("games.txt", database(2).as_bytes())]);
    let (_folder, path) = file("games.zip", &archive);
    assert_eq!(read(&[&path], 1).good, 2);
}

#[test]
fn utf_8_latin_1_and_utf_16_give_the_same_games() {
    let text = "[White \"Müller\"]\n\n1. 32-28 19-23 1-1\n";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let wide = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
    };
    let contents =
        [text.as_bytes().to_vec(), latin, wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
    for content in contents {
        let (_folder, path) = file("name.pdn", &content);
        let mut names = Vec::new();
        fold_games(
            &[&path],
            1,
            Vec::new,
            |names: &mut Vec<String>, text, replay| {
                assert!(replay.error.is_none());
                names.extend(text.tag_text("White").map(|name| name.into_owned()));
            },
            |reading| {
                if let Reading::Batch(batch) = reading {
                    names.extend(batch.value);
                }
                ControlFlow::Continue(())
            },
        );
        assert_eq!(names, ["Müller"]);
    }
}

#[test]
fn every_line_end_gives_the_same_places() {
    let text = database(12);
    let places = |end: &str| {
        let (_folder, path) = file("games.pdn", text.replace('\n', end).as_bytes());
        let line = |line: &String| line.split(':').nth(1).map(str::to_owned);
        read(&[&path], 1).lines.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(places("\n"), places("\r\n"));
    assert_eq!(places("\n"), places("\r"));
}

#[test]
fn what_is_no_game_file_is_named_with_its_fault() {
    let folder = tempfile::tempdir().expect("folder");
    let missing = folder.path().join("missing.pdn");
    assert!(matches!(only_fault(&missing), PdnError::Missing { .. }));
    assert!(matches!(only_fault(folder.path()), PdnError::Directory { .. }));
    let (_folder, empty) = file("empty.pdn", b"");
    assert!(matches!(only_fault(&empty), PdnError::Empty { .. }));
    let (_folder, text) = file("prose.pdn", b"There is nothing here to play.\n");
    assert!(matches!(only_fault(&text), PdnError::NoGames { bytes: 31, .. }));
    let (_folder, image) = file("image.pdn", b"GIF89a\0\0\0\0");
    assert!(matches!(only_fault(&image), PdnError::NotText { byte: 6, .. }));
    let (_folder, nothing) = file("nothing.zip", &zip_of(&[]));
    assert!(matches!(only_fault(&nothing), PdnError::Empty { .. }));
    let (_folder, hollow) = file("hollow.gz", &gzip(b""));
    assert!(matches!(only_fault(&hollow), PdnError::Empty { .. } | PdnError::NoGames { .. }));
}

#[test]
fn a_fault_of_one_file_does_not_stop_the_next() {
    let (_folder, path) = file("games.pdn", database(4).as_bytes());
    let missing = path.with_extension("missing");
    let log = read(&[&missing, &path, &missing], 2);
    assert_eq!((log.good, log.faults.len()), (4, 2));
}

#[test]
fn a_packed_file_cut_anywhere_gives_its_first_games_and_a_fault_with_the_place() {
    let text = database(8);
    let whole = read_all(text.as_bytes());
    for pack in [gzip, zstandard] {
        let packed = pack(text.as_bytes());
        for end in 1..packed.len() {
            let (_folder, path) = file("cut", &packed[..end]);
            let log = read(&[&path], 1);
            assert!(!log.faults.is_empty(), "cut at {end} of {}: {log:?}", packed.len());
            assert_same_start(&log, &whole);
        }
    }
}

#[test]
fn a_cut_is_told_with_byte_line_and_the_games_before_it() {
    let text = database(9_000);
    for (pack, packing) in
        [(gzip as fn(&[u8]) -> Vec<u8>, Packing::Gzip), (zstandard, Packing::Zstd)]
    {
        let packed = pack(text.as_bytes());
        let (_folder, path) = file("cut", &packed[..2 * packed.len() / 3]);
        let fault = only_fault(&path);
        let PdnError::Truncated { packing: found, byte, line, games, .. } = fault else {
            panic!("{fault}")
        };
        assert_eq!(found, packing);
        assert_eq!(line, 1 + text[..byte as usize].matches('\n').count() as u64);
        assert_eq!(games + 1, text[..byte as usize].matches("[Event").count() as u64);
    }
}

#[test]
fn a_zip_archive_cut_anywhere_gives_its_first_games_and_a_fault() {
    let text = database(8);
    let whole = read_all(text.as_bytes());
    let packed = zip_of(&[("cut", text.as_bytes())]);
    for end in 4..packed.len() {
        let (_folder, path) = file("cut.zip", &packed[..end]);
        let mut log = read(&[&path], 1);
        assert!(!log.faults.is_empty(), "cut at {end} of {}: {log:?}", packed.len());
        log.lines.iter_mut().for_each(|line| *line = line.replace("cut.zip/", ""));
        assert_same_start(&log, &whole);
    }
}

#[test]
fn members_of_an_archive_count_for_progress_as_the_bytes_they_take_in_it() {
    let (long, short) = (database(40_000), database(3));
    let archive = zip_of(&[("a.pdn", long.as_bytes()), ("b.pdn", long.as_bytes())]);
    let contents = [short.clone().into_bytes(), archive, short.into_bytes(), gzip(long.as_bytes())];
    let folder = tempfile::tempdir().expect("folder");
    let name = |number| folder.path().join(format!("{number}.pdn"));
    let paths: Vec<PathBuf> = (0..contents.len()).map(name).collect();
    paths.iter().zip(&contents).for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
    let whole: u64 = contents.iter().map(|bytes| bytes.len() as u64).sum();
    for threads in [1, 3] {
        let mut counts = Vec::new();
        fold_games(
            &paths,
            threads,
            || (),
            |(), _, _| (),
            |reading| {
                if let Reading::Batch(batch) = reading {
                    counts.push(batch.packed_bytes);
                }
                ControlFlow::Continue(())
            },
        );
        assert!(counts.len() > 5 && counts.is_sorted(), "{counts:?}");
        let last = *counts.last().expect("blocks");
        assert!(last <= whole && last * 100 >= whole * 95, "{last} of {whole}");
    }
}

fn read_all(text: &[u8]) -> Log {
    let (_folder, path) = file("cut", text);
    read(&[&path], 1)
}

/// Whether the lines are the first ones of the whole, apart from the folders.
fn assert_same_start(log: &Log, whole: &Log) {
    let name = |line: &String| line[line.find("/cut:").expect("the file's name")..].to_owned();
    let (found, all): (Vec<_>, Vec<_>) =
        (log.lines.iter().map(name).collect(), whole.lines.iter().map(name).collect());
    assert!(all.starts_with(&found), "{found:#?}\n{all:#?}");
}

#[test]
fn damage_in_the_middle_is_a_fault_with_its_place() {
    let text = database(400);
    for pack in [gzip, zstandard] {
        let mut packed = pack(text.as_bytes());
        let middle = packed.len() / 2;
        packed[middle..middle + 40].fill(0x55);
        let (_folder, path) = file("damaged", &packed);
        let log = read(&[&path], 1);
        assert!(log.faults.iter().any(|fault| fault.contains("line")), "{:?}", log.faults);
    }
}

#[test]
fn the_order_does_not_depend_on_the_number_of_threads() {
    let (_a, first) = file("first.pdn", database(30_000).as_bytes());
    let packed = zstandard(database(9_000).as_bytes());
    let (_b, second) = file("second.zst", &packed[..packed.len() / 2]);
    let missing = Path::new("missing.pdn");
    let inputs: [&Path; 4] = [&first, missing, &second, &first];
    let alone = read(&inputs, 1);
    assert!(alone.good > 50_000 && alone.faults.len() == 2);
    for threads in [2, 3, 8] {
        assert!(read(&inputs, threads) == alone, "{threads} threads");
    }
}

#[test]
fn reading_stops_when_it_is_told_to() {
    let (_folder, path) = file("games.pdn", database(20_000).as_bytes());
    for threads in [1, 3] {
        let mut seen = 0;
        read_games(&[&path, &path], threads, |_| {
            seen += 1;
            if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(seen, 7);
    }
}

#[test]
fn a_panic_of_a_worker_is_handed_on_and_does_not_hang() {
    let (_folder, path) = file("games.pdn", database(20_000).as_bytes());
    let outcome = std::panic::catch_unwind(|| {
        let work = |(): &mut (),
                    text: &draughts_td::pdn::GameText<'_>,
                    _: draughts_td::game::Replay<'_>| {
            assert!(text.place().line < 60_000, "planted");
        };
        fold_games(&[&path], 3, || (), work, |_| ControlFlow::Continue(()));
    });
    assert!(outcome.is_err());
}

#[test]
fn errors_count_games_from_the_start_of_the_file() {
    let (_folder, path) = file("games.pdn", database(30_000).as_bytes());
    let mut last: Option<GameError> = None;
    read_games(&[&path], 2, |item| {
        if let Err(ReadError::Game(error)) = item {
            last = Some(error);
        }
        ControlFlow::Continue(())
    });
    let place = last.expect("every fifth game is illegal").place;
    assert_eq!((place.game, place.line), (30_000, 30_000 * 6 - 1));
}

#[test]
fn standard_input_is_read_in_every_packing() {
    let text = database(10);
    let archive = zip_of(&[("a.pdn", text.as_bytes())]);
    for content in
        [text.clone().into_bytes(), gzip(text.as_bytes()), zstandard(text.as_bytes()), archive]
    {
        let mut child = draughts()
            .args(["inspect", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(&content).expect("written");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let census: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((&census["games"], &census["readable"]), (&10.into(), &8.into()));
    }
}

#[test]
fn a_member_whose_name_ends_amid_a_character_is_read() {
    for name in ["棋谱", "谱.pdn", "ééé", "\u{1f600}x"] {
        let (_folder, path) = file("games.zip", &zip_of(&[(name, database(2).as_bytes())]));
        assert_eq!(read(&[&path], 1).good, 2, "{name}");
    }
}

/// The decoder may not be asked again once it has been told of the end, and odd lengths are not the only way there.
#[test]
fn utf_16_that_breaks_off_anywhere_is_read_without_panic() {
    let game: Vec<u8> = "\u{feff}[Event \"\u{1f600}\"]\n\n1. 32-28 *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let lone: [&[u8]; 5] = [
        b"\xff\xfe[Event \"x\"]",
        b"\xff\xfe\x00\xd8",
        b"\xfe\xff\xd8\x00",
        b"\xff\xfe\x00\xd8\x00",
        b"\xfe\xff\xdc\x00\xd8",
    ];
    let cut = (2..game.len()).map(|end| &game[..end]);
    for content in lone.into_iter().chain(cut) {
        let (_folder, path) = file("wide.pdn", content);
        read(&[&path], 1);
    }
}
