//! What is in an archive.

use std::fs;

use draughts_td::board::Color;
use draughts_td::features::Inputs;
use draughts_td::models::result_of;
use draughts_td::pdn::engine_note;

use crate::twin::{kept, squares};
use crate::{SAMPLE, archive, json, program, python, shown, told};

#[test]
fn the_rows_are_those_that_learn_keeps_and_its_held_out_games_are_apart() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| shown(&folder.path().join(name));
    let flags = ["--games", "600", "--seed", "7", "--holdout", "0.2", "--window", "4", "--json"];
    let learned = json(&[&["learn", SAMPLE, "-o", &path("net")], &flags[..]].concat());
    let exported = json(&[&["export", SAMPLE, "--npz", &path("rows.npz")], &flags[..]].concat());
    assert_eq!(exported["census"], learned["training"]["census"]);
    assert_eq!(exported["games"]["held_out"], learned["held_out"]["games"]);
    assert_eq!(exported["rows"]["held_out"], learned["held_out"]["all"]["positions"]);
    let taught = &learned["training"]["baseline"]["constant"]["count"];
    assert_eq!(&exported["rows"]["train"], taught);
}

#[test]
fn every_row_has_a_position_of_the_game_that_it_names() {
    let folder = tempfile::tempdir().expect("folder");
    // The 1049th game of the sample is skipped: the games after it keep their numbers.
    let rows = archive(folder.path(), &["--games", "1100"]);
    let expected = kept(SAMPLE, 1100, 1, 0.1);
    assert_eq!(expected.last().map(|row| row.game), Some(1101));
    let boards = ["white_men", "white_kings", "black_men", "black_kings"].map(|n| rows.words(n));
    let (turns, plies, results) =
        (rows.flags("white_to_move"), rows.counts("ply"), rows.signs("result"));
    let (games, lines, held_out) = (rows.words("game"), rows.words("line"), rows.flags("held_out"));
    assert_eq!(games.len(), expected.len());
    for (row, kept) in expected.iter().enumerate() {
        let p = &kept.position;
        let sets = [
            p.men(Color::White),
            p.kings(Color::White),
            p.men(Color::Black),
            p.kings(Color::Black),
        ];
        assert_eq!(boards.each_ref().map(|board| board[row]), sets.map(squares), "row {row}");
        let found = (turns[row], plies[row], results[row]);
        assert_eq!(found, (p.turn() == Color::White, kept.ply, kept.result), "row {row}");
        let found = (games[row], lines[row], held_out[row]);
        assert_eq!(found, (kept.game, kept.line, kept.is_held_out), "row {row}");
    }
    assert!(rows.counts("file").iter().all(|&file| file == 0));
    assert_eq!(rows.texts("files"), [SAMPLE]);
    assert!(rows.reals("score").iter().all(|score| score.is_nan()), "nobody searched them");
}

#[test]
fn inputs_take_the_place_of_the_board_whole_or_without_zeros() {
    let folder = tempfile::tempdir().expect("folder");
    let expected: Vec<f32> =
        kept(SAMPLE, 20, 1, 0.1).iter().flat_map(|row| Inputs::of(&row.position).dense()).collect();
    let dense = archive(folder.path(), &["--games", "20", "--inputs", "dense"]);
    assert!(!dense.names().contains(&"white_men"));
    assert_eq!(dense.array("inputs").shape, [expected.len() / 222, 222]);
    assert!(dense.reals("inputs") == expected);
    assert_eq!(dense.texts("input_names").len(), 222);
    assert_eq!(dense.texts("input_names")[0], "material");
    let sparse = archive(folder.path(), &["--games", "20", "--inputs", "sparse"]);
    let starts = sparse.numbers("input_indptr", "<i8", i64::from_le_bytes);
    let indices = sparse.numbers("input_indices", "<i4", i32::from_le_bytes);
    let values = sparse.reals("input_values");
    assert!(!values.contains(&0.0));
    let mut found = vec![0.0; expected.len()];
    for (row, ends) in starts.windows(2).enumerate() {
        for at in ends[0] as usize..ends[1] as usize {
            found[222 * row + indices[at] as usize] = values[at];
        }
    }
    assert!(found == expected);
}

