//! A name finds the games of all who have it, however it is written, and no others; a name that nobody has finds the nearest.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{draughts, told};

/// White, Black, event and site of each game.
const GAMES: [[&str; 4]; 10] = [
    ["Berg,S.", "Dijk,P.", "Open group A", "Assen"],
    ["Sanders,T.", "Müller,A.", "WK 2031", "Amstelveen"],
    ["Sanders, Ton", "Tsjizjin,A.", "WK 2031", "Amsterdam"],
    ["T. Sanders", "Mueller, Anna", "Club, round 1", "Amsterdam"],
    ["Ton Sanders", "Wijsman,K.", "Club, round 2", "Amsterdam"],
    ["Ton,S.", "Wysman,K.", "NK2031", "Älmhult"],
    ["Samson,N.", "Dubois,J.M.", "NK2031", "Älmhult"],
    ["Dubois, Jean Marc", "Ba,B.", "NK2031", "Oslo"],
    ["Baljon,A.", "Jansen,G.", "Open", "Oslo"],
    ["jumper", "Jansen,J.", "Open", "?"],
];

/// A folder with a database of these games, each of another first move.
fn folder() -> tempfile::TempDir {
    const MOVES: [&str; 9] =
        ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"];
    let folder = tempfile::tempdir().expect("a folder");
    let game = |(number, [white, black, event, site]): (usize, &[&str; 4])| {
        let (first, second) = (MOVES[number % 9], if number < 9 { "20-25" } else { "20-24" });
        format!(
            "[Event \"{event}\"]\n[Site \"{site}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"2031.0{}.01\"]\n\n1. {first} {second} 1-1\n\n",
            1 + number % 9
        )
    };
    let text: String = GAMES.iter().enumerate().map(game).collect();
    fs::write(folder.path().join("games.pdn"), text).expect("written");
    run(folder.path(), &["build", "games.pdn", "-o", "games.db"], 0);
    folder
}

fn run(folder: &Path, words: &[&str], status: i32) -> String {
    told(&draughts().current_dir(folder).arg("db").args(words).output().expect("it runs"), status)
}

/// The numbers of the games that a search finds.
fn found(folder: &Path, question: &[&str]) -> Vec<u64> {
    let words = [&["db", "search", "games.db", "--json", "--limit", "0"][..], question].concat();
    let output = draughts().current_dir(folder).args(words).output().expect("it runs");
    let found: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{question:?}: {}", String::from_utf8_lossy(&output.stderr)));
    let hits = found["hits"].as_array().expect("a list");
    hits.iter().map(|hit| hit["game"].as_u64().expect("a number")).collect()
}

#[test]
fn every_name_finds_its_own_games_and_no_others() {
    let folder = folder();
    for (question, games) in [
        (&["--player", "Smit"][..], &[][..]),
        (&["--player", "Amstel"], &[]),
        (&["--player", "Sanders"], &[2, 3, 4, 5]),
        (&["--player", "Ba"], &[8]),
        (&["--player", "B"], &[1, 8, 9]),
        (&["--player", "Ton Sanders"], &[2, 3, 4, 5]),
        (&["--player", "Sanders, Ton"], &[2, 3, 4, 5]),
        (&["--player", "T. Sanders"], &[2, 3, 4, 5]),
        (&["--player", "Tom Sanders"], &[2, 4]),
        (&["--player", "Sanders", "--opponent", "Müller"], &[2, 4]),
        (&["--player", "Muller"], &[2, 4]),
        (&["--player", "Anna Mueller"], &[2, 4]),
        (&["--black", "Wijsman"], &[5, 6]),
        (&["--black", "Wysman"], &[5, 6]),
        (&["--white", "Dubois"], &[8]),
        (&["--player", "Jean Marc Dubois"], &[7, 8]),
        (&["--player", "Jean Dubois"], &[7, 8]),
        (&["--player", "Baljon"], &[9]),
        (&["--player", "Jansen"], &[9, 10]),
        (&["--player", "jumper"], &[10]),
        (&["--player", "jum"], &[10]),
        (&["--event", "Amsterdam"], &[]),
        (&["--event", "group A"], &[1]),
        (&["--event", "wk2031"], &[2, 3]),
        (&["--event", "NK 2031"], &[6, 7, 8]),
        (&["--site", "Amst"], &[2, 3, 4, 5]),
        (&["--site", "almhult"], &[6, 7]),
        (&["--site", "Aelmhult"], &[6, 7]),
        (&["--text", "Smit"], &[]),
        (&["--text", "Tom Sanders"], &[2, 4]),
        (&["--text", "Anna Muller"], &[2, 4]),
        // A Ton is a player of this database, and so not a given name beside another word.
        (&["--text", "Ton Sanders"], &[3, 5]),
        (&["--text", "sanders muller"], &[2, 4]),
        (&["--text", "sanders 2031.03"], &[3]),
        (&["--text", "Jansen Samson"], &[]),
    ] {
        assert_eq!(found(folder.path(), question), games, "{question:?}");
    }
}

#[test]
fn every_verb_takes_names_in_the_same_way() {
    let folder = folder();
    let said = |words: &[&str], status| run(folder.path(), words, status);
    let none = "no player matches 'Smit'";
    for words in [
        &["search", "games.db", "--player", "Smit"][..],
        &["explore", "games.db", "--player", "Smit"],
        &["explore", "games.db", "--white", "Smit"],
    ] {
        assert!(said(words, 1).contains(none), "{words:?}");
    }
    for words in [
        &["stats", "games.db", "--player", "Smit"][..],
        &["stats", "games.db", "--player", "Smit", "--mistakes", "1", "--net", "material"],
        &["export", "games.db", "--black", "Smit", "-o", "none.pdn"],
    ] {
        assert!(said(words, 0).contains(none), "{words:?}");
    }
    assert!(
        said(&["export", "games.db", "--player", "Ton Sanders", "-o", "4.pdn"], 0)
            .contains("4 games")
    );
    let counts: Value = serde_json::from_str(&said(
        &["stats", "games.db", "--player", "Wijsman", "--by", "side", "--json"],
        0,
    ))
    .expect("JSON");
    assert_eq!((&counts["games"], &counts["by"]["side"][0]["name"]), (&2.into(), &"Black".into()));
}

#[test]
fn the_nearest_names_are_proposed_for_a_name_that_nobody_has() {
    let folder = folder();
    for (question, said) in [
        (["--player", "Chizhin"], "no player matches 'Chizhin'; similar: Tsjizjin,A."),
        (["--white", "Сандерс"], "similar: Sanders"),
        (["--event", "WG 2031"], "no event matches 'WG 2031'; similar: WK 2031"),
        (["--site", "Amsterdan"], "no site matches 'Amsterdan'; similar: Amsterdam"),
        (["--text", "Tschizin"], "no player or event matches 'Tschizin'; similar: Tsjizjin,A."),
        (["--player", "nobody"], "no player matches 'nobody'\n"),
    ] {
        let words = [&["search", "games.db"][..], &question].concat();
        assert!(run(folder.path(), &words, 1).contains(said), "{question:?}");
    }
    // The name is there, and the date is what nobody has.
    let told =
        run(folder.path(), &["search", "games.db", "--player", "Sanders", "--to", "1990"], 1);
    assert!(!told.contains("matches"), "{told}");
}

#[test]
fn a_question_of_many_words_is_refused() {
    let folder = folder();
    let many = "word ".repeat(1000);
    for flag in ["--text", "--player", "--event"] {
        let said = run(folder.path(), &["search", "games.db", flag, &many], 2);
        assert!(said.contains("32 at most"), "{said}");
    }
}
