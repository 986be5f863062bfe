//! The crates and the rooms in them, and what each may import: data flows one way, and a wrong import fails here rather than in a review.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::sources::sources;

/// The crates below `src` with the crates of the workspace that each depends on, in the order of the pipeline. `features` and `results`
/// are beside `src` and hold only texts and weights. The compiler holds the direction; this table holds the shape.
const CRATES: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("engine", &["rules", "features", "results"]),
    ("database", &["rules", "engine"]),
    ("arena", &["rules", "engine"]),
    ("train", &["rules", "engine", "arena"]),
    ("lab", &["rules", "engine", "arena", "train", "features", "results"]),
    ("web", &["rules", "engine", "database"]),
];

/// Every room with the rooms it may import, crate by crate in the order of the pipeline.
#[rustfmt::skip]
const ROOMS: &[(&str, &[&str])] = &[
    ("rules/board", &[]),
    ("rules/pdn", &["board"]),
    ("rules/game", &["board", "pdn"]),
    ("rules/diagram", &["board", "pdn", "game"]),
    ("rules/protocol", &["board"]),
    ("engine/features", &["board"]),
    ("engine/search", &["board"]),
    ("engine/tablebase", &["board"]),
    ("engine/models", &["board", "features", "search"]),
    ("engine/parallel", &["pdn", "game"]),
    ("engine/book", &["board", "pdn", "game", "parallel"]),
    ("engine/player", &["board", "book", "tablebase", "search", "models"]),
    ("engine/tree_search", &["board", "search", "player"]),
    ("engine/practice", &["board", "tablebase"]),
    ("engine/puzzle", &["board", "pdn", "game", "player", "practice"]),
    ("engine/composition", &["board", "pdn", "game", "search", "tablebase", "player"]),
    ("engine/review", &["board", "pdn", "game", "player"]),
    ("database/store", &["board", "pdn", "game", "parallel", "player"]),
    ("database/query", &["board", "pdn", "store"]),
    ("database/report", &["board", "pdn", "diagram", "game", "player", "review", "store", "query"]),
    ("database/mistakes", &["board", "pdn", "player", "review", "store", "query"]),
    ("database/puzzles", &["board", "pdn", "diagram", "game", "parallel", "player", "practice", "puzzle", "store", "query"]),
    ("arena/jobs", &["player"]),
    ("arena/play", &["board", "pdn", "game", "protocol", "tablebase", "player", "lines"]),
    ("arena/hub", &["board", "game", "protocol", "book", "tablebase", "player", "play", "lines", "protocol_log"]),
    ("arena/dxp", &["board", "game", "protocol", "player", "play", "protocol_log"]),
    ("arena/conformance", &["board", "protocol", "player", "hub", "dxp", "lines", "protocol_log"]),
    ("arena/tournament", &["board", "pdn", "game", "protocol", "book", "player", "jobs", "play", "hub", "dxp"]),
    ("arena/datagen", &["board", "pdn", "game", "parallel", "player", "review", "jobs", "play"]),
    ("arena/terminal", &["board", "pdn", "game", "parallel", "player", "practice", "puzzle", "play", "datagen", "move_input"]),
    ("train/dataset", &["board"]),
    ("train/learning", &["board", "pdn", "game", "parallel", "dataset", "tablebase", "models"]),
    ("train/export", &["board", "pdn", "game", "parallel", "dataset", "features", "models", "learning"]),
    ("train/selfplay", &["board", "pdn", "game", "parallel", "models", "learning", "player", "arena"]),
    ("train/run", &["pdn", "protocol", "dataset", "features", "tablebase", "models", "learning", "player", "arena", "selfplay"]),
    ("lab/tictactoe", &[]),
    ("lab/backgammon", &[]),
    ("lab/online", &["models"]),
    ("lab/results", &["player", "arena"]),
    ("lab/experiments", &["board", "pdn", "game", "parallel", "protocol", "dataset", "features", "tablebase", "models", "learning",
        "player", "arena", "selfplay", "run", "tictactoe", "backgammon", "online", "results"]),
    ("web/api", &["board", "pdn", "practice", "puzzle", "diagram", "game", "parallel", "features", "tablebase", "models", "player", "protocol", "review", "database", "events"]),
    ("web/http", &["player", "events"]),
];

