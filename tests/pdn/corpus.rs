//! The corpus in `pdn/accept` and `pdn/reject`: one quirk per file, each read as `expected.txt` beside it says.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::parallel::{Reading, fold_games};
use draughts_td::pdn::PdnError;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("pdn").join(name)
}

/// What became of one file: per game the plies, the outcome and the fault, then warnings and faults of the file.
fn describe(path: &Path) -> String {
    let mut parts = Vec::new();
    fold_games(
        &[path],
        1,
        Vec::new,
        |games: &mut Vec<String>, text, replay| {
            let mut words =
                vec![replay.game.plies().to_string(), replay.game.outcome().name().into()];
            words.extend(replay.error.map(|error| format!("!{}", error.fault.name())));
            let of_text = text.warnings().map(|(warning, _)| warning);
            let of_game = replay.game.warnings().iter().map(|&(warning, _)| warning);
            words.extend(of_text.chain(of_game).map(|warning| format!("~{}", warning.name())));
            games.push(words.join(" "));
        },
        |reading| {
            match reading {
                Reading::Batch(batch) => parts.extend(batch.value),
                Reading::Fault(fault) => parts.push(format!("!!{}", kind(&fault))),
            }
            ControlFlow::Continue(())
        },
    );
    parts.join(" | ")
}

fn kind(fault: &PdnError) -> String {
    let text = format!("{fault:?}");
    text.split([' ', '{']).next().unwrap_or_default().to_lowercase()
}

/// The lines `file: what becomes of it`.
fn expected(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join("expected.txt")).expect("expected.txt");
    let line = |line: &str| line.split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned()));
    text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

fn found(folder: &Path) -> BTreeMap<String, String> {
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| name(entry.expect("an entry")))
        .filter(|name| name != "expected.txt")
        .map(|name| (describe(&folder.join(&name)), name))
        .map(|(description, name)| (name, description))
        .collect()
}

fn check(name: &str) -> BTreeMap<String, String> {
    let folder = folder(name);
    let (found, expected) = (found(&folder), expected(&folder));
    let mut wrong = Vec::new();
    for (file, description) in &found {
        match expected.get(file) {
            None => wrong.push(format!(
                "{name}/{file}: not in expected.txt; it reads\n{file}: {description}"
            )),
            Some(wanted) if wanted != description => {
                wrong.push(format!("{name}/{file}:\n  expected {wanted}\n  found    {description}"))
            }
            Some(_) => {}
        }
    }
    wrong.extend(
        expected
            .keys()
            .filter(|file| !found.contains_key(*file))
            .map(|f| format!("{name}/{f}: missing")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    found
}

#[test]
fn every_accepted_file_gives_its_games_without_a_fault() {
    let read = check("accept");
    let faulty: Vec<_> = read.iter().filter(|(_, description)| description.contains('!')).collect();
    assert!(faulty.is_empty(), "{faulty:?}");
}

#[test]
fn every_rejected_file_is_rejected_for_its_reason() {
    let read = check("reject");
    let clean: Vec<_> = read.iter().filter(|(_, description)| !description.contains('!')).collect();
    assert!(clean.is_empty(), "{clean:?}");
}
