//! What goes into a database comes out of it: text that this program writes to the byte, any other as the reader reads it.

use std::fs;
use std::path::Path;

use draughts_td::game::{Replayer, comments, each_game, glyphs, variations};
use draughts_td::pdn::{Scan, block_of, to_utf8};

use crate::run::told;
use crate::twin::{SAMPLE, database, db};

/// Builds a database of a file and writes its games again.
fn again(folder: &Path, file: &Path) -> Vec<u8> {
    let [database, out] = ["again.db", "again.pdn"].map(|name| folder.join(name));
    let [database, out] = [&database, &out].map(|path| path.to_string_lossy().into_owned());
    told(&db(&["build", &file.to_string_lossy(), "-o", &database, "--force"]), 0);
    told(&db(&["export", &database, "-o", &out, "--force"]), 0);
    told(&db(&["check", &database]), 0);
    fs::read(out).expect("written")
}

/// All that the reader reads of each game.
fn read(text: &[u8]) -> Vec<String> {
    let (block, mut games) = (block_of("again", text), Vec::new());
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        let tags: Vec<_> = text
            .tags()
            .map(|(name, value)| {
                (
                    String::from_utf8_lossy(name).into_owned(),
                    draughts_td::pdn::tag_text(value).into_owned(),
                )
            })
            .collect();
        let fault = replay.error.as_ref().map(|error| error.fault.to_string());
        let game = replay.game;
        let beside = (comments(text, game), glyphs(text, game), variations(text, game));
        games.push(format!(
            "{tags:?} {fault:?} {:?} {:?} {:?} {beside:?}",
            game.start(),
            game.moves(),
            game.outcome()
        ));
    });
    games
}

#[test]
fn games_of_the_sample_come_back_as_they_are_read_and_then_to_the_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let packed = fs::read(SAMPLE).expect("the sample");
    let text = zstd::decode_all(packed.as_slice()).expect("it is packed");
    let out = folder.path().join("out.pdn");
    told(&db(&["export", &database().to_string_lossy(), "-o", &out.to_string_lossy()]), 0);
    let written = fs::read(&out).expect("written");
    let [own, back] = [&text, &written].map(|text| read(text));
    let differs = own.iter().zip(&back).find(|(own, back)| own != back);
    assert!(own == back && own.len() == 5000, "{differs:?}");
    assert!(again(folder.path(), &out) == written, "other bytes the second time");
}

#[test]
fn every_game_of_the_corpus_comes_back_as_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = 0;
    for entry in fs::read_dir("pdn/accept").expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "pdn") {
            continue;
        }
        let text = fs::read(&path).expect("a file");
        // UTF-16 is of two bytes a letter.
        if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) || text[1] == 0 {
            continue;
        }
        files += 1;
        let written = again(folder.path(), &path);
        assert_eq!(read(&written), read(&to_utf8(&text)), "{}", path.display());
        let file = folder.path().join("twice.pdn");
        fs::write(&file, &written).expect("written");
        assert!(again(folder.path(), &file) == written, "{}", path.display());
    }
    assert!(files > 20, "{files} files");
}

/// A game of only tags is the last of its file; in front of another one it would lose its own.
#[test]
fn a_game_in_an_old_encoding_comes_back_in_one_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.pdn");
    let text = "[White \"Z\u{fc}rich\"]\n\n1. 32-28 {sch\u{f6}n}\n19-23 {so} *\n\n1. 32-28 99-1 {\u{e9}} *\n";
    let latin: Vec<u8> =
        text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    fs::write(&file, latin).expect("written");
    let back = String::from_utf8(again(folder.path(), &file)).expect("UTF-8");
    assert_eq!(back.trim_end(), text.trim_end());
}

#[test]
fn comments_before_and_between_tags_keep_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("among.pdn");
    let text = "{a scan} [White  \"A\"]\n{of a book}\n[Black \"B\"]\n[Black \"C\"]\n\n{intro} 1. 32-28 $10 19-23 1-1 {end}\n\n\
        {between}\n\n[White \"D\"]\n[Result \"2-0\"]\n\n1. 33-29 2-0\n";
    fs::write(&file, text).expect("written");
    let back = String::from_utf8(again(folder.path(), &file)).expect("UTF-8");
    assert_eq!(back.trim_end(), text.trim_end());
}

