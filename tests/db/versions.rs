//! Which games are one: the same moves of the same people, with other tags, comments and variations.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::board::Position;
use draughts_td::database::query::{
    GameFilter, Grouping, Pattern, PositionQuery, explore, left_out, positions, search, statistics,
};
use draughts_td::database::store::{Build, Built, Database, check};

use crate::run::{draughts, told};
use crate::twin::Numbers;

const MOVES: &str = "1. 32-28 19-23 2. 28x19 14x23";

fn game(tags: &[(&str, &str)], moves: &str, result: &str) -> String {
    let tags = tags.iter().filter(|(_, value)| !value.is_empty());
    let tags: String = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{moves} {result}\n\n")
}

fn add(file: &Path, text: &str) -> Built {
    let pdn = file.with_extension(format!("{}.pdn", text.len()));
    fs::write(&pdn, text).expect("written");
    Build::default().run(file, &[pdn], &mut |_| ControlFlow::Continue(())).expect("added")
}

fn found(database: &Database, filter: &GameFilter) -> Vec<u32> {
    let found = search(database, filter, &PositionQuery::default()).expect("found");
    found.hits.iter().map(|hit| hit.game).collect()
}

fn shown(file: &Path) -> Vec<u32> {
    found(&Database::open(file).expect("it opens"), &GameFilter::default())
}

/// How many versions and duplicates the second of two games makes.
fn second(first: &str, second: &str) -> (u64, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let built = add(&folder.path().join("games.db"), &format!("{first}{second}"));
    assert_eq!(built.games, 2);
    (built.versions, built.duplicates)
}

#[test]
fn games_of_other_people_days_events_and_results_are_other_games() {
    const TAGS: [(&str, &str); 4] = [
        ("White", "Ada Veldman"),
        ("Black", "Cor Broek"),
        ("Event", "Spring"),
        ("Date", "1998.05.02"),
    ];
    let first = game(&TAGS, MOVES, "2-0");
    let with = |place: usize, value: &'static str| {
        let mut tags = TAGS;
        tags[place].1 = value;
        game(&tags, MOVES, "2-0")
    };
    let (new, version, copy) = ((0, 0), (1, 0), (0, 1));
    for (place, value, expected) in [
        (0, "Ada Veldmann", new),
        (0, "A. Veldman", new),
        (0, "Veldman, Ada", version),
        (0, "ADA VELDMAN", version),
        (0, "?", copy),
        (1, "", copy),
        (1, "Broek", new),
        (2, "Autumn", new),
        (2, "?", copy),
        (3, "1998.05.03", new),
        (3, "1999.05.02", new),
        (3, "1998.05.??", copy),
        (3, "1998.00.00", copy),
        (3, "1998", copy),
        (3, "????.??.??", copy),
        (3, "????.06.??", new),
        (3, "02-05-1998", copy),
    ] {
        assert_eq!(second(&first, &with(place, value)), expected, "{value}");
        let reversed =
            if expected == copy && !["02-05-1998"].contains(&value) { version } else { expected };
        assert_eq!(second(&with(place, value), &first), reversed, "{value} first");
    }
    for (result, expected) in
        [("2-0", copy), ("1-0", copy), ("0-2", new), ("1-1", new), ("*", copy)]
    {
        assert_eq!(second(&first, &game(&TAGS, MOVES, result)), expected, "{result}");
    }
    assert_eq!(second(&first, &game(&TAGS, "1. 32-28 19-23", "2-0")), new);
}

#[test]
fn comments_glyphs_variations_and_tags_make_a_version_and_less_of_them_a_duplicate() {
    const TAGS: [(&str, &str); 2] = [("White", "Ada"), ("Black", "Cor")];
    let rich = "1. 32-28 19-23! {a known exchange} 2. 28x19 (2. 37-32) 14x23";
    let first = game(&TAGS, rich, "2-0");
    for (moves, expected) in [
        (rich, (0, 1)),
        (MOVES, (0, 1)),
        ("1. 32-28 19-23! 2. 28x19 14x23", (0, 1)),
        ("1. 32-28 19-23\n{a  known\nexchange} 2. 28x19 14x23", (0, 1)),
        ("1. 32-28 19-23 {an exchange} 2. 28x19 14x23", (1, 0)),
        ("1. 32-28 19-23? 2. 28x19 14x23", (1, 0)),
        ("1. 32-28 19-23 2. 28x19 (2. 38-32) 14x23", (1, 0)),
        ("1. 32-28 19-23 $4 2. 28x19 14x23", (1, 0)),
    ] {
        assert_eq!(second(&first, &game(&TAGS, moves, "2-0")), expected, "{moves}");
    }
    let more = [TAGS[0], TAGS[1], ("Annotator", "Cor")];
    assert_eq!(second(&first, &game(&more, rich, "2-0")), (1, 0));
    assert_eq!(second(&game(&more, rich, "2-0"), &first), (0, 1));
}

