//! Folders of blocks, with checksums made to fit: what is merged is merged again to the same files.

use std::fs;
use std::path::{Path, PathBuf};

use draughts_td::arena::jobs::folder::BlockFolder;
use draughts_td::arena::tournament::shards;
use draughts_td::arena::{PlayError, datagen};
use draughts_td::checksum::of_bytes as checksum_of;
use draughts_td::pdn::{GameSheet, Outcome, Terminator};
use serde_json::{Value, json};

use super::bytes::Bytes;
use super::scratch;

/// A folder of one block.
struct Folder {
    ending: &'static str,
    /// Manifest, content without its packing, figures, and the claim of a worker that is gone.
    parts: [Vec<u8>; 4],
}

/// Merges a sound folder of a match, or of generated games, one of whose parts is edited.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let choice = usize::from(bytes.byte());
    let (mut folder, merge): (Folder, Merge) =
        if choice.is_multiple_of(2) { (a_match(), merged_match) } else { (games(), merged_games) };
    let part = &mut folder.parts[choice / 2 % 4];
    *part = bytes.edited(std::mem::take(part));
    scratch::with_file("shards", b"", |place| {
        let run = place.with_extension("run");
        folder.write(&run);
        let outs = ["one", "again"].map(|name| place.with_extension(name).join("out.pdn.zst"));
        let all = outs.each_ref().map(|out| {
            let room = out.parent().expect("a folder");
            let _ = fs::remove_dir_all(room);
            fs::create_dir_all(room).expect("a folder");
            merge(&run, out).map(|()| written(room))
        });
        match all {
            [Ok(one), Ok(again)] => assert!(one == again && !one.is_empty()),
            [Err(one), Err(again)] => assert_eq!(one.to_string(), again.to_string()),
            [one, again] => panic!("{:?} and {:?}", one.is_ok(), again.is_ok()),
        }
    });
}

type Merge = fn(&Path, &Path) -> Result<(), PlayError>;

fn merged_match(run: &Path, out: &Path) -> Result<(), PlayError> {
    shards::merge(&BlockFolder::read(run)?, out, false).map(|standing| {
        assert!(!standing.match_text().is_empty() && !standing.tournament_text().is_empty());
    })
}

fn merged_games(run: &Path, out: &Path) -> Result<(), PlayError> {
    datagen::merge(&BlockFolder::read(run)?, out, false).map(|_| ())
}

/// The files of a folder, in order.
fn written(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into(), fs::read(entry.path()).expect("a file")))
        .collect();
    files.sort();
    files
}

impl Folder {
    fn write(&self, run: &Path) {
        let _ = fs::remove_dir_all(run);
        fs::create_dir_all(run).expect("a folder");
        let [manifest, text, figures, claim] = &self.parts;
        let content = match self.ending {
            "jsonl" => text.clone(),
            _ => zstd::bulk::compress(text, 1).expect("memory is written without fail"),
        };
        let figures = serde_json::from_slice(figures).unwrap_or(Value::Null);
        let work = serde_json::from_slice::<Value>(manifest).unwrap_or(Value::Null);
        let names = ["work", "program", "signature", "settings", "blocks", "ending"];
        let essence: serde_json::Map<String, Value> =
            names.map(|name| (name.to_owned(), work[name].clone())).into_iter().collect();
        let seal = json!({
            "block": 0, "work": checksum_of(Value::Object(essence).to_string().as_bytes()),
            "bytes": content.len(), "sha256": checksum_of(&content), "figures": figures,
        });
        for (name, content) in [
            ("manifest.json".to_owned(), manifest),
            (format!("block-000000.{}", self.ending), &content),
            ("block-000000.json".to_owned(), &seal.to_string().into_bytes()),
            ("block-000000.claim".to_owned(), claim),
        ] {
            fs::write(run.join(name), content).expect("a file in the temporary folder");
        }
    }
}

fn folder(
    ending: &'static str,
    work: &str,
    settings: Value,
    text: String,
    figures: Value,
) -> Folder {
    let manifest = json!({
        "work": work, "program": "draughts-td", "signature": "1", "settings": settings,
        "blocks": 1, "ending": ending, "command": [work],
    });
    let texts =
        [manifest.to_string(), text, figures.to_string(), "process 1 on a\nbeat 0\n".into()];
    Folder { ending, parts: texts.map(String::into_bytes) }
}

/// A match of two games.
fn a_match() -> Folder {
    let names = ["a", "b"];
    let line = |game: usize| {
        let (white, black) = (names[game], names[1 - game]);
        let round = format!("1.{}", game + 1);
        let pdn = sheet(&round, white, black).to_pdn(Terminator::Result);
        let line = json!({
            "game": game, "white": white, "black": black, "verdict": "white",
            "termination": "normal", "reason": "won", "plies": 0, "millis": 1, "pdn": pdn,
        });
        line.to_string() + "\n"
    };
    let settings = json!({ "match": { "seed": 1 }, "names": names, "games_per_pairing": 2 });
    folder("jsonl", "contest", settings, line(0) + &line(1), json!({ "games": 2 }))
}

/// Two generated games.
fn games() -> Folder {
    let text = |(round, white, black)| sheet(round, white, black).to_pdn(Terminator::Star);
    let text = [("1", "a", "b"), ("2", "b", "a")].map(text).concat();
    let settings = json!({ "games": 2, "players": [["a", ""], ["b", ""]] });
    let figures = json!({
        "before": 0, "games": 2, "results": [2, 0, 0], "plies": 0, "searched": 0, "nodes": 0,
        "adjudicated": 0,
    });
    folder("pdn.zst", "datagen", settings, text, figures)
}

fn sheet(round: &str, white: &str, black: &str) -> GameSheet {
    let [round, white, black] = [round, white, black].map(String::from);
    GameSheet { round, white, black, outcome: Outcome::WhiteWins, ..GameSheet::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_that_are_edited_are_sound() {
        let place = tempfile::tempdir().expect("a folder");
        for (folder, merge) in [(a_match(), merged_match as Merge), (games(), merged_games)] {
            let run = place.path().join(folder.ending);
            folder.write(&run);
            merge(&run, &run.join("out.pdn.zst")).expect("merged");
        }
    }
}