#[test]
fn tags_without_moves_are_not_taken_for_tags_of_the_next_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let texts = ["[White \"A\"]\n[Result \"2-0\"]\n", "[White \"B\"]\n\n1. 32-28 *\n"];
    let files: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(number, text)| {
            let path = folder.path().join(format!("{number}.pdn"));
            fs::write(&path, text).expect("written");
            path.to_string_lossy().into_owned()
        })
        .collect();
    let database = folder.path().join("games.db").to_string_lossy().into_owned();
    told(&db(&["build", &files[0], &files[1], "-o", &database]), 0);
    let text = db(&["export", &database]).stdout;
    assert_eq!(read(&text).len(), 2, "{}", String::from_utf8_lossy(&text));
    let file = folder.path().join("all.pdn");
    fs::write(&file, &text).expect("written");
    assert!(again(folder.path(), &file) == text);
}

#[test]
fn only_the_games_of_a_search_are_written() {
    let file = database().to_string_lossy().into_owned();
    let output = db(&["export", &file, "--game", "3,17", "--unique"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.matches("[Event ").count(), 2);
    let all = db(&["export", &file]).stdout;
    assert!(
        String::from_utf8(all).expect("text").contains(text.split("\n\n").nth(1).expect("moves"))
    );
}

#[test]
fn comments_to_the_end_of_a_line_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lines.pdn");
    let head = "[Event \"lines\"]\n[White \"A\"]\n[Result \"1-1\"]\n";
    for text in [
        format!(
            "{head}\n; by the author\n1. 32-28 19-23 ; the Keller\n2. 28x19 14x23\n% a percent\n3. 33-28 1-1"
        ),
        // What a line comment hides may be moves that somebody meant.
        format!("{head}\n1. 32-28 19-23; 2. 28x19 14x23; 3. 33-28 1-1"),
        format!("{head}; among tags\n[Black \"B\"]\n\n1. 32-28 19-23 1-1"),
    ] {
        fs::write(&file, &text).expect("written");
        let out = again(folder.path(), &file);
        let out = String::from_utf8(out).expect("UTF-8");
        let lines = |text: &str| {
            text.lines()
                .map(str::to_owned)
                .filter(|line| line.contains([';', '%']))
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(&out), lines(&text), "{out}");
    }
}

#[test]
fn games_without_tags_do_not_run_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = folder.path().join("files");
    fs::create_dir(&files).expect("a folder");
    let games = [
        "1. 32-28 19-23\n",
        "1. 33-28 18-22\n",
        "1. 34-29 {c} 18-22\n",
        "[White \"C\"]\n\n1. 34-29 {c} 19-23 (1... 18-23\n",
        "1. 35-30 20-25 *\n",
        "[Event \"e\"]\n\n1. 32-27 1-1\n\n[/pdn]\n",
        "1. 31-26 {an open comment\n",
        "1. 31-27 20-24 2. 37-31\n",
    ];
    for (place, game) in games.iter().enumerate() {
        fs::write(files.join(format!("{place}.pdn")), game).expect("written");
    }
    let out = again(folder.path(), &files);
    let moves = |text: &[u8]| {
        let mut games = Vec::new();
        each_game(
            &block_of("moves", text),
            &mut Scan::default(),
            &mut Replayer::default(),
            |_, replay| {
                assert!(replay.error.is_none(), "{:?}", replay.error);
                games.push(replay.game.moves().to_vec());
            },
        );
        games
    };
    let wanted: Vec<_> = games.iter().flat_map(|game| moves(game.as_bytes())).collect();
    assert_eq!(moves(&out), wanted, "{}", String::from_utf8_lossy(&out));
    assert!(out.split(|byte| *byte == b'\n').any(|line| line == b"[/pdn]"));
}

#[test]
fn names_of_tags_that_signs_join_are_no_names_of_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("names.pdn");
    let tags = ["[White-Team \"NL\"]", "[Black.Title \"GMI\"]", "[Result-Code \"5\"]"];
    let text = format!(
        "{}\n[White \"Jan\u{81}sen\"]\n[Black \"Piet\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2-0\n",
        tags.join("\n")
    );
    fs::write(&file, text).expect("written");
    let out = String::from_utf8(again(folder.path(), &file)).expect("UTF-8");
    for tag in
        tags.iter().chain(&["[White \"Jan\u{81}sen\"]", "[Black \"Piet\"]", "[Result \"2-0\"]"])
    {
        assert!(out.contains(tag), "{tag} is missing in\n{out}");
    }
}