#[test]
fn what_follows_the_result_is_kept_and_makes_a_version() {
    let tags = [("White", "Ada"), ("Black", "Cor"), ("Result", "2-0")];
    for result in ["2-0", "1-0", "*"] {
        for tail in ["{won on time}", "; won on time", "(2. 37-32)", "won on time", "$7"] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("games.db");
            let written = game(&tags, MOVES, &format!("{result} {tail}\n"));
            add(&file, &written);
            let path = file.to_string_lossy();
            let exported = draughts().args(["db", "export", &path]).output().expect("it runs");
            let exported = told(&exported, 0);
            assert_eq!(exported.matches(tail).count(), 1, "{result}: {exported}");
            let again = folder.path().join("again.db");
            assert_eq!(add(&again, &exported).plies, 4);
            let plain = game(&tags, MOVES, result);
            assert_eq!((second(&plain, &written), second(&written, &plain)), ((1, 0), (0, 1)));
        }
    }
}

#[test]
fn the_annotated_version_is_shown_and_no_poorer_copy_hides_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let tags = [("White", "Alpha"), ("Black", "Beta"), ("Date", "2020.01.02")];
    let annotated = "1. 32-28 19-23 {analysis} 2. 28x19 14x23";
    add(&file, &game(&tags, MOVES, "2-0"));
    assert_eq!(add(&file, &game(&tags, annotated, "2-0")).versions, 1);
    assert_eq!(shown(&file), [2]);
    // Less of everything, then more tags without the comment, then a comment without the names.
    assert_eq!(add(&file, &game(&tags[..2], MOVES, "*")).duplicates, 1);
    let rated = [tags[0], tags[1], tags[2], ("WhiteRating", "1200")];
    assert_eq!(add(&file, &game(&rated, MOVES, "2-0")).versions, 1);
    assert_eq!(add(&file, &game(&[], "1. 32-28 {hm} 19-23 2. 28x19 14x23", "*")).versions, 1);
    assert_eq!(shown(&file), [2]);
    let database = Database::open(&file).expect("it opens");
    let numbers = |filter: GameFilter| found(&database, &filter);
    for number in 1..=5 {
        assert_eq!(
            numbers(GameFilter { numbers: vec![number], ..GameFilter::default() }),
            [number]
        );
    }
    assert_eq!(numbers(GameFilter { versions: true, ..GameFilter::default() }), [1, 2, 3, 4, 5]);
    assert!(numbers(GameFilter { min_rating: Some(1), ..GameFilter::default() }).is_empty());
    assert_eq!(numbers(GameFilter { from: Some("2020".into()), ..GameFilter::default() }), [2]);
    // The newest of the same kind is shown.
    let again = annotated.replace("analysis", "deeper analysis");
    assert_eq!(add(&file, &game(&tags, &again, "2-0")).versions, 1);
    assert_eq!(shown(&file), [6]);
    let export = |words: &[&str]| {
        let path = file.to_string_lossy();
        let words = [&["db", "export", &path], words].concat();
        told(&draughts().args(words).output().expect("it runs"), 0)
    };
    assert_eq!(export(&["--player", "Alpha"]).matches("analysis").count(), 1);
    assert_eq!(export(&["--unique"]).matches("32-28").count(), 1);
    assert_eq!(export(&[]).matches("32-28").count(), 6);
    assert_eq!(export(&["--player", "Alpha", "--versions"]).matches("32-28").count(), 5);
}

