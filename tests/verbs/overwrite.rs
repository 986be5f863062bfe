//! No verb replaces a file of somebody's unasked; its own it makes again.

use std::fs;
use std::path::Path;
use std::process::Output;

use clap::{Command, ValueHint};
use draughts_td::cli::laid_out;

use crate::run::{draughts, told};

fn run(folder: &Path, command: &str) -> Output {
    draughts().args(command.split(' ')).current_dir(folder).output().expect("it runs")
}

/// A folder with games to read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::copy("pdn/sample.pdn.zst", folder.path().join("games.pdn.zst")).expect("copied");
    fs::copy("pdn/accept/nags.pdn", folder.path().join("few.pdn")).expect("copied");
    folder
}

/// Verbs with the file that they write, and a setting that makes it another.
const CALLS: [(&str, &str, &str); 8] = [
    ("learn games.pdn.zst --model nn1 --games 50 -o out.net", "out.net", "--seed 2"),
    (
        "train --games 8 --nodes 30 --hash 1 --eval-games 0 --threads 1 -o out.net",
        "out.net",
        "--seed 2",
    ),
    ("book make games.pdn.zst --min-games 5 -o out.book", "out.book", "--plies 4"),
    ("book make games.pdn.zst --min-games 5 -o out.book.zst", "out.book.zst", "--plies 4"),
    ("export games.pdn.zst --games 50 --npz out.npz", "out.npz", "--seed 2"),
    ("generate --net material --games 4 --nodes 20 -o out.pdn", "out.pdn", "--seed 2"),
    ("annotate few.pdn --net material -o out.pdn", "out.pdn", "--nodes 2"),
    ("match material random --games 2 --depth 1 --pdn out.pdn", "out.pdn", "--seed 2"),
];

#[test]
fn a_file_that_exists_is_named_and_stays_unless_force_is_given() {
    for (call, name, _) in CALLS {
        let folder = folder();
        let file = folder.path().join(name);
        fs::write(&file, "dear diary").expect("written");
        let said = told(&run(folder.path(), call), 2);
        assert!(said.contains(name) && said.contains("--force"), "{call}: {said}");
        assert_eq!(fs::read(&file).expect("there"), b"dear diary", "{call}");
        told(&run(folder.path(), &format!("{call} --force")), 0);
        assert!(fs::read(&file).expect("there") != b"dear diary", "{call}");
    }
}

#[test]
fn the_same_command_may_be_given_again_and_another_keeps_the_file() {
    for (call, name, other) in CALLS {
        let folder = folder();
        let content = || fs::read(folder.path().join(name)).expect("there");
        told(&run(folder.path(), call), 0);
        let first = content();
        told(&run(folder.path(), call), 0);
        assert!(content() == first, "{call}: other bytes");
        let other = format!("{call} {other}");
        let said = told(&run(folder.path(), &other), 2);
        assert!(said.contains(name) && said.contains("--force"), "{other}: {said}");
        assert!(content() == first, "{other}");
        told(&run(folder.path(), &format!("{other} --force")), 0);
        assert!(content() != first, "{other}: replaced");
    }
}

/// Verbs with a file that they would write over another one of their command line.
const CLASHES: [(&str, &str); 23] = [
    ("match random random --pdn mine --epd mine", "--epd"),
    ("match random random --pdn mine --epd ./mine", "--epd"),
    ("match random random --pdn mine --trace mine", "--trace"),
    ("match random random --pdn out.pdn --trace mine --epd mine", "--epd"),
    ("match random random --pdn link --epd mine", "--epd"),
    ("match net:mine random --pdn mine", "--pdn"),
    ("match net:mine random --pdn out.pdn --epd mine", "--epd"),
    ("match a=net:mine random --pdn mine", "--pdn"),
    ("match random random --openings mine --pdn mine", "--pdn"),
    ("match random random --openings mine --pdn out.pdn --epd mine", "--epd"),
    ("analyse few.pdn --net mine -o mine", "-o"),
    ("generate --net mine -o mine", "-o"),
    ("generate --against mine -o mine", "-o"),
    ("db report mine.db --nodes 9 --net mine --html mine", "--html"),
    ("train --against net:mine -o mine", "-o"),
    ("learn few.pdn --config mine -o mine", "-o"),
    ("learn few.pdn --config mine --metrics mine", "--metrics"),
    ("learn few.pdn --init mine --metrics mine", "--metrics"),
    ("learn few.pdn -o out.net --metrics mine --init mine", "--metrics"),
    ("book merge mine mine -o mine", "-o"),
    ("export mine --npz mine", "--npz"),
    ("diagram mine -o mine", "-o"),
    ("dxp connect localhost --learn out.net --pdn mine --trace mine", "--trace"),
];

