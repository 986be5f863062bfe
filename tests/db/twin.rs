//! The same games, read from the text by nothing but the rules and asked one after another.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

use draughts_td::board::{Move, Position};
use draughts_td::game::{Outcome, Replayer, each_game};
use draughts_td::pdn::{Scan, block_of};
use serde_json::Value;

use crate::run::draughts;

/// The games of the sample in the repository.
pub const SAMPLE: &str = "pdn/sample.pdn.zst";

/// A game of the text.
pub struct TwinGame {
    /// Its place among all games of the file, from 1: its number in a database of only that file.
    pub number: u32,
    pub tags: Vec<(String, String)>,
    pub positions: Vec<Position>,
    pub moves: Vec<Move>,
    pub outcome: Outcome,
}

impl TwinGame {
    pub fn tag(&self, name: &str) -> &str {
        let found = self.tags.iter().find(|(other, _)| other == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// The games of a text that can be read, without those whose start and moves occurred before.
pub fn games_of(text: &[u8]) -> Vec<TwinGame> {
    let (block, mut games, mut number) = (block_of("twin", text), Vec::new(), 0);
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        number += 1;
        let Ok(game) = replay.whole() else { return };
        let tag = |(name, value): (&[u8], &[u8])| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(name), text(value))
        };
        games.push(TwinGame {
            number,
            tags: text.tags().map(tag).collect(),
            positions: game.main().positions.to_vec(),
            moves: game.main().moves.to_vec(),
            outcome: game.outcome(),
        });
    });
    let mut seen = HashSet::new();
    games.retain(|game| {
        game.moves.is_empty() || seen.insert((game.positions[0], game.moves.clone()))
    });
    games
}

/// The games of the sample.
pub fn sample() -> &'static [TwinGame] {
    static GAMES: OnceLock<Vec<TwinGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let packed = std::fs::read(SAMPLE).expect("the sample");
        games_of(&zstd::decode_all(packed.as_slice()).expect("it is packed"))
    })
}

/// A database of the sample, made once.
pub fn database() -> &'static Path {
    static FOLDER: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, file) = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        let output = db(&["build", SAMPLE, "-o", &file.to_string_lossy()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (folder, file)
    });
    file
}

/// Runs `db` with these words.
pub fn db(words: &[&str]) -> Output {
    draughts().arg("db").args(words).output().expect("the program runs")
}

/// Asks the database of the sample: a verb and its flags.
pub fn ask(verb: &str, words: &[&str]) -> Value {
    let database = database().to_string_lossy();
    let output = db(&[&[verb, &database, "--json"], words].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let fault = || format!("{words:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{}", fault()))
}

/// Numbers that look random, the same in each run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}
