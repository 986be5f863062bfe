//! The file of a database, damaged: what opens answers every question or says what is wrong.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use draughts_td::board::{Position, fen};
use draughts_td::database::DatabaseError;
use draughts_td::database::query::{
    GameFilter, Grouping, Listing, Pattern, PositionQuery, ResultFilter, explore, page,
    player_games, search, statistics,
};
use draughts_td::database::store::{Build, Database, Selected, check};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::bytes::Bytes;
use super::scratch;

/// Makes changes of the bytes: single bytes of the file, its length, or values of its rows. Then asks it, and adds to it.
pub fn run(data: &[u8]) {
    scratch::with_file("games.db", &BASE, |path| {
        let _ = fs::remove_file(path.with_extension("db-journal"));
        let mut bytes = Bytes(data);
        let adds = bytes.byte() % 2 == 1;
        while !bytes.0.is_empty() {
            match bytes.byte() % 4 {
                0 => change_byte(path, &mut bytes),
                1 => cut(path, &mut bytes),
                _ => change_value(path, &mut bytes),
            }
        }
        told(ask(path));
        if adds {
            told(Build::default().save(path, NEW).map(|_| ()));
            let files = [FOLDER.path().join("more.pdn")];
            told(
                Build::default().run(path, &files, &mut |_| ControlFlow::Continue(())).map(|_| ()),
            );
            told(ask(path));
        }
    });
}

const GAMES: &str = "[Event \"WK\"]\n[White \"Sijbrands, Ton\"]\n[Black \"Wiersma, Harm\"]\n[Date \"1973.05.06\"]\n[WhiteRating \"1500\"]\n\
    [Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0\n\n\
    [White \"Wiersma, Harm\"]\n[Black \"A\"]\n[Round \"3\"]\n[Annotator \"b\"]\n\n1. 32-28 {good} 19-23 2. 28x19 14x23 (2... 13x24) 1-1\n\n\
    [White \"Sijbrands, Ton\"]\n[Black \"Wiersma, Harm\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0\n\n\
    [White \"B\"]\n\n1. 32-28 19-24 2. 28-1 *\n\n\
    [White \"B\"]\n[FEN \"W:WK46,K47,28:BK1,12,13\"]\n\n1. 46-41 12-18 2. 41-37 18-22 3. 28x17 *\n";

const NEW: &str = "[White \"C\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 38-32 *\n";

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("games.pdn"), GAMES).expect("written");
    fs::write(folder.path().join("more.pdn"), NEW.replace("38-32", "31-27")).expect("written");
    folder
});

/// A small database with a row in every table.
static BASE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let file = FOLDER.path().join("base.db");
    let build = Build { frequent_games: 2, ..Build::default() };
    let games = [FOLDER.path().join("games.pdn")];
    let built = build.run(&file, &games, &mut |_| ControlFlow::Continue(()));
    assert_eq!(built.expect("built").broken, 1);
    fs::read(file).expect("the database")
});

fn change_byte(path: &Path, bytes: &mut Bytes<'_>) {
    let mut file = fs::read(path).expect("the database");
    let place = (0..3).fold(0, |place, _| place * 256 + usize::from(bytes.byte()));
    let length = file.len().max(1);
    if let Some(byte) = file.get_mut(place % length) {
        *byte = bytes.byte();
    }
    fs::write(path, file).expect("written");
}

fn cut(path: &Path, bytes: &mut Bytes<'_>) {
    let length = BASE.len() * usize::from(bytes.byte()) / 256;
    let file = fs::read(path).expect("the database");
    fs::write(path, &file[..length.min(file.len())]).expect("written");
}

/// What of the rows is changed.
const COLUMNS: [&str; 35] = [
    "source.bytes",
    "source.games",
    "source.finished",
    "source.sha256",
    "player.name",
    "player.words",
    "player.id",
    "event.id",
    "layout.tags",
    "layout.terminator",
    "game.id",
    "game.source",
    "game.line",
    "game.layout",
    "game.event",
    "game.date",
    "game.white",
    "game.white_rating",
    "game.result",
    "game.plies",
    "game.version_of",
    "game.tags",
    "moves.game",
    "moves.start",
    "moves.moves",
    "movetext.text",
    "broken.id",
    "broken.text",
    "packed_column.first_game",
    "packed_column.width",
    "packed_column.numbers",
    "segment.first_game",
    "segment.last_game",
    "segment.bits",
    "bucket.games",
];

/// Columns of tables without a number of the row.
const POPULAR: [&str; 5] =
    ["popular.position", "popular.games", "popular.white", "popular.rated", "popular.move"];

