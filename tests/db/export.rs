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