#[test]
fn what_is_left_out_is_counted_and_positions_are_all_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let tags = [("White", "Alpha"), ("Black", "Beta")];
    let text =
        game(&tags, MOVES, "2-0") + &game(&tags, MOVES, "2-0") + &game(&tags, "1. 31-26 *", "*");
    add(&file, &text);
    let run = |words: &str| {
        let words = words.replace("FILE", &file.to_string_lossy());
        told(&draughts().arg("db").args(words.split(' ')).output().expect("it runs"), 0)
    };
    assert!(run("search FILE").contains("1 duplicate left out; --versions shows it\n2 games\n"));
    assert!(run("stats FILE").contains("1 duplicate left out"));
    assert!(run("search FILE --json").contains("\"duplicates\":1"));
    assert!(run("stats FILE --json").contains("\"duplicates\":1"));
    let all = run("search FILE --versions");
    assert!(all.contains("3 games") && !all.contains("left out"), "{all}");
    assert_eq!(run("search FILE --with W31 --fen").lines().count(), 6);
    assert_eq!(run("search FILE --with W31 --fen --limit 1").lines().count(), 5);
    assert_eq!(run("search FILE --with W31 --fen --versions").lines().count(), 11);
}

/// The facts of a random game: each of few values, or missing.
type Facts = [Option<usize>; 5];

