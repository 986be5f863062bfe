//! Parquet: the same rows as in an archive, in groups, a file for each part.

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::run::draughts;
use crate::{SAMPLE, archive, json, program, shown, told};

fn exported(folder: &Path, more: &[&str]) -> serde_json::Value {
    let export = ["export", SAMPLE, "--parquet", &shown(folder), "--json"];
    json(&[&export[..], more].concat())
}

fn open(folder: &Path, part: &str) -> SerializedFileReader<File> {
    let file = File::open(folder.join(format!("{part}.parquet"))).expect("written");
    SerializedFileReader::new(file).expect("a file of Parquet")
}

fn rows(folder: &Path, part: &str) -> Vec<Row> {
    let rows = open(folder, part).into_iter().collect::<Result<Vec<Row>, _>>();
    rows.expect("whole")
}

fn field<'a>(row: &'a Row, name: &str) -> &'a Field {
    row.get_column_iter().find(|(found, _)| *found == name).expect(name).1
}

#[test]
fn both_files_together_hold_the_rows_of_an_archive_in_order() {
    let folder = tempfile::tempdir().expect("folder");
    let tables = folder.path().join("tables");
    let sum = exported(&tables, &["--games", "300"]);
    let archive = archive(folder.path(), &["--games", "300"]);
    let (held_out, boards) = (archive.flags("held_out"), archive.words("black_men"));
    let (lines, results) = (archive.words("line"), archive.signs("result"));
    for (part, is_held_out) in [("train", false), ("held_out", true)] {
        let rows = rows(&tables, part);
        assert_eq!(sum["rows"][part], rows.len());
        let places = (0..boards.len()).filter(|&row| held_out[row] == is_held_out);
        let places: Vec<usize> = places.collect();
        assert_eq!(rows.len(), places.len());
        for (row, place) in rows.iter().zip(places) {
            assert_eq!(field(row, "black_men"), &Field::ULong(boards[place]));
            assert_eq!(field(row, "line"), &Field::ULong(lines[place]));
            assert_eq!(field(row, "result"), &Field::Byte(results[place]));
            assert_eq!(field(row, "file"), &Field::Str(SAMPLE.into()));
            assert_eq!(field(row, "score"), &Field::Null);
        }
    }
    let names: Vec<_> = fs::read_dir(&tables).expect("a folder").flatten().collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn sparse_inputs_are_lists_of_which_and_what() {
    let folder = tempfile::tempdir().expect("folder");
    let tables = folder.path().join("tables");
    exported(&tables, &["--games", "40", "--inputs", "sparse", "--holdout", "0"]);
    let archive =
        archive(folder.path(), &["--games", "40", "--inputs", "sparse", "--holdout", "0"]);
    let starts = archive.numbers("input_indptr", "<i8", i64::from_le_bytes);
    let indices = archive.numbers("input_indices", "<i4", i32::from_le_bytes);
    let values = archive.reals("input_values");
    let rows = rows(&tables, "train");
    assert_eq!(rows.len(), starts.len() - 1);
    for (row, ends) in rows.iter().zip(starts.windows(2)) {
        let range = ends[0] as usize..ends[1] as usize;
        let list = |name| match field(row, name) {
            Field::ListInternal(list) => list.elements().to_vec(),
            other => panic!("{name} is {other}"),
        };
        let which: Vec<Field> =
            indices[range.clone()].iter().map(|&index| Field::UShort(index as u16)).collect();
        let what: Vec<Field> = values[range].iter().map(|&value| Field::Float(value)).collect();
        assert_eq!((list("input_indices"), list("input_values")), (which, what));
    }
    assert_eq!(rows_of(&tables, "held_out"), 0, "nothing is held out, and the file says so");
}

fn rows_of(folder: &Path, part: &str) -> i64 {
    open(folder, part).metadata().file_metadata().num_rows()
}

#[test]
fn groups_are_bounded_and_the_file_says_how_it_was_made() {
    let folder = tempfile::tempdir().expect("folder");
    let sum = exported(folder.path(), &["--games", "1200", "--inputs", "dense"]);
    let reader = open(folder.path(), "train");
    let metadata = reader.metadata();
    let groups: Vec<i64> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(sum["rows"]["train"], groups.iter().sum::<i64>());
    // 64 MiB of 222 inputs and a row's own fields.
    assert!(groups.len() > 1 && groups.iter().all(|&rows| rows < 75_000), "{groups:?}");
    let about = metadata.file_metadata().key_value_metadata().expect("metadata");
    let about = about.iter().find(|pair| pair.key == "draughts-td").expect("an account");
    let about: serde_json::Value =
        serde_json::from_str(about.value.as_ref().expect("text")).expect("JSON");
    assert_eq!(about["input_names"].as_array().map(Vec::len), Some(222));
    assert_eq!((&about["seed"], &about["data"][0]["name"]), (&1.into(), &"sample.pdn.zst".into()));
    let schema = metadata.file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    assert_eq!((names.len(), names[7]), (7 + 222, "material"));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().expect("folder");
    let bytes = |threads: &str| {
        exported(folder.path(), &["--games", "1200", "--inputs", "sparse", "--threads", threads]);
        ["train", "held_out"].map(|part| fs::read(folder.path().join(part.to_owned() + ".parquet")))
    };
    let (one, three) = (bytes("1"), bytes("3"));
    let other = ["export", SAMPLE, "--games", "1200", "--parquet", &shown(folder.path())];
    let said = told(&program(&other), 2);
    assert!(said.contains("train.parquet") && said.contains("--force"), "boards: {said}");
    for (one, three) in one.into_iter().zip(three) {
        assert!(one.expect("written") == three.expect("written"));
    }
}

#[test]
fn an_export_that_cannot_be_made_leaves_what_was_there() {
    let outside = tempfile::tempdir().expect("folder");
    let (tables, games) = (outside.path().join("tables"), outside.path().join("games.pdn"));
    fs::write(&games, "1. 32-28 19-23 *\n").expect("written");
    let export = ["export", &shown(&games), "--parquet", &shown(&tables)];
    let said = told(&program(&export), 2);
    assert!(said.contains("no position to export") && !tables.exists(), "{said}");
    fs::create_dir(&tables).expect("a folder");
    fs::write(tables.join("train.parquet"), "old").expect("written");
    let said = told(&program(&export), 2);
    assert!(said.contains("train.parquet") && said.contains("--force"), "{said}");
    told(&program(&[&export[..], &["--force"]].concat()), 2);
    assert_eq!(fs::read_to_string(tables.join("train.parquet")).ok().as_deref(), Some("old"));
    assert_eq!(fs::read_dir(&tables).expect("a folder").count(), 1);
    fs::write(outside.path().join("file"), "").expect("written");
    let file = shown(&outside.path().join("file"));
    let said = told(&program(&["export", SAMPLE, "--parquet", &file]), 2);
    assert!(said.contains("--parquet") && said.contains("file"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_another_process_writes_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let mut first = draughts()
        .args(["export", "-", "--parquet", &shown(folder.path())])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let lock = folder.path().join(".train.parquet.draughts-td-lock");
    let started = std::time::Instant::now();
    while !lock.exists() {
        assert!(started.elapsed().as_secs() < 60, "it never began");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let said = told(&program(&["export", SAMPLE, "--parquet", &shown(folder.path())]), 2);
    assert!(said.contains(&format!("is being written by process {} (", first.id())), "{said}");
    drop(first.stdin.take());
    assert_eq!(first.wait().expect("it ends").code(), Some(2), "it had no game");
}