/// Files of one noun that every room may import.
const SHARED: &[&str] = &[
    "checksum",
    "clock",
    "error",
    "escape",
    "files",
    "fnv",
    "huge_pages",
    "json_diff",
    "lock",
    "pool",
    "truncate",
];

/// What is beside the modules: the roots of the crates, the module that wires the others together, and other files of one noun.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "lib", "main", "processor", "cli", "commands", "build", "mpi", "python", "page", "inside", "router", "standalone", "assets", "site", "events", "gnubg", "lines",
    "move_input", "program", "protocol_log",
];

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
    for (path, allowed) in ROOMS {
        let (_, room) = path.split_once('/').expect("a crate and a room");
        for file in files_of(path) {
            for (line, name) in imports(&file) {
                let is_allowed =
                    name == room || allowed.contains(&&*name) || SHARED.contains(&&*name);
                if !is_allowed {
                    wrong.push(format!("{}:{line}: {room} must not know {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of a room, which is a folder or a file.
fn files_of(room: &str) -> Vec<PathBuf> {
    let path = Path::new("src").join(room);
    let files =
        if path.is_dir() { sources(&path, &["rs"]) } else { vec![path.with_extension("rs")] };
    assert!(files.iter().all(|file| file.is_file()) && !files.is_empty(), "{room} is missing");
    files
}

#[test]
fn every_source_belongs_to_a_room_of_the_map() {
    let rooms = ROOMS.iter().map(|(path, _)| path.split_once('/').expect("a room").1);
    let crates = CRATES.iter().map(|(name, _)| *name);
    let known: BTreeSet<&str> = rooms.chain(crates).chain([BESIDE, SHARED].concat()).collect();
    let folders = CRATES.iter().map(|(name, _)| Path::new("src").join(name));
    for folder in folders.chain([PathBuf::from("src")]) {
        for entry in fs::read_dir(folder).expect("a source folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "md" || ending == "toml")
                || path.is_symlink()
            {
                continue;
            }
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            assert!(known.contains(name.as_str()), "{} is not on the map", path.display());
        }
    }
}

/// The names below `[dependencies]` in the manifest of a crate.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = Path::new("src").join(name).join("Cargo.toml");
    let text = fs::read_to_string(manifest).expect("a manifest");
    let (_, rest) = text.split_once("\n[dependencies]\n").expect("dependencies");
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ']).next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_crate_depends_only_on_those_before_it() {
    for (name, allowed) in CRATES {
        for dependency in dependencies(name) {
            if let Some(other) = dependency.strip_prefix("draughts-td-") {
                assert!(allowed.contains(&other), "{name} must not depend on {other}");
            }
        }
    }
}

#[test]
fn the_rules_need_no_matrices_and_no_threads() {
    let found = dependencies("rules");
    assert!(found.contains(&"nom".to_owned()), "{found:?}");
    for heavy in ["ndarray", "rayon", "clap", "rand"] {
        assert!(!found.contains(&heavy.to_owned()), "rules depends on {heavy}");
    }
    for file in sources(Path::new("src/rules"), &["rs"]) {
        let text = fs::read_to_string(&file).expect("a source file");
        let (product, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        assert!(!product.contains("std::thread"), "{} starts threads", file.display());
    }
}

/// Games go over sockets, and so does the page, whose sockets are in one folder; the lab asks gnubg.
fn opens_sockets(shown: &str) -> bool {
    ["src/arena", "src/web/http", "src/lab/backgammon/gnubg"]
        .iter()
        .any(|room| shown.starts_with(room))
}

#[test]
fn only_arena_and_web_open_sockets_and_only_the_two_entries_exit() {
    for file in sources(Path::new("src"), &["rs"]) {
        let text = fs::read_to_string(&file).expect("a source file");
        let shown = file.display().to_string();
        let sockets = text.contains("TcpStream") || text.contains("TcpListener");
        assert!(!sockets || opens_sockets(&shown), "{shown} opens a socket");
        let is_entry = shown == "src/main.rs" || shown == "src/python/lib.rs";
        assert!(!text.contains("process::exit") || is_entry, "{shown} exits");
    }
}