fn agree(one: &Facts, other: &Facts) -> bool {
    one.iter().zip(other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
}

fn random_game(numbers: &mut Numbers) -> (Facts, usize, String) {
    let mut facts: Facts = [None; 5];
    for fact in &mut facts {
        *fact = numbers.below(3).checked_sub(1);
    }
    let value =
        |place: usize, values: [&'static str; 2]| facts[place].map_or("", |fact| values[fact]);
    let missing = ["", "?"][numbers.below(2)];
    let named = |value: &'static str| if value.is_empty() { missing } else { value };
    let tags = [
        ("Event", named(value(0, ["Spring open", "Autumn open"]))),
        ("White", named(value(1, ["Ada Veldman", "Bob"]))),
        ("Black", named(value(2, ["Cor Broek", "Dirk"]))),
        ("Date", value(3, ["1998.05.02", "2011.11.20"])),
        ("Annotator", ["", "Eva", "Frits"][numbers.below(3)]),
    ];
    let moves = numbers.below(3);
    let comment = ["", "{one}", "{two}", "!"][numbers.below(4)];
    let text = [
        format!("1. 32-28 {comment} 19-23 2. 28x19 14x23"),
        format!("1. 31-26 {comment} 20-25"),
        format!("1. 33-29 20-25 {comment} 2. 39-33"),
    ];
    let result = value(4, ["2-0", "0-2"]);
    let result = if result.is_empty() { "*" } else { result };
    (facts, moves, game(&tags, &text[moves], result))
}

/// Games that agree, one after another, with all versions of an earlier one are that game: what is shown has each once.
#[test]
fn no_game_is_invisible_and_each_is_shown_once() {
    for seed in 1..=12 {
        let mut numbers = Numbers(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        let mut classes: Vec<(usize, Vec<Facts>)> = Vec::new();
        let (mut total, mut all) = (0, String::new());
        for part in 0..3 {
            let mut text = String::new();
            for _ in 0..=numbers.below(25) {
                let (facts, moves, game) = random_game(&mut numbers);
                let of = |(other, members): &&mut (usize, Vec<Facts>)| {
                    *other == moves && members.iter().all(|member| agree(member, &facts))
                };
                match classes.iter_mut().find(of) {
                    Some((_, members)) => members.push(facts),
                    None => classes.push((moves, vec![facts])),
                }
                text += &game;
                total += 1;
            }
            let pdn = folder.path().join(format!("{part}.pdn"));
            fs::write(&pdn, &text).expect("written");
            Build { frequent_games: 2, ..Build::default() }
                .run(&file, &[pdn], &mut |_| ControlFlow::Continue(()))
                .expect("added");
            all += &text;
        }
        let database = Database::open(&file).expect("it opens");
        let filter = GameFilter::default();
        let versions = GameFilter { versions: true, ..GameFilter::default() };
        let shown = found(&database, &filter);
        assert_eq!(shown.len(), classes.len(), "seed {seed}");
        assert_eq!(found(&database, &versions), (1..=total).collect::<Vec<u32>>());
        for number in 1..=total {
            let one = GameFilter { numbers: vec![number], ..GameFilter::default() };
            assert_eq!(found(&database, &one), [number]);
        }
        assert_eq!(
            left_out(&database, &filter).expect("counted") as usize,
            total as usize - classes.len()
        );
        let query = PositionQuery {
            pattern: Some(Pattern { position: Some(Position::start()), ..Pattern::default() }),
            ..PositionQuery::default()
        };
        for filter in [&filter, &versions] {
            let hits = search(&database, filter, &query).expect("found");
            let games: Vec<u32> = hits.hits.iter().map(|hit| hit.game).collect();
            assert_eq!(games, found(&database, filter));
            let starts = positions(&database, &query, games).expect("positions");
            assert_eq!(starts.len() as u64, hits.matches);
            let moves = explore(&database, &Position::start(), filter).expect("moves");
            let counted: u32 = moves.iter().map(|count| count.games).sum();
            let all = statistics(&database, filter, Grouping::All).expect("statistics");
            assert_eq!((counted, all[0].counts.games), (starts.len() as u32, starts.len() as u32));
        }
        let view: i64 = rusqlite::Connection::open(&file)
            .and_then(|file| file.query_row("SELECT count(*) FROM games", [], |row| row.get(0)))
            .expect("the view");
        assert_eq!(view as usize, classes.len());
        let text: Vec<u8> = (1..=total)
            .flat_map(|number| database.pdn(number).expect("it reads").expect("a game"))
            .collect();
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(plain(&String::from_utf8(text).expect("text")), plain(&all));
        let checked = check(&database, &[], 2, &mut |_| ControlFlow::Continue(()));
        assert_eq!(checked.expect("checked").faults, Vec::<String>::new());
    }
}

/// A database as the layout before had it: game 2 says less than game 1, game 3 has a comment, and game 4 is another one of the same people.
fn previous(folder: &Path) -> PathBuf {
    let file = folder.join("games.db");
    let connection = rusqlite::Connection::open(&file).expect("open");
    connection.execute_batch(include_str!("layout-2.sql")).expect("made");
    file
}

#[test]
fn a_database_of_the_layout_before_is_brought_to_this_one_and_keeps_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = previous(folder.path());
    // Beside a writer it stays as it is, and a message says so.
    let (before, lock) = (fs::read(&file).expect("there"), draughts_td::lock::Lock::on(&file));
    let error = Database::open(&file).expect_err("held").to_string();
    assert!(error.contains("is being written by"), "{error}");
    assert!(fs::read(&file).expect("there") == before);
    drop(lock);
    assert_eq!(shown(&file), [3, 4, 6]);
    let database = Database::open(&file).expect("it opens");
    let texts: Vec<String> = (1..=6)
        .map(|number| {
            String::from_utf8(database.pdn(number).expect("it reads").expect("there"))
                .expect("text")
        })
        .collect();
    assert!(texts[1].contains("VELDMAN Ada") && texts[2].contains("a known exchange"), "{texts:?}");
    assert!(texts[4].contains("28-22") && texts[5].contains("W:W27,K33:B13"), "{texts:?}");
    let all: String = texts.concat();
    let new = folder.path().join("new.db");
    add(&new, &all);
    assert_eq!(shown(&new), shown(&file));
    let moves = |file: &Path| {
        let database = Database::open(file).expect("it opens");
        explore(&database, &Position::start(), &GameFilter::default()).expect("moves")
    };
    assert_eq!(moves(&file), moves(&new));
    let checked = check(&database, &[], 1, &mut |_| ControlFlow::Continue(())).expect("checked");
    assert_eq!(checked.faults.len(), 1, "only its PDN file is gone: {:?}", checked.faults);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

#[test]
fn a_game_saved_in_a_database_of_the_layout_before_is_a_version_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = previous(folder.path());
    let text = game(
        &[("White", "Ada Veldman"), ("Black", "Cor Broek"), ("Date", "1998.05.02")],
        "1. 32-28 19-23 2. 28x19 {mine} 14x23",
        "2-0",
    );
    let saved = Build::default().save(&file, &text).expect("saved");
    assert_eq!((saved.game, saved.version_of, saved.is_copy), (7, Some(1), false));
    assert_eq!(shown(&file), [4, 6, 7]);
}
