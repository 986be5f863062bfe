//! Endgame tables made on first use, through the built program: once, by one of two, and then kept and looked after.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::run::draughts;

fn probe(folder: &str) -> Command {
    let mut command = draughts();
    command.args(["endgame", "probe", "W:WK5:BK46", "--endgame", folder]);
    command
}

fn start(folder: &str) -> Child {
    let mut command = probe(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// Exit status, the value of the position, and what is said besides.
fn told(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    // Its moves are below the value.
    let value = text(output.stdout).split_inclusive('\n').next().unwrap_or_default().into();
    (output.status.code(), value, text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect()
}

const VALUE: &str = "W:WK5:BK46 loss in 2\n";

#[test]
fn a_missing_folder_is_filled_once_and_kept() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("cache/draughts-td/endgame");
    let shown = folder.display().to_string();
    let both = [start(&shown), start(&shown)];
    let both = both.map(|child| told(child.wait_with_output().expect("it ends")));
    for (status, out, err) in &both {
        assert_eq!((*status, out.as_str()), (Some(0), VALUE), "{err}");
    }
    let makers = both.iter().filter(|(_, _, err)| err.contains("making the endgame tables"));
    assert_eq!(makers.count(), 1, "{both:?}");
    let tables = names(&folder);
    assert_eq!(tables.len(), 41, "{tables:?}");
    assert!(tables.iter().all(|name| name.ends_with(".table")), "{tables:?}");

    let auto = || {
        let mut command = probe("auto");
        told(command.env("XDG_CACHE_HOME", place.path().join("cache")).output().expect("it runs"))
    };
    assert_eq!(auto(), (Some(0), VALUE.into(), String::new()), "they are there");

    fs::remove_file(folder.join("1111.table")).expect("removed");
    let (status, out, err) = auto();
    assert_eq!((status, out.as_str()), (Some(0), VALUE));
    assert!(err.contains("1 of 25 tables of 4 pieces are missing (1111)"), "{err}");

    let damaged = folder.join("0101.table");
    let mut bytes = fs::read(&damaged).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).expect("written");
    let (status, _, err) = auto();
    assert_eq!(status, Some(2));
    assert!(err.contains("0101.table is damaged") && err.contains("endgame build"), "{err}");
}

#[test]
fn without_a_home_of_a_full_path_auto_asks_for_a_folder() {
    let mut command = probe("auto");
    let output = command.env("HOME", "here").env_remove("XDG_CACHE_HOME").output();
    let (status, _, err) = told(output.expect("the program runs"));
    assert_eq!(status, Some(2));
    assert!(err.contains("XDG_CACHE_HOME") && err.contains("--endgame auto"), "{err}");
}