#[test]
fn a_file_that_the_command_line_names_twice_is_not_written() {
    let folder = folder();
    let mine = folder.path().join("mine");
    fs::write(&mine, "dear diary").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("mine", folder.path().join("link")).expect("a link");
    for (call, flag) in CLASHES.iter().filter(|(call, _)| cfg!(unix) || !call.contains("link")) {
        for force in ["", " --force"] {
            let said = told(&run(folder.path(), &format!("{call}{force}")), 2);
            let is_clear = said.contains("name another") && said.contains("mine");
            assert!(is_clear && said.contains(flag), "{call}: {said}");
            assert_eq!(fs::read(&mine).expect("there"), b"dear diary", "{call}");
        }
    }
    let state = "match random random --games 2 --pdn out.pdn --epd out.pdn.state.jsonl";
    assert!(told(&run(folder.path(), state), 2).contains("--epd out.pdn.state.jsonl"));
    assert!(!folder.path().join("out.pdn").exists(), "nothing is written before the check");
    let beside = "match random random --games 2 --nodes 1 --pdn out.pdn --epd out.epd";
    told(&run(folder.path(), beside), 0);
}

#[test]
fn weights_to_start_from_and_games_before_a_broken_player_stay() {
    let folder = folder();
    let read = |name: &str| fs::read(folder.path().join(name)).expect("there");
    told(&run(folder.path(), "learn games.pdn.zst --model nn1 --games 50 -o mine"), 0);
    let weights = read("mine");
    for call in ["train --init mine -o mine", "train --init net:mine --metrics mine -o out.net"] {
        let said = told(&run(folder.path(), &format!("{call} --force")), 2);
        assert!(said.contains("would overwrite mine"), "{call}: {said}");
        assert!(read("mine") == weights, "{call}");
    }
    fs::write(folder.path().join("bad.net"), "no network").expect("written");
    let before = read("few.pdn");
    let call = "match net:bad.net random --games 2 --nodes 5 --pdn few.pdn --force";
    assert!(told(&run(folder.path(), call), 2).contains("bad.net"));
    assert!(read("few.pdn") == before, "the games before are gone");
}

#[test]
fn a_flag_that_says_where_to_write_is_marked_as_written() {
    fn check(command: &Command) {
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let is_file = arg.get_value_names().is_some_and(|names| names == ["FILE"]);
            if is_file && (help.starts_with("Write ") || help.starts_with("Where to write")) {
                let marked = arg.get_value_hint() == ValueHint::FilePath;
                assert!(marked, "{} {}", command.get_name(), arg.get_id());
            }
        }
        command.get_subcommands().for_each(check);
    }
    let mut root = laid_out(80);
    root.build();
    check(&root);
}

#[test]
fn a_book_that_was_changed_by_hand_is_not_made_again() {
    let folder = folder();
    let book = folder.path().join("own.book");
    let make = "book make games.pdn.zst --plies 4 -o own.book";
    told(&run(folder.path(), make), 0);
    let text = fs::read_to_string(&book).expect("a book").replace("\nend", "\nW:W50:B1\nend");
    fs::write(&book, &text).expect("changed");
    assert!(told(&run(folder.path(), make), 2).contains("own.book"));
    assert_eq!(fs::read_to_string(&book).expect("a book"), text);
    let merge = "book merge own.book own.book -o both.book";
    told(&run(folder.path(), merge), 0);
    told(&run(folder.path(), merge), 0);
    told(&run(folder.path(), &format!("{make} --force")), 0);
    assert!(told(&run(folder.path(), merge), 2).contains("both.book"), "of other books now");
}

#[test]
fn a_folder_for_the_page_or_an_experiment_loses_no_file_of_somebody_else() {
    let folder = folder();
    let page = folder.path().join("index.html");
    fs::write(&page, "my page").expect("written");
    let engine = [&b"\0asm\x01\0\0\0"[..], b"/api/analyse"].concat();
    fs::write(folder.path().join("engine.wasm"), engine).expect("written");
    let site = "board --site . --engine engine.wasm";
    assert!(told(&run(folder.path(), site), 2).contains("index.html"));
    assert_eq!(fs::read(&page).expect("there"), b"my page");
    told(&run(folder.path(), &format!("{site} --force")), 0);
    told(&run(folder.path(), site), 0);

    let manual = folder.path().join("draughts-td-learn.1");
    fs::write(&manual, "my page").expect("written");
    assert!(told(&run(folder.path(), "man --out ."), 2).contains("draughts-td-learn.1"));
    assert_eq!(fs::read(&manual).expect("there"), b"my page");
    assert!(!folder.path().join("draughts-td.1").exists(), "nothing is written before the check");
    told(&run(folder.path(), "man --out . --force"), 0);
    told(&run(folder.path(), "man --out ."), 0);

    let figures = folder.path().join("figures.jsonl");
    fs::write(&figures, "1\n").expect("written");
    let said = told(&run(folder.path(), "reproduce tictactoe --quick --out ."), 2);
    assert!(said.contains("figures.jsonl") && said.contains("--fresh"), "{said}");
    assert_eq!(fs::read(&figures).expect("there"), b"1\n");
}
