//! The rooms and what each may import: data flows one way, and a wrong import fails here rather than in a review.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every room with the rooms it may know, in the order of the pipeline. Those below `src/core` and
/// `src/web` are crates of their own, which the compiler keeps from knowing the program.
const ROOMS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("pdn", &["board"]),
    ("game", &["board", "pdn"]),
    ("book", &["board", "pdn", "game", "files"]),
    ("samples", &["board"]),
    ("features", &["board", "fnv"]),
    ("endgame", &["board", "files", "lock"]),
    ("search", &["board"]),
    ("values", &["board", "features", "search", "files"]),
    ("learning", &["board", "pdn", "game", "samples", "endgame", "values", "files"]),
    (
        "export",
        &["board", "pdn", "game", "samples", "features", "values", "learning", "files", "lock"],
    ),
    ("engine", &["board", "book", "endgame", "search", "values"]),
    ("review", &["board", "pdn", "game", "engine"]),
    ("protocol", &["board"]),
    (
        "api",
        &[
            "board", "calendar", "pdn", "game", "features", "values", "engine", "protocol",
            "review", "events", "error",
        ],
    ),
    ("http", &["engine", "events", "error"]),
    ("blocks", &["differing", "files"]),
    (
        "play",
        &[
            "blocks",
            "calendar",
            "differing",
            "board",
            "pdn",
            "game",
            "book",
            "endgame",
            "engine",
            "review",
            "protocol",
            "files",
            "fnv",
            "lock",
            "tail",
            "harmless",
        ],
    ),
    ("ranks", &["learning", "play"]),
    (
        "practice",
        &[
            "board",
            "pdn",
            "game",
            "endgame",
            "values",
            "learning",
            "engine",
            "play",
            "differing",
            "files",
            "fnv",
        ],
    ),
    ("tictactoe", &[]),
    ("backgammon", &[]),
    ("results", &["blocks", "differing", "files", "lock", "tail"]),
    (
        "experiments",
        &[
            "board",
            "pdn",
            "game",
            "samples",
            "features",
            "endgame",
            "values",
            "learning",
            "engine",
            "protocol",
            "play",
            "practice",
            "tictactoe",
            "backgammon",
            "results",
            "files",
            "fnv",
        ],
    ),
];

/// The room that wires the others together, and the files that stand alone.
const WIRING: &[&str] = &[
    "commands", "cli", "lib", "main", "build", "core", "web", "page", "served", "alone", "inside",
];
const ALONE: &[&str] = &[
    "events",
    "assets",
    "calendar",
    "differing",
    "error",
    "files",
    "fnv",
    "harmless",
    "lock",
    "tail",
];

/// The crates: the program, the library, the board in the browser.
const CRATES: [&str; 3] = ["src", "src/core", "src/web"];

/// Where a room is.
fn folder(room: &str) -> PathBuf {
    let crates = CRATES.map(|root| Path::new(root).join(room));
    crates.into_iter().find(|folder| folder.is_dir()).expect("a folder of the room")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a source folder");
    entries
        .flat_map(|entry| {
            let path = entry.expect("an entry").path();
            if path.is_dir() { sources(&path) } else { vec![path] }
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The rooms a file names as `crate::room`, with the line; comments do not count.
fn imports(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a source file");
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|(number, line)| {
            line.split("crate::").skip(1).map(move |rest| {
                let name: String =
                    rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                (number + 1, name)
            })
        })
        .collect()
}

#[test]
fn every_room_imports_only_what_the_map_allows() {
    let mut wrong = Vec::new();
    for (room, allowed) in ROOMS {
        for file in sources(&folder(room)) {
            for (line, name) in imports(&file) {
                if name != *room && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{}:{line}: {room} must not know {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_source_belongs_to_a_room_of_the_map() {
    let known: BTreeSet<&str> = ROOMS
        .iter()
        .map(|(room, _)| *room)
        .chain(WIRING.iter().copied())
        .chain(ALONE.iter().copied())
        .collect();
    let entries = CRATES.map(|folder| fs::read_dir(folder).expect("a source folder"));
    for entry in entries.into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "md" || ending == "toml") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(known.contains(name.as_str()), "{} is not on the map", path.display());
    }
}

#[test]
fn the_map_has_no_circle() {
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        for name in allowed.iter().filter(|name| !ALONE.contains(name)) {
            let place = ROOMS.iter().position(|(room, _)| room == name);
            assert!(place.is_some_and(|place| place < index), "{room} knows {name}");
        }
    }
}

/// Games go over sockets, and so does the page, whose sockets are in one folder.
fn opens_sockets(shown: &str) -> bool {
    shown.starts_with("src/play") || shown.starts_with("src/web/http")
}

#[test]
fn only_play_and_web_open_sockets_and_only_main_exits() {
    for file in sources(Path::new("src")) {
        let text = fs::read_to_string(&file).expect("a source file");
        let shown = file.display().to_string();
        let sockets = text.contains("TcpStream") || text.contains("TcpListener");
        assert!(!sockets || opens_sockets(&shown), "{shown} opens a socket");
        assert!(!text.contains("process::exit") || shown == "src/main.rs", "{shown} exits");
    }
}
