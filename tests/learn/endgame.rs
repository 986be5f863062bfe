//! Learning with the exact values of endgame tables in place of results, through the built program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::draughts;

fn run(folder: &Path, words: &str) -> (Option<i32>, String, String) {
    let mut command = draughts();
    let Output { status, stdout, stderr } =
        command.args(words.split(' ')).current_dir(folder).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn told(folder: &Path, words: &str) -> String {
    let (status, out, err) = run(folder, words);
    assert_eq!(status, Some(0), "{words}: {err}");
    out
}

/// A folder with tables of up to three pieces and games between two who play at random, from endings of seven pieces.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let openings: String =
        (0..20).map(|n| format!("W:W{},38,43,K48:B{},13,K2\n", 31 + n % 5, 6 + n / 5)).collect();
    fs::write(folder.path().join("openings.txt"), openings).expect("written");
    told(folder.path(), "endgame build tables --pieces 3");
    told(folder.path(), "match random random --games 40 --openings openings.txt --pdn games.pdn");
    folder
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(PathBuf::from(folder).join(name)).expect(name)
}

#[test]
fn labels_are_counted_told_and_written_on_the_card() {
    let place = folder();
    let folder = place.path();
    for net in ["nn1", "patterns", "nnue"] {
        let learn = format!(
            "learn games.pdn --net {net} --seed 3 --endgame tables --metrics m.jsonl --force"
        );
        let figures = object(&told(folder, &format!("{learn} --json -o a.net")));
        let (training, counts) = (&figures["training"], &figures["training"]["census"]["labels"]);
        assert_eq!(training["labels"], serde_json::json!({ "pieces": 3, "tables": 16 }));
        let number = |name: &str| counts[name].as_u64().expect(name);
        assert!(number("games") > 20 && number("differ") > 0, "{counts}");
        assert!(number("differ") < number("games"), "{counts}");
        let metrics = String::from_utf8(bytes(folder, "m.jsonl")).expect("UTF-8");
        let last = metrics.lines().find(|line| line.contains("\"event\":\"labels\""));
        assert_eq!(&object(last.expect("labels"))["labels"], counts);
        let text = told(folder, &format!("{learn} -o a.net"));
        let said = format!("differs from {} of", number("differ"));
        assert!(
            text.contains("labels   by endgame tables of up to 3 pieces (16 tables)"),
            "{text}"
        );
        assert!(text.contains(&said), "{text}");
        told(folder, &format!("{learn} --threads 2 -o b.net"));
        assert_eq!(bytes(folder, "a.net"), bytes(folder, "b.net"), "whatever the threads");
        told(folder, &format!("learn games.pdn --net {net} --seed 3 --force -o c.net"));
        assert_ne!(bytes(folder, "a.net"), bytes(folder, "c.net"));
        let judged = |more: &str| {
            let text = told(folder, &format!("validate games.pdn --net a.net --json{more}"));
            object(&text)["held_out"]["all"]["positions"].as_u64().expect("positions")
        };
        assert!(judged(" --endgame tables") < judged(""), "cut where the tables begin");
    }
}

#[test]
fn a_run_resumes_with_the_same_labels_only() {
    let place = folder();
    let folder = place.path();
    told(folder, "learn games.pdn --model nn1 --optimizer sgd --endgame tables -o a.net");
    let more = "learn games.pdn --model nn1 --optimizer sgd --epochs 2 --resume -o a.net";
    let (status, _, err) = run(folder, more);
    assert_eq!(status, Some(2));
    assert!(err.contains("endgame tables of 3 pieces (16 tables)"), "{err}");
    told(folder, &format!("{more} --endgame tables"));
    told(
        folder,
        "learn games.pdn --model nn1 --optimizer sgd --epochs 2 --endgame tables -o b.net",
    );
    assert_eq!(bytes(folder, "a.net"), bytes(folder, "b.net"));
}
