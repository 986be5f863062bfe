//! Positions, formations, material and tags are found where a slow replay of the text finds them.

use draughts_td::board::{Bitboard, Color, Move, Position, Square, fen};
use draughts_td::database::query::{Formation, GameFilter, Pattern, PositionQuery, search};
use draughts_td::database::store::Database;
use draughts_td::game::Outcome;
use serde_json::Value;

use crate::twin::{Numbers, TwinGame, ask, database, sample};

/// A slow replay is very slow without optimisation.
const FORMATIONS: usize = if cfg!(debug_assertions) { 40 } else { 200 };
const POSITIONS: usize = if cfg!(debug_assertions) { 200 } else { 1000 };

/// Games and positions for which a question about position and ply holds.
fn slow(holds: impl Fn(&TwinGame, usize) -> bool) -> (usize, usize) {
    let places =
        |game: &TwinGame| (0..game.positions.len()).filter(|&ply| holds(game, ply)).count();
    let places: Vec<usize> = sample().iter().map(places).filter(|&places| places > 0).collect();
    (places.len(), places.iter().sum())
}

fn counts(found: &Value) -> (usize, usize) {
    let number = |name: &str| found[name].as_u64().expect(name) as usize;
    (number("games"), number("places"))
}

fn query(pattern: Pattern) -> PositionQuery {
    PositionQuery { pattern: Some(pattern), ..PositionQuery::default() }
}

