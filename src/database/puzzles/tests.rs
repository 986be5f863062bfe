//! Puzzles from games into a file and out of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use tempfile::TempDir;

use super::*;
use crate::board::{Color, Move, MoveList, Position, fen};
use crate::error::DatabaseError;
use crate::game::{Replayer, each_game};
use crate::pdn::{GameSheet, Scan, Terminator, block_of};
use crate::player::{Evaluation, Options, StopFlag};
use crate::puzzle::{Language, Proof, Themes};
use crate::store::{Build, Database};

/// The ends of two games: Black errs with the first move, and White shows how it loses.
const ENDS: [(&str, &str); 2] = [
    (
        "B:W16,24,26,31,34,37,38,39,40,41,42,43,44,45,46,47,48,49:B1,2,3,4,6,7,8,9,10,11,12,13,15,18,22,23,25",
        "10-14 24-19 13x24 34-29 23x34 39x10",
    ),
    ("B:W27,28,32,33,34,41,49:B3,8,16,17,19,20,23", "17-21 33-29 20-25 29x18"),
];

fn moves(start: &Position, text: &str) -> Vec<Move> {
    let mut position = *start;
    let play = |word: &str| {
        let mv = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == word);
        position = position.succ(mv.expect("legal"));
        mv.expect("legal")
    };
    text.split_whitespace().map(play).collect()
}

/// The end of a game, turned if asked, as PDN.
fn pdn(end: (&str, &str), is_turned: bool) -> String {
    let start = fen::read(end.0).expect("fen");
    let turn =
        |mv: Move| Move::new(mv.from().rotated(), mv.to().rotated(), mv.captured().rotated());
    let own = moves(&start, end.1);
    let (start, moves) = match is_turned {
        true => (start.mirrored(), own.into_iter().map(turn).collect()),
        false => (start, own),
    };
    let (white, black) = ("Ann =Solver, \"A\"".into(), "Bob".into());
    GameSheet { white, black, start, moves, ..GameSheet::default() }.to_pdn(Terminator::Star)
}

/// A folder with a file of `count` games: both ends once, and then one of them over and over, turned each second time.
fn games(count: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pdn");
    let end =
        |place: usize| pdn(ENDS[usize::from(place == 1)], place.is_multiple_of(2) && place > 0);
    fs::write(&file, (0..count).map(end).collect::<String>()).expect("written");
    (folder, file)
}

/// Makes puzzles; the run is stopped after `reports` reports of progress.
fn make(out: &Path, inputs: &[PathBuf], player: Option<&str>, reports: usize) -> Mined {
    tried(out, inputs, player, reports).expect("mined")
}

/// What a run answers, errors too.
fn tried(
    out: &Path,
    inputs: &[PathBuf],
    player: Option<&str>,
    reports: usize,
) -> Result<Mined, DatabaseError> {
    let evaluation = Evaluation::reference();
    let options = Options::default();
    let proof =
        Proof { nodes: 20_000, last_nodes: 40_000, closest_nodes: 80_000, ..Proof::default() };
    let mining =
        Mining { evaluation: &evaluation, net: "reference", options: &options, proof, player };
    let (stop, mut seen) = (StopFlag::new(), 0);
    let mut event = |event: MiningEvent<'_>| {
        seen += usize::from(matches!(event, MiningEvent::Progress { .. }));
        if seen >= reports {
            stop.stop();
        }
    };
    mine(out, inputs, &mining, &stop, &mut event)
}

fn all(file: &Path) -> Vec<StoredPuzzle> {
    let read = PuzzleFile::open(file).and_then(|file| file.puzzles(&PuzzleFilter::default()));
    read.expect("puzzles")
}

/// A new file of puzzles is removed again, and one that was there is left as it was.
#[test]
fn files_without_a_game_begin_no_file_of_puzzles() {
    let (folder, file) = games(2);
    let out = folder.path().join("puzzles.db");
    for (name, text) in
        [("words.pdn", "nothing here\n"), ("illegal.pdn", "[Event \"x\"]\n\n1. 32-28 50-1 *\n")]
    {
        let poor = folder.path().join(name);
        fs::write(&poor, text).expect("written");
        let refused = tried(&out, slice::from_ref(&poor), None, 99);
        assert!(matches!(refused, Err(DatabaseError::NoGame)), "{name}: {refused:?}");
        assert!(!out.exists(), "{name}");
    }
    make(&out, slice::from_ref(&file), None, 99);
    let before = all(&out);
    assert!(tried(&out, &[folder.path().join("words.pdn")], None, 99).is_err());
    assert_eq!(all(&out), before);
    // All that is there was searched before.
    assert_eq!(make(&out, slice::from_ref(&file), None, 99).known, 2);
}