/// Gives one column of a row, or of all, another value; SQLite may refuse it.
fn change_value(path: &Path, bytes: &mut Bytes<'_>) {
    let Ok(connection) = Connection::open(path) else { return };
    let columns = [&COLUMNS[..], &POPULAR].concat();
    let (table, column) =
        columns[usize::from(bytes.byte()) % columns.len()].split_once('.').expect("both");
    let row = bytes.byte();
    let value = match bytes.byte() % 8 {
        0 => Value::Null,
        1 => Value::Integer(i64::from(bytes.byte())),
        2 => Value::Integer(i64::from_le_bytes(std::array::from_fn(|_| bytes.byte()))),
        3 => Value::Integer(1 << (bytes.byte() % 63)),
        4 => Value::Integer(i64::from(u32::MAX) - i64::from(bytes.byte())),
        5 => Value::Text(bytes.text().into_owned()),
        _ => Value::Blob(bytes.part().to_vec()),
    };
    let place = usize::from(row) % 16;
    let sql = match (table, row) {
        (_, 0) => format!("UPDATE OR IGNORE {table} SET {column} = ?1"),
        ("bucket" | "popular", _) => format!(
            "UPDATE OR IGNORE {table} SET {column} = ?1 WHERE {key} = (SELECT {key} FROM {table} LIMIT 1 OFFSET {place})",
            key = if table == "bucket" { "bucket" } else { "position" }
        ),
        _ => format!(
            "UPDATE OR IGNORE {table} SET {column} = ?1 WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {place})"
        ),
    };
    let _ = connection.execute_batch("PRAGMA foreign_keys = 0");
    let _ = connection.execute(&sql, [value]);
}

fn told(answer: Result<(), DatabaseError>) {
    if let Err(error) = answer {
        assert!(!error.to_string().is_empty());
    }
}

/// Every question, each with an answer or an error.
fn ask(path: &Path) -> Result<(), DatabaseError> {
    let _ = Database::is_own(path);
    let database = Database::open(path)?;
    let files: Vec<PathBuf> = vec![FOLDER.path().join("games.pdn")];
    let checked = check(&database, &files, 1, &mut |_| ControlFlow::Continue(()));
    told(checked.map(|_| ()));
    let player = GameFilter { player: Some("s".into()), ..GameFilter::default() };
    let many = GameFilter {
        text: Some("wk 1973".into()),
        from: Some("1970".into()),
        max_rating: Some(3000),
        results: vec![ResultFilter::White],
        max_plies: Some(90),
        source: Some("games".into()),
        ..GameFilter::default()
    };
    let all = GameFilter::default();
    let mut numbers = Vec::new();
    for filter in [&all, &player, &many] {
        told(page(&database, filter, 0, 50).map(|page| numbers.extend(page.games)));
        told(player_games(&database, filter).map(|_| ()));
        for grouping in [
            Grouping::All,
            Grouping::Year,
            Grouping::Length,
            Grouping::Opening(2),
            Grouping::Opponent,
            Grouping::Event,
        ] {
            told(statistics(&database, filter, grouping).map(|_| ()));
        }
    }
    for number in numbers {
        told(Listing::select(&database, [number]).map(|_| ()));
        told(database.moves(number).map(|_| ()));
    }
    ask_positions(&database, &player);
    told(database.export(&Selected::All, |_| Ok(())));
    Ok(())
}

fn ask_positions(database: &Database, player: &GameFilter) {
    let all = GameFilter::default();
    let later = fen::read("W:W31-37,41-50:B1-13,15-18,20,23").unwrap_or_else(|_| Position::start());
    for position in [Position::start(), later] {
        for filter in [&all, player] {
            told(explore(database, &position, filter).map(|moves| {
                moves.iter().for_each(|count| {
                    let _ = (count.rating(), count.score(position.turn()));
                });
            }));
        }
        let exact = Pattern { position: Some(position), ..Pattern::default() };
        let with = Pattern { with: "W31:BP18".parse().expect("pieces"), ..Pattern::default() };
        for pattern in [exact, with] {
            let query = PositionQuery {
                pattern: Some(pattern),
                either_color: true,
                ..PositionQuery::default()
            };
            told(search(database, &all, &query).map(|_| ()));
        }
    }
    let ending = PositionQuery {
        ending: Some("1K:1K".parse().expect("material")),
        ..PositionQuery::default()
    };
    told(search(database, &all, &ending).map(|_| ()));
}