/// Positions of the sample, openings as often as late ones.
fn positions(count: usize) -> Vec<Position> {
    let mut numbers = Numbers(33);
    let mut next = || {
        let game = &sample()[numbers.below(sample().len())];
        let last = if numbers.below(2) == 0 { game.positions.len() } else { 12 };
        game.positions[numbers.below(last.min(game.positions.len()))]
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn every_position_is_found_as_often_as_a_slow_replay_finds_it() {
    let database = Database::open(database()).expect("the database");
    for (index, position) in positions(POSITIONS).into_iter().enumerate() {
        let turned = index % 2 == 0;
        let query = PositionQuery {
            either_color: turned,
            ..query(Pattern { position: Some(position), ..Pattern::default() })
        };
        let found = search(&database, &GameFilter::default(), &query).expect("an answer");
        let mirrored = position.mirrored();
        let expected = slow(|game, ply| {
            let at = game.positions[ply];
            at == position || turned && at == mirrored
        });
        assert_eq!(
            (found.hits.len(), found.matches as usize),
            expected,
            "{}",
            fen::write(&position)
        );
        let first = found.hits[0];
        let game = sample().iter().find(|game| game.number == first.game).expect("the game");
        assert_eq!(Some(game.positions[first.ply.expect("a ply") as usize]), first.position);
    }
}

/// The text of a formation with some of a position's pieces, men and kings apart or either.
fn part_of(position: &Position, numbers: &mut Numbers, pieces: usize) -> String {
    let mut sides = Vec::new();
    for color in Color::ALL {
        let letter = if color == Color::White { "W" } else { "B" };
        let all: Vec<String> = position
            .pieces(color)
            .into_iter()
            .map(|square| match (position.kings(color).contains(square), numbers.below(4)) {
                (_, 0) => format!("P{square}"),
                (true, _) => format!("K{square}"),
                (false, _) => square.to_string(),
            })
            .collect();
        let some = (0..pieces).filter_map(|_| all.get(numbers.below(all.len().max(1))).cloned());
        let some: Vec<String> = some.collect();
        if !some.is_empty() {
            sides.push(format!("{letter}{}", some.join(",")));
        }
    }
    sides.join(":")
}

/// The squares of a formation's text, read from the text and not by the code: colour, letter of the piece (a digit for a man), square.
fn parts(text: &str) -> Vec<(Color, u8, Bitboard)> {
    let words = text.split(':').flat_map(|part| {
        let color = if part.starts_with('W') { Color::White } else { Color::Black };
        part[1..].split(',').map(move |word| (color, word))
    });
    let part = |(color, word): (Color, &str)| {
        let number: u8 = word.trim_start_matches(['K', 'P']).parse().expect("a square");
        (color, word.as_bytes()[0], Bitboard::of(&[number]))
    };
    words.map(part).collect()
}

/// Whether all of the squares are so, or any of them.
fn is_in(parts: &[(Color, u8, Bitboard)], position: &Position, all: bool) -> bool {
    let mut holds = parts.iter().map(|&(color, letter, square)| {
        let set = match letter {
            b'K' => position.kings(color),
            b'P' => position.pieces(color),
            _ => position.men(color),
        };
        !(set & square).is_empty()
    });
    if all { holds.all(|holds| holds) } else { holds.any(|holds| holds) }
}

#[test]
fn formations_are_found_as_often_as_a_slow_replay_finds_them() {
    let database = Database::open(database()).expect("the database");
    let mut numbers = Numbers(7);
    let all = positions(FORMATIONS);
    for (index, position) in all.iter().enumerate() {
        let with = part_of(position, &mut numbers, 2);
        let any = part_of(&all[FORMATIONS - 1 - index], &mut numbers, 2);
        let without = part_of(&all[(index + 1) % FORMATIONS], &mut numbers, 1);
        let turn = [None, Some(Color::White), Some(Color::Black)][index % 3];
        let turned = index % 2 == 0;
        let read = |text: &str| text.parse::<Formation>().expect("a formation");
        let pattern = Pattern {
            with: read(&with),
            any: (index % 4 == 0).then(|| read(&any)),
            without: if index % 3 == 0 { read(&without) } else { Formation::default() },
            turn,
            ..Pattern::default()
        };
        let query = PositionQuery { either_color: turned, ..query(pattern) };
        let found = search(&database, &GameFilter::default(), &query).expect("an answer");
        let [with_parts, any_parts, without_parts] =
            [&with, &any, &without].map(|text| parts(text));
        let is_at = |at: &Position| {
            is_in(&with_parts, at, true)
                && turn.is_none_or(|turn| turn == at.turn())
                && (index % 4 != 0 || is_in(&any_parts, at, false))
                && (index % 3 != 0 || !is_in(&without_parts, at, false))
        };
        let expected = slow(|game, ply| {
            let at = &game.positions[ply];
            is_at(at) || turned && is_at(&at.mirrored())
        });
        assert_eq!((found.hits.len(), found.matches as usize), expected, "{with} {any} {without}");
    }
}

#[test]
fn material_endings_and_last_positions_are_found_by_the_verb() {
    let has = |position: &Position, white: [u32; 2], black: [u32; 2]| {
        let of = |color| [position.men(color).len(), position.kings(color).len()];
        of(Color::White) == white && of(Color::Black) == black
    };
    let found = ask("search", &["--material", "3K:1K", "--limit", "0"]);
    let expected = slow(|game, ply| has(&game.positions[ply], [0, 3], [0, 1]));
    assert_eq!(counts(&found), expected);
    assert!(expected.0 > 0 && found["hits"].as_array().expect("a list").len() == expected.0);
    let found = ask("search", &["--material", "3K:1K", "--turned", "--last"]);
    let expected = slow(|game, ply| {
        let at = &game.positions[ply];
        let is_last = ply + 1 == game.positions.len();
        is_last && (has(at, [0, 3], [0, 1]) || has(at, [0, 1], [0, 3]))
    });
    assert_eq!(counts(&found), expected);
    let found = ask("search", &["--position", "32-28 19-23", "--ending", "2K:1K"]);
    let opening =
        draughts_td::board::fen::read(found["hits"][0]["fen"].as_str().expect("a position"))
            .expect("it reads");
    let expected = slow(|game, ply| {
        game.positions[ply] == opening && game.positions.iter().any(|at| has(at, [0, 2], [0, 1]))
    });
    assert_eq!(counts(&found), expected);
    assert!(expected.0 > 0);
}

#[test]
fn moves_in_a_row_and_positions_in_a_row_are_found() {
    let found = ask("search", &["--moves", "31-26 18-23", "--turned"]);
    let expected = slow(|game, ply| {
        let played = |moves: [&str; 2]| {
            let next = game.moves[ply.min(game.moves.len())..].iter().take(2);
            next.map(ToString::to_string).eq(moves.map(String::from))
        };
        played(["31-26", "18-23"]) || played(["20-25", "33-28"])
    });
    assert_eq!(counts(&found), expected);
    assert!(expected.0 > 0);
    let found = ask("search", &["--with", "W27:B24", "--lasting", "12"]);
    let chosen = parts("W27:B24");
    let is_in = |at: &Position| is_in(&chosen, at, true);
    let expected = slow(|game, ply| ply >= 11 && game.positions[ply - 11..=ply].iter().all(is_in));
    assert_eq!(counts(&found), expected);
    assert!(expected.0 > 0);
}

/// Whether the moves of a game from this ply on begin so: one test a move, each of the position before, the move and the reply.
type MoveTest<'a> = &'a dyn Fn(&Position, &Move, Option<&Move>) -> bool;

#[test]
fn moves_with_wildcards_are_found_where_a_slow_replay_finds_them() {
    let row = |tests: &[MoveTest<'_>]| {
        slow(|game, ply| {
            game.moves.len() >= ply + tests.len()
                && tests.iter().zip(ply..).all(|(test, at)| {
                    test(&game.positions[at], &game.moves[at], game.moves.get(at + 1))
                })
        })
    };
    let number = |square: u8| Square::new(square).expect("a square");
    let takes = |mv: &Move| mv.captured().into_iter().count();
    let same = |words: &str, tests: &[MoveTest<'_>]| {
        let (found, expected) = (counts(&ask("search", &["--moves", words])), row(tests));
        assert_eq!(found, expected, "{words}");
        assert!(expected.0 > 0, "{words}");
    };
    let quiet_to_27: MoveTest<'_> = &|_, mv, _| takes(mv) == 0 && mv.to() == number(27);
    let takes_27: MoveTest<'_> = &|_, mv, _| mv.captured().contains(number(27));
    same("?-27 x27", &[quiet_to_27, takes_27]);
    same("27-?", &[&|_, mv, _| takes(mv) == 0 && mv.from() == number(27)]);
    same("32x?", &[&|_, mv, _| takes(mv) > 0 && mv.from() == number(32)]);
    same("?x27", &[&|_, mv, _| takes(mv) > 0 && mv.to() == number(27)]);
    let gives: MoveTest<'_> =
        &|_, mv, next| takes(mv) == 0 && next.is_some_and(|next| takes(next) > 0);
    same("gives takes1 takes3+", &[gives, &|_, mv, _| takes(mv) == 1, &|_, mv, _| takes(mv) >= 3]);
    let crowns: MoveTest<'_> = &|position, mv, _| {
        let side = position.turn();
        position.men(side).contains(mv.from()) && position.succ(*mv).kings(side).contains(mv.to())
    };
    same("crowns ?", &[crowns, &|_, _, _| true]);
    let later = counts(&ask("search", &["--moves", "32-28 * takes3,?x28"]));
    let expected = slow(|game, ply| {
        game.moves.get(ply).is_some_and(|mv| mv.to_string() == "32-28")
            && game.moves[ply + 1..].iter().any(|mv| takes(mv) == 3 && mv.to() == number(28))
    });
    assert_eq!(later, expected);
    assert!(expected.0 > 0);
}

#[test]
fn tags_and_results_choose_games() {
    let games =
        |holds: &dyn Fn(&TwinGame) -> bool| sample().iter().filter(|game| holds(game)).count();
    let is = |found: Value, expected: usize| {
        assert_eq!(found["games"].as_u64().expect("a number") as usize, expected);
        assert!(expected > 0);
    };
    // A word may be the beginning of that in the name: 8 is also 8a.
    let is_8 = |game: &TwinGame, side: &str| game.tag(side).starts_with("Level 8");
    let is_10 = |game: &TwinGame, side: &str| game.tag(side) == "Level 10";
    let found = ask("search", &["--white", "Level 10", "--black", "level 8"]);
    is(found, games(&|game| is_10(game, "White") && is_8(game, "Black")));
    let found =
        ask("search", &["--player", "10, LEVEL", "--opponent", "8 level", "--result", "win"]);
    is(
        found,
        games(&|game| match game.outcome {
            Outcome::WhiteWins => is_10(game, "White") && is_8(game, "Black"),
            Outcome::BlackWins => is_10(game, "Black") && is_8(game, "White"),
            _ => false,
        }),
    );
    let found = ask("search", &["--result", "1-1", "--min-plies", "60", "--max-plies", "90"]);
    is(
        found,
        games(&|game| game.outcome == Outcome::Draw && (60..=90).contains(&game.moves.len())),
    );
    let date = sample()[0].tag("Date");
    is(
        ask("search", &["--from", date, "--to", &date[..7]]),
        games(&|game| game.tag("Date") >= date && game.tag("Date").starts_with(&date[..7])),
    );
}

#[test]
fn every_format_has_the_same_games() {
    use crate::run::draughts;
    let file = database().to_string_lossy().into_owned();
    let words = ["--with", "WK5", "--limit", "7"];
    let run = |format: &[&str]| {
        let output = draughts().args(["db", "search", &file]).args(words).args(format).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let found = ask("search", &words);
    let hits = found["hits"].as_array().expect("a list");
    assert_eq!(hits.len(), 7);
    // Every matching position of a game is a line, the first of them that of the list.
    let (fens, mut line) = (run(&["--fen"]), 0);
    let fens: Vec<&str> = fens.lines().collect();
    for hit in hits {
        assert_eq!(fens[line], hit["fen"].as_str().expect("a FEN"));
        line += hit["places"].as_u64().expect("a number") as usize;
    }
    assert_eq!(fens.len(), line);
    assert_eq!(run(&["--pdn"]).matches("[Result ").count(), 7);
    let text = run(&[]);
    for hit in hits {
        let number = format!("{:>8}  ", hit["game"].as_u64().expect("a number"));
        assert!(text.lines().any(|line| line.starts_with(&number)), "{text}");
    }
    let games = format!("{} games, ", found["games"]);
    assert!(text.lines().last().expect("a line").starts_with(&games), "{text}");
}