#[test]
fn inputs_of_one_s_own_have_their_names() {
    let folder = tempfile::tempdir().expect("folder");
    let own = folder.path().join("own");
    fs::create_dir(&own).expect("a folder");
    let structures = fs::read_to_string("features/structures.toml").expect("the catalogue");
    let more = "\n[[structure]]\nname = \"edge_pair\"\nenglish = \"Pair\"\nwhite = [26, 31]\nblack = []\nempty = []\n\
                parity = \"odd\"\ngroup = \"formations\"\nmeaning = \"Two men\"\nsource = \"own\"\n";
    fs::write(own.join("structures.toml"), structures + more).expect("written");
    let flags = ["--games", "5", "--inputs", "dense", "--features", &shown(&own)];
    let rows = archive(folder.path(), &flags);
    assert_eq!(rows.array("inputs").shape[1], 223);
    assert!(rows.texts("input_names").contains(&"edge_pair".to_owned()));
}

#[test]
fn the_bytes_depend_only_on_games_and_settings() {
    let folder = tempfile::tempdir().expect("folder");
    let bytes = |name: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let npz = ["export", SAMPLE, "--games", "1500", "--force", "--npz", &shown(&path)];
        told(&program(&[&npz[..], more].concat()), 0);
        fs::read(path).expect("written")
    };
    for inputs in [&[][..], &["--inputs", "sparse"]] {
        let with = |name, threads| bytes(name, &[inputs, &["--threads", threads]].concat());
        assert!(with("one.npz", "1") == with("three.npz", "3"));
    }
    assert!(bytes("a.npz", &[]) != bytes("b.npz", &["--seed", "2"]));
}

#[test]
fn scores_are_those_of_the_comments_from_white_s_side() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.pdn");
    let moves = "1. 32-28 {+0.50/9} 19-23 {+0.20/8} 2. 28x19 14x23 3. 37-32 {-0.10/9} 10-14";
    let more = "4. 41-37 14-19 5. 34-29 23x34 6. 40x29 5-10 7. 45-40 10-14 2-0";
    fs::write(&games, format!("[Result \"2-0\"]\n\n{moves} {more}\n")).expect("written");
    let npz = folder.path().join("rows.npz");
    told(&program(&["export", &shown(&games), "--npz", &shown(&npz), "--holdout", "0"]), 0);
    let rows = crate::archive::Archive::open(&npz);
    let men = |comment: &[u8]| {
        result_of(engine_note(comment).and_then(|note| note.men).expect("a score"))
    };
    let expected = [(0, men(b"+0.50/9")), (1, -men(b"+0.20/8")), (4, men(b"-0.10/9"))];
    let found: Vec<(u32, f32)> = rows
        .counts("ply")
        .into_iter()
        .zip(rows.reals("score"))
        .filter(|row| !row.1.is_nan())
        .collect();
    assert_eq!(found, expected);
    assert!(rows.flags("held_out").iter().all(|held_out| !held_out));
}

#[test]
fn games_read_before_are_left_out_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("folder");
    let npz = shown(&folder.path().join("rows.npz"));
    let twice = |more: &[&str]| {
        let twice = ["export", SAMPLE, SAMPLE, "--npz", &npz, "--json", "--force"];
        json(&[&twice[..], more].concat())["rows"]["train"].as_u64().expect("a number")
    };
    let once = json(&["export", SAMPLE, "--npz", &npz, "--unique", "--json", "--force"]);
    assert_eq!(Some(twice(&["--unique"])), once["rows"]["train"].as_u64());
    assert!(twice(&[]) > twice(&["--unique"]));
}

const NUMPY: &str = "
import json, sys
import numpy as np
with np.load(sys.argv[1]) as rows:
    about = json.loads(str(rows['about']))
    assert about['content'] == 'dense' and about['data'][0]['name'] == 'sample.pdn.zst', about
    assert rows['inputs'].dtype == np.float32 and rows['held_out'].dtype == bool
    names = list(rows['input_names'])
    assert (rows['inputs'][:, names.index('material')] != 0).any()
    print(len(rows['inputs']), rows['held_out'].sum(), rows['files'][rows['file'][0]])
";

#[test]
fn numpy_reads_an_archive() {
    let Some(python) = python::python("import numpy") else { return };
    let folder = tempfile::tempdir().expect("folder");
    let npz = shown(&folder.path().join("rows.npz"));
    let flags = ["--games", "100", "--inputs", "dense", "--json"];
    let told = json(&[&["export", SAMPLE, "--npz", &npz], &flags[..]].concat());
    let rows = |part: &str| told["rows"][part].as_u64().expect("a number");
    let (train, held_out) = (rows("train"), rows("held_out"));
    let expected = format!("{} {held_out} {SAMPLE}", train + held_out);
    assert_eq!(python::output(&python, NUMPY, &[&npz]), expected);
}