#[test]
fn the_file_is_the_same_for_any_threads_and_after_an_interruption() {
    let (folder, file) = games(40);
    let out = |name: &str| folder.path().join(name);
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let whole = pool(1).install(|| make(&out("one.db"), slice::from_ref(&file), None, 99));
    assert_eq!((whole.games, whole.puzzles, whole.doubles, whole.interrupted), (40, 2, 38, false));
    pool(2).install(|| make(&out("two.db"), slice::from_ref(&file), None, 99));
    let bytes = |name: &str| fs::read(out(name)).expect("a file");
    assert!(bytes("one.db") == bytes("two.db"), "two threads write another file");
    let first = make(&out("three.db"), slice::from_ref(&file), None, 1);
    assert!(first.interrupted && first.games == 32, "{first:?}");
    let rest = make(&out("three.db"), slice::from_ref(&file), None, 99);
    assert_eq!((rest.games, rest.known), (8, 32));
    assert!(bytes("one.db") == bytes("three.db"), "an interruption changes the file");
    let again = make(&out("three.db"), &[file], None, 99);
    assert_eq!((again.games, again.known, again.puzzles), (0, 40, 0));
}

#[test]
fn a_turned_twin_is_a_double_and_names_and_sides_are_kept() {
    let (folder, file) = games(3);
    let out = folder.path().join("puzzles.db");
    let mined = make(&out, &[file], None, 99);
    assert_eq!((mined.puzzles, mined.doubles), (2, 1));
    let puzzles = all(&out);
    assert_eq!(puzzles.iter().map(|stored| stored.game).collect::<Vec<_>>(), [1, 2]);
    for (stored, end) in puzzles.iter().zip(ENDS) {
        let start = fen::read(end.0).expect("fen");
        assert_eq!(stored.puzzle.last.0, start);
        assert_eq!(stored.puzzle.solver, Color::White);
        assert_eq!(stored.white, "Ann =Solver, \"A\"");
        assert!(stored.themes.iter().all(|id| Themes::built_in().get(id).is_some()));
    }
}

#[test]
fn a_player_gets_mistakes_and_missed_wins_only() {
    let (folder, file) = games(1);
    let out = |name: &str| folder.path().join(name);
    // Bob errs, and Ann does not miss it.
    assert_eq!(make(&out("bob.db"), slice::from_ref(&file), Some("Bob"), 99).puzzles, 1);
    assert_eq!(make(&out("ann.db"), slice::from_ref(&file), Some("Ann"), 99).puzzles, 0);
    assert_eq!(make(&out("eve.db"), slice::from_ref(&file), Some("Eve"), 99).puzzles, 0);
}

#[test]
fn puzzles_of_a_database_are_in_the_database_and_new_games_are_searched_later() {
    let (folder, file) = games(1);
    let out = folder.path().join("games.db");
    let build = |files: &[PathBuf]| {
        Build::default()
            .run(&out, files, &mut |_| std::ops::ControlFlow::Continue(()))
            .expect("built");
    };
    build(&[file]);
    let first = make(&out, &[], None, 99);
    assert_eq!((first.games, first.puzzles), (1, 1));
    let more = folder.path().join("more.pdn");
    fs::write(&more, pdn(ENDS[1], false)).expect("written");
    build(&[more]);
    let second = make(&out, &[], None, 99);
    assert_eq!((second.games, second.known, second.puzzles), (1, 1, 1));
    assert_eq!(all(&out).len(), 2);
    assert_eq!(
        Database::open(&out).expect("still a database of games").last_game().expect("games"),
        2
    );
}

/// The start and the moves of each game of a text.
fn read(text: &str) -> Vec<(Position, Vec<Move>)> {
    let mut games = Vec::new();
    each_game(
        &block_of("text", text),
        &mut Scan::default(),
        &mut Replayer::default(),
        |_, replay| {
            let game = replay.whole().expect("a game");
            games.push((game.start(), game.moves().to_vec()));
        },
    );
    games
}

#[test]
fn pdn_csv_and_json_read_back_to_the_same_puzzles() {
    let (folder, file) = games(2);
    let out = folder.path().join("puzzles.db");
    make(&out, &[file], None, 99);
    let puzzles = all(&out);
    let text: String = puzzles.iter().map(StoredPuzzle::to_pdn).collect();
    let whole: Vec<_> = puzzles
        .iter()
        .map(|stored| (stored.puzzle.position, stored.puzzle.moves.clone()))
        .collect();
    assert_eq!(read(&text), whole);
    for stored in &puzzles {
        let (last, error) = stored.puzzle.last;
        let asked = [&[error], &stored.puzzle.moves[..stored.puzzle.asked]].concat();
        let line = stored.to_csv();
        assert_eq!(CSV_HEAD.split(',').count(), 10);
        let fields: Vec<&str> =
            line.trim_end().split(",\"").flat_map(|part| part.split("\",")).collect();
        assert_eq!(fields[1], fen::write(&last), "{line}");
        let moves = fields[2].split(',').next().expect("moves");
        let game = format!("[FEN \"{}\"]\n\n{moves} *\n", fields[1]);
        assert_eq!(read(&game), [(last, asked.clone())]);
        let json = stored.to_lidraughts();
        let text = |name: &str| json[name].as_str().expect("text").to_owned();
        let list = json["move_list"].as_array().expect("moves").iter();
        let list: Vec<&str> = list.filter_map(|mv| mv.as_str()).collect();
        let game = format!(
            "[FEN \"{}\"]\n\n{} {} *\n",
            text("last_pos"),
            text("last_move"),
            list.join(" ")
        );
        assert_eq!(read(&game), [(last, asked)]);
    }
}

