//! The state of `generate` and of `annotate` with their games: what opens, opens again with the same games, and no byte is lost.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use draughts_td::arena::PlayError;
use draughts_td::arena::datagen::{
    Annotation, DatagenConfig, DatagenPlayer, Event, Exploration, Store, annotate, run as generate,
};
use draughts_td::arena::play::openings::Opening;
use draughts_td::checksum::of_bytes as checksum_of;
use draughts_td::player::{Evaluation, StopFlag};
use draughts_td::truncate::CutEnd;
use serde_json::Value;

use super::bytes::Bytes;
use super::scratch;

/// Opens games that come after the first zero with the state before it. The first byte says which verb opens them, and whether
/// settings and checksum of the state are made to fit.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mode = bytes.byte();
    let (open, settings): (Open, Value) = match mode % 2 {
        0 => (generated, RECIPE.settings()),
        _ => (annotated, ANNOTATION.settings()),
    };
    let (text, games) = (bytes.part(), bytes.0);
    let state = if mode & 2 == 0 { text.to_vec() } else { fitting(text, games, settings) };
    scratch::with_file("games.pdn", games, |path| {
        let named = path.with_extension("pdn.state.json");
        fs::write(&named, &state).expect("a file in the temporary folder");
        if state.is_empty() {
            fs::remove_file(&named).expect("it was just written");
        }
        check(path, games, open);
        let _ = fs::remove_file(named);
    });
}

type Open = fn(&Path, &mut dyn FnMut(&CutEnd)) -> Result<u64, PlayError>;

fn check(path: &Path, games: &[u8], open: Open) {
    let (first, kept) = opened(path, open);
    let mut all = fs::read(path).unwrap_or_default();
    all.extend(kept);
    assert!(all == games, "the file and what was cut off it are not the games");
    match first {
        Ok(first) => {
            let (again, cut) = opened(path, open);
            assert_eq!(again.expect("opened before"), first);
            assert!(cut.is_empty(), "cut twice");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The games that are there, and what was cut off after them.
fn opened(path: &Path, open: Open) -> (Result<u64, PlayError>, Vec<u8>) {
    let mut kept = Vec::new();
    let games = open(path, &mut |cut| {
        kept = fs::read(&cut.backup).expect("what was cut off");
        fs::remove_file(&cut.backup).expect("it is there");
    });
    (games, kept)
}

fn generated(path: &Path, cut: &mut dyn FnMut(&CutEnd)) -> Result<u64, PlayError> {
    let watch = &mut |news: Event<'_>| match news {
        Event::Cut(end) => cut(end),
        Event::Progress(_) => {}
    };
    Ok(generate(&RECIPE, 0, 1, path, &StopFlag::new(), watch)?.before)
}

fn annotated(path: &Path, cut: &mut dyn FnMut(&CutEnd)) -> Result<u64, PlayError> {
    let (mut store, end) = Store::open(path, &ANNOTATION.settings())?;
    end.iter().for_each(cut);
    let before = store.games();
    annotate(&ANNOTATION, 1, &mut store, &StopFlag::new(), &mut |_| {})?;
    Ok(before)
}

static RECIPE: LazyLock<DatagenConfig> = LazyLock::new(|| DatagenConfig {
    players: [judge(), judge()],
    nodes: 1,
    openings: vec![Opening::empty()],
    random_plies: 0,
    balance: 100,
    exploration: Exploration::default(),
    adjudication: Default::default(),
    endgame: None,
    table: 1,
    seed: 1,
});

static ANNOTATION: LazyLock<Annotation> = LazyLock::new(|| Annotation {
    annotator: judge(),
    nodes: 1,
    endgame: None,
    table: 1,
    files: Vec::new(),
    checksums: Vec::new(),
});

fn judge() -> DatagenPlayer {
    let evaluation = Evaluation::material();
    DatagenPlayer { name: "material".into(), identity: String::new(), evaluation }
}

/// A state whose settings and checksum are those of the games; anything but an object stays as it is.
fn fitting(text: &[u8], games: &[u8], settings: Value) -> Vec<u8> {
    let Ok(mut state @ Value::Object(_)) = serde_json::from_slice(text) else {
        return text.to_vec();
    };
    let counted = state["bytes"].as_u64().and_then(|bytes| usize::try_from(bytes).ok());
    state["sha256"] = checksum_of(games.get(..counted.unwrap_or(0)).unwrap_or(games)).into();
    state["settings"] = settings;
    state.to_string().into_bytes()
}