#[test]
fn a_sheet_has_its_diagrams_and_the_solutions_after_them_without_markup_of_others() {
    let (folder, file) = games(2);
    let out = folder.path().join("puzzles.db");
    make(&out, &[file], None, 99);
    let mut puzzles = all(&out);
    puzzles[0].black = "<b>Bob</b>".into();
    let puzzles: Vec<StoredPuzzle> = puzzles.into_iter().cycle().take(7).collect();
    for (language, word) in [
        (Language::En, "Solutions"),
        (Language::Nl, "Oplossingen"),
        (Language::Fr, "Solutions"),
        (Language::Ru, "Решения"),
    ] {
        let sheet = Sheet { language, title: None, per_page: 6, themes: true };
        let html = sheet.html(&puzzles);
        assert_eq!((html.matches("<svg ").count(), html.matches("<section>").count()), (7, 3));
        let solutions = html.find(word).expect(word);
        assert!(
            html.find("24-19").is_some_and(|place| place > solutions),
            "a solution is beside its diagram"
        );
        assert!(!html.contains("<b>Bob") && html.contains("&lt;b&gt;Bob"));
    }
}

#[test]
fn a_filter_chooses_by_what_it_names() {
    let (folder, file) = games(2);
    let out = folder.path().join("puzzles.db");
    make(&out, &[file], None, 99);
    let count = |filter: PuzzleFilter| {
        PuzzleFile::open(&out).and_then(|file| file.puzzles(&filter)).expect("puzzles").len()
    };
    let all = PuzzleFilter::default;
    assert_eq!(count(all()), 2);
    assert_eq!(count(PuzzleFilter { ids: vec![2], ..all() }), 1);
    assert_eq!(count(PuzzleFilter { theme: Some("two_offers".into()), ..all() }), 1);
    assert_eq!(count(PuzzleFilter { player: Some("bob".into()), ..all() }), 2);
    // A name is read as in a search of games: its words may be cut short, and begin a word.
    assert_eq!(count(PuzzleFilter { player: Some("bo".into()), ..all() }), 2);
    assert_eq!(count(PuzzleFilter { player: Some("ob".into()), ..all() }), 0);
    assert_eq!(count(PuzzleFilter { player: Some("eve".into()), ..all() }), 0);
    assert_eq!(count(PuzzleFilter { missed: true, ..all() }), 0);
    assert_eq!(count(PuzzleFilter { max_level: Some(1), ..all() }), 0);
}

#[test]
fn a_removed_puzzle_is_gone_and_the_same_games_do_not_bring_it_back() {
    let (folder, file) = games(2);
    let out = folder.path().join("puzzles.db");
    make(&out, std::slice::from_ref(&file), None, 99);
    PuzzleFile::remove(&out, &[1, 77]).expect("removed");
    let ids = || all(&out).iter().map(|stored| stored.id).collect::<Vec<_>>();
    assert_eq!(ids(), [2]);
    make(&out, &[file], None, 99);
    assert_eq!(ids(), [2]);
    let missing = folder.path().join("none.db");
    assert!(PuzzleFile::remove(&missing, &[1]).is_err());
    assert!(!missing.exists());
}

#[test]
fn what_is_no_file_of_puzzles_is_refused_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzles.db");
    assert!(matches!(PuzzleFile::open(&file), Err(DatabaseError::NoPuzzles)));
    fs::write(&file, "no database").expect("written");
    assert!(matches!(PuzzleFile::open(&file), Err(DatabaseError::NoPuzzleFile)));
    let evaluation = Evaluation::material();
    let options = Options::default();
    let mining = Mining {
        evaluation: &evaluation,
        net: "material",
        options: &options,
        proof: Proof::default(),
        player: None,
    };
    assert!(mine(&file, &[], &mining, &StopFlag::new(), &mut |_| {}).is_err());
    assert_eq!(fs::read_to_string(&file).expect("still there"), "no database");
    // A table that the program does not make.
    let (_games, pdn) = games(1);
    let own = folder.path().join("own.db");
    make(&own, &[pdn], None, 99);
    let connection = rusqlite::Connection::open(&own).expect("SQLite");
    connection.execute_batch("CREATE TABLE other (id INTEGER)").expect("made");
    let fault = PuzzleFile::open(&own).expect_err("a stranger").to_string();
    assert!(fault.contains("'other'"), "{fault}");
}
