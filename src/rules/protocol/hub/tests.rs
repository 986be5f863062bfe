//! The examples of the protocol's description, the spellings programs use, and laws over random lines.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::board::{MoveList, Square, fen};
use crate::protocol::{HubError, MoveError, MoveText};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn command(text: &str) -> Command {
    Command::parse(text).expect(text).expect(text)
}

fn reply(text: &str) -> Reply {
    Reply::parse(text).expect(text).expect(text)
}

fn level(text: &str) -> Level {
    match command(text) {
        Command::Level(level) => level,
        other => panic!("{text} is {other:?}"),
    }
}

fn moves(text: &str) -> Vec<MoveText> {
    text.split_whitespace().map(|word| word.parse().expect(word)).collect()
}

#[test]
fn the_start_up_of_the_description_reads_and_writes_itself() {
    let lines = [
        "id name=Demo version=0.1 author=\"A B\" country=XX",
        "param name=variant value=normal type=enum values=normal",
        "param name=threads value=1 type=int min=1 max=16",
        "param name=ponder value=false type=bool",
        "param name=speed value=0.5 type=real min=0 max=1",
        "param name=book value=\"\" type=string",
        "wait",
        "ready",
        "pong",
        "done move=14x23x19 ponder=37-32",
        "done move=10-14",
        "done",
        "error message=\"bad position\"",
    ];
    for line in lines {
        assert_eq!(reply(line).to_string(), line);
    }
    let quoted = reply("param name=variant value=normal type=enum values=\"normal\"");
    assert_eq!(quoted.to_string(), lines[1], "a quote that is not needed changes nothing");
    for line in [
        "hub",
        "set-param name=threads value=4",
        "init",
        "new-game",
        "ping",
        "stop",
        "ponder-hit",
        "quit",
    ] {
        assert_eq!(command(line).to_string(), line);
    }
}

#[test]
fn the_search_of_the_description_reads_and_writes_itself() {
    let pos = format!("pos pos={START} moves=\"32-28 19-23 28x19x23\"");
    let Command::Pos(found) = command(&pos) else { panic!("{pos}") };
    assert_eq!(
        (found.start, found.moves.clone()),
        (Position::start(), moves("32-28 19-23 28x19x23"))
    );
    for line in [
        pos.as_str(),
        "level time=60 inc=1",
        "level time=58.2 inc=1",
        "go think",
        "go ponder",
        "go analyze",
    ] {
        assert_eq!(command(line).to_string(), line);
    }
    let text = "info depth=9 mean-depth=9.4 score=0.03 nodes=20500 time=0.011 nps=1.9 pv=\"14x23x19 37-32 10-14\"";
    let Reply::Info(info) = reply(text) else { panic!("{text}") };
    assert_eq!((info.depth, info.mean_depth, info.score), (Some(9), Some(9.4), Some(0.03)));
    assert_eq!((info.nodes, info.time, info.nps), (Some(20500), Some(0.011), Some(1.9)));
    assert_eq!(info.pv, moves("14x23x19 37-32 10-14"));
    assert_eq!(Info::from_line(&info.to_line()), info);
}

#[test]
fn fields_with_nothing_to_say_are_left_out() {
    let info = Info { pv: moves("28x19x23"), ..Info::default() };
    assert_eq!(Reply::Info(info.clone()).to_string(), "info pv=28x19x23");
    let book = Info { score: Some(-0.05), pv: moves("32-27"), ..Info::default() };
    assert_eq!(Reply::Info(book).to_string(), "info score=-0.05 pv=32-27");
}

#[test]
fn every_form_of_level_is_read() {
    assert_eq!(level("level depth=12").depth, Some(12));
    assert_eq!(level("level nodes=5000").nodes, Some(5000));
    assert_eq!(level("level move-time=0.1").move_time, Some(Duration::from_millis(100)));
    let clock = level("level moves=40 time=300 inc=2.5");
    assert_eq!((clock.moves, clock.time), (Some(40), Some(Duration::from_secs(300))));
    assert_eq!(clock.increment, Some(Duration::from_millis(2500)));
    assert!(level("level infinite").infinite);
    assert_eq!(
        level("level handicap=3 ply=2"),
        Level::default(),
        "unknown arguments are passed over"
    );
    assert_eq!(level("level depth = 3").depth, Some(3));
    assert_eq!(level("level \"depth\"=\"3\"").depth, Some(3));
    assert_eq!(level("level time=291,587").time, Some(Duration::from_millis(291_587)));
    assert_eq!(level("level time=-0.2").time, Some(Duration::ZERO));
}

#[test]
fn level_lines_add_up() {
    let both = level("level depth=9 time=3").merged(level("level time=5 inc=1"));
    assert_eq!(both, level("level depth=9 time=5 inc=1"));
}

#[test]
fn invalid_numbers_are_named() {
    for text in [
        "level depth=x",
        "level depth=-1",
        "level nodes=1.5",
        "level time=abc",
        "level time=nan",
        "level time=inf",
        "level inc=1e400",
    ] {
        assert!(matches!(Command::parse(text), Err(HubError::Number { .. })), "{text}");
    }
    assert!(matches!(
        Command::parse("level time=1e400"),
        Err(HubError::Number { argument: "time", .. })
    ));
}

#[test]
fn a_level_with_an_invalid_limit_keeps_the_others() {
    let kept = Level::readable("level moves=-1 time=60 inc=x");
    assert_eq!(kept, level("level time=60"));
    assert_eq!(Level::readable("level time="), Level::default());
    assert_eq!(Level::unknown_names("level Time=2 depth=3 later"), ["Time", "later"]);
    assert_eq!(Level::unknown_names("level moves=40 time=2 inc=1"), Vec::<String>::new());
}

#[test]
fn more_than_ten_days_are_ten_days() {
    let ten_days = Some(Duration::from_secs(864_000));
    for text in ["864000", "864000.1", "1e19", "1e300"] {
        let found = level(&format!("level time={text} inc={text} move-time={text}"));
        assert_eq!([found.time, found.increment, found.move_time], [ten_days; 3], "{text}");
    }
}

#[test]
fn blanks_crlf_zeros_and_lower_case_turns_are_forgiven() {
    assert_eq!(command("  go   think \r\n"), Command::Go(GoMode::Think));
    assert_eq!(command("go"), Command::Go(GoMode::Think));
    assert_eq!(command("go analyse"), Command::Go(GoMode::Analyze));
    assert_eq!(command("go sideways"), Command::Go(GoMode::Think));
    assert_eq!(command("go slowly=1 ponder"), Command::Go(GoMode::Ponder));
    let lower = format!("pos  moves = \"07-12\"  pos=w{}", &START[1..]);
    let Command::Pos(found) = command(&lower) else { panic!("{lower}") };
    assert_eq!((found.start, found.moves), (Position::start(), moves("7-12")));
}

#[test]
fn a_plain_pos_is_the_start_and_an_empty_history_has_no_moves() {
    let start = Command::Pos(Pos { start: Position::start(), moves: Vec::new() });
    for text in [
        "pos",
        "pos start",
        &format!("pos pos={START} moves=\"\""),
        &format!("pos pos={START} moves"),
    ] {
        assert_eq!(command(text), start, "{text}");
    }
}

#[test]
fn empty_lines_and_unknown_commands_are_nothing() {
    for text in ["", "   ", "\t\r\n", "\u{0}", "PING", "fly to=moon", "Scan 2.0"] {
        assert_eq!(Command::parse(text), Ok(None), "{text:?}");
        assert_eq!(Reply::parse(text), Ok(None), "{text:?}");
    }
}

#[test]
fn a_line_that_cannot_be_cut_says_where() {
    assert_eq!(Command::parse("pos moves=\"32-28"), Err(HubError::OpenQuote(10)));
    assert_eq!(Command::parse("level =3"), Err(HubError::Equals(6)));
    assert_eq!(Command::parse("level depth= "), Err(HubError::Equals(11)));
    assert_eq!(Command::parse("= x"), Err(HubError::Equals(0)));
    assert_eq!(
        Command::parse("set-param value=1"),
        Err(HubError::Missing { command: "set-param", argument: "name" })
    );
}

#[test]
fn bad_positions_and_moves_are_told_apart() {
    let with = |pos: &str| Command::parse(&format!("pos pos={pos}"));
    assert!(matches!(with("Wbbb"), Err(HubError::Position(PlacementError::Length(3)))));
    assert!(matches!(
        with(&START.replace('e', "z")),
        Err(HubError::Position(PlacementError::Letter { .. }))
    ));
    assert!(matches!(
        with(&format!("X{}", &START[1..])),
        Err(HubError::Position(PlacementError::Turn { .. }))
    ));
    let man_on_1 = format!("Ww{}e", &START[2..50]);
    assert!(matches!(with(&man_on_1), Err(HubError::Position(PlacementError::Setup(_)))));
    assert!(matches!(
        Command::parse(&format!("pos pos={START} moves=\"32-28 nonsense\"")),
        Err(HubError::Move(MoveError::Syntax(_)))
    ));
}

#[test]
fn quotes_are_only_where_needed_and_never_inside() {
    let line = HubLine::new("x")
        .with("a", "plain")
        .with("b", "two words")
        .with("c", "")
        .with("d", "k=v")
        .with("e", "\"q\"\n");
    assert_eq!(line.to_string(), "x a=plain b=\"two words\" c=\"\" d=\"k=v\" e=\"'q' \"");
    assert_eq!(HubLine::parse(&line.to_string()), Ok(Some(line)));
}

#[test]
fn values_parted_by_control_characters_are_written_as_they_are_read_again() {
    let text = "param name=a value=b type=enum values=\"b\0\0\u{85}c\"";
    let reply = Reply::parse(text).expect("a line").expect("a reply");
    let written = reply.to_string();
    assert_eq!(written, "param name=a value=b type=enum values=\"b c\"");
    assert_eq!(Reply::parse(&written).expect("a line"), Some(reply));
}

#[test]
fn words_that_came_in_quotes_are_written_in_quotes() {
    let line = |text: &str| HubLine::parse(text).expect(text).expect(text).to_string();
    assert_eq!(line(r#""go on" "a=b"="c d" "" plain"#), r#""go on" "a=b"="c d" "" plain"#);
    assert_eq!(line("say \"two\u{1}words\""), "say \"two words\"");
}

#[test]
fn positions_read_and_write_themselves() {
    let position = fen::read("B:W32,K43:B5,19,K28").expect("fen");
    let text = write_position(&position);
    assert_eq!(text, "BeeeebeeeeeeeeeeeeebeeeeeeeeBeeeweeeeeeeeeeWeeeeeee");
    assert_eq!(read_position(&text), Ok(position));
}

#[test]
fn version_1_writes_words_milliseconds_and_a_lower_case_turn() {
    let cases = [
        (v1::Command::Pos(Position::start()), format!("pos w{}", &START[1..])),
        (v1::Command::Move(moves("28x19x23")[0]), "move 28x19x23".into()),
        (v1::Command::Time(Duration::from_millis(100)), "time 100".into()),
        (v1::Command::Depth(9), "depth 9".into()),
        (
            v1::Command::Level {
                moves: 0,
                time: Duration::from_secs(60),
                increment: Duration::from_millis(500),
            },
            "level 0 60000 500".into(),
        ),
        (v1::Command::Set { name: "tt-size".into(), value: "20".into() }, "set tt-size 20".into()),
        (v1::Command::Go(GoMode::Think), "go".into()),
        (v1::Command::Go(GoMode::Analyze), "analyse".into()),
        (v1::Command::NewGame, "new".into()),
    ];
    for (command, text) in cases {
        assert_eq!(command.to_string(), text);
    }
}

#[test]
fn version_1_answers_are_read_and_its_echoes_passed_over() {
    let read = |text: &str| v1::Reply::parse(text).expect(text);
    assert_eq!(read("name Scan 2.0"), Some(v1::Reply::Name("Scan 2.0".into())));
    assert_eq!(read("Scan 2.0 by Fabien Letouzey"), None);
    assert_eq!(read("input \"ping\""), None);
    assert_eq!(read(""), None);
    assert_eq!(read("author Fabien Letouzey"), None);
    let expected =
        v1::Reply::Move { mv: Some(moves("28x19x23")[0]), ponder: Some(moves("14x23x19")[0]) };
    assert_eq!(read("move 28x19x23 14x23x19"), Some(expected));
    assert_eq!(read("move"), Some(v1::Reply::Move { mv: None, ponder: None }));
    assert_eq!(read("error bad position"), Some(v1::Reply::Error("bad position".into())));
    let Some(v1::Reply::Info(info)) = read("info 9 9.4 -3 20500 0.011 1.9 32-28 19-23 28x19")
    else {
        panic!("info")
    };
    assert_eq!((info.depth, info.score, info.nodes), (Some(9), Some(-0.03), Some(20500)));
    assert!(v1::Reply::parse("move nonsense").is_err());
}

#[test]
fn a_bad_ponder_move_leaves_the_move_before_it_as_it_is() {
    let mv = Some(moves("32-28")[0]);
    for ponder in
        ["ponder=", "ponder", "ponder=none", "ponder=\"19-23", "ponder==19-23", "ponder=0-0"]
    {
        let read = Reply::parse(&format!("done move=32-28 {ponder}"));
        assert_eq!(read, Ok(Some(Reply::Done { mv, ponder: None })), "{ponder}");
    }
    assert_eq!(v1::Reply::parse("move 32-28 none"), Ok(Some(v1::Reply::Move { mv, ponder: None })));
    assert!(Reply::parse("done move=nonsense ponder=19-23").is_err());
    assert!(Reply::parse("done move=\"32-28 ponder=19-23").is_err());
}

/// Positions of random walks from the start.
fn positions() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..160).prop_map(|choices| {
        let mut position = Position::start();
        for choice in choices {
            let legal = MoveList::legal(&position);
            if legal.is_empty() {
                break;
            }
            position = position.succ(legal[choice.index(legal.len())]);
        }
        position
    })
}

fn move_texts() -> impl Strategy<Value = MoveText> {
    let squares = || (1u8..=50).prop_map(|n| Square::new(n).expect("1–50"));
    (squares(), squares(), prop::option::of(prop::collection::vec(squares(), 0..=20))).prop_map(
        |(from, to, captured)| MoveText {
            from,
            to,
            captured: captured.map(|list| list.into_iter().collect()),
        },
    )
}

fn times() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of((0u64..10_000_000).prop_map(Duration::from_millis))
}

fn levels() -> impl Strategy<Value = Level> {
    let counts =
        (prop::option::of(0u32..200), prop::option::of(any::<u64>()), prop::option::of(0u32..200));
    (counts, times(), times(), times(), any::<bool>()).prop_map(
        |((depth, nodes, moves), move_time, time, increment, infinite)| Level {
            depth,
            nodes,
            move_time,
            moves,
            time,
            increment,
            infinite,
        },
    )
}

/// Texts that a line can carry.
fn values() -> impl Strategy<Value = String> {
    "[^\"\\p{C}\\p{Z}]{0,8}( [^\"\\p{C}\\p{Z}]{1,8}){0,3}"
}

fn commands() -> impl Strategy<Value = Command> {
    let pos = (positions(), prop::collection::vec(move_texts(), 0..8))
        .prop_map(|(start, moves)| Command::Pos(Pos { start, moves }));
    let set = (values(), values()).prop_map(|(name, value)| Command::SetParam { name, value });
    let plain = [
        Command::Hub,
        Command::Init,
        Command::NewGame,
        Command::Ping,
        Command::Stop,
        Command::PonderHit,
        Command::Quit,
        Command::Go(GoMode::Think),
        Command::Go(GoMode::Ponder),
        Command::Go(GoMode::Analyze),
    ];
    prop_oneof![pos, set, levels().prop_map(Command::Level), prop::sample::select(plain.to_vec())]
}

fn infos() -> impl Strategy<Value = Info> {
    let scaled = |range: std::ops::Range<i64>, scale: f64| {
        prop::option::of(range.prop_map(move |n| n as f64 / scale))
    };
    let numbers = (
        scaled(0..1000, 10.0),
        scaled(-9999..9999, 100.0),
        scaled(0..9_999_999, 1000.0),
        scaled(0..99_999, 1000.0),
    );
    let counts = (prop::option::of(0u32..200), prop::option::of(any::<u64>()));
    let line = prop::collection::vec(move_texts(), 0..8);
    (counts, numbers, line, prop::option::of(values())).prop_map(
        |((depth, nodes), (mean_depth, score, time, nps), pv, endgame)| Info {
            depth,
            mean_depth,
            score,
            nodes,
            time,
            nps,
            pv,
            endgame,
        },
    )
}

fn replies() -> impl Strategy<Value = Reply> {
    let id = (
        values(),
        prop::option::of(values()),
        prop::option::of(values()),
        prop::option::of(values()),
    )
        .prop_map(|(name, version, author, country)| Reply::Id {
            name,
            version,
            author,
            country,
        });
    let kinds = prop_oneof![
        Just(ParamKind::Bool),
        Just(ParamKind::Text),
        (any::<i64>(), any::<i64>()).prop_map(|(min, max)| ParamKind::Int { min, max }),
        (-1e9..1e9_f64, -1e9..1e9_f64).prop_map(|(min, max)| ParamKind::Real { min, max }),
        prop::collection::vec("[a-z]{1,6}", 0..4).prop_map(ParamKind::Enum),
    ];
    let param = (values(), values(), kinds)
        .prop_map(|(name, value, kind)| Reply::Param(Param { name, value, kind }));
    let done = (prop::option::of(move_texts()), prop::option::of(move_texts()))
        .prop_map(|(mv, ponder)| Reply::Done { mv, ponder });
    let plain = [Reply::Wait, Reply::Ready, Reply::Pong];
    prop_oneof![
        id,
        param,
        done,
        infos().prop_map(Reply::Info),
        values().prop_map(Reply::Error),
        prop::sample::select(plain.to_vec())
    ]
}

proptest! {
    #[test]
    fn a_command_that_is_written_reads_as_itself(command in commands()) {
        let text = command.to_string();
        // A capture of nothing is written as a quiet move: compare what is written.
        prop_assert_eq!(Command::parse(&text).map(|read| read.map(|c| c.to_string())), Ok(Some(text)));
    }

    #[test]
    fn a_reply_that_is_written_reads_as_itself(reply in replies()) {
        let text = reply.to_string();
        prop_assert_eq!(Reply::parse(&text), Ok(Some(reply)));
    }

    #[test]
    fn any_line_is_read_or_refused_without_panic(text in "\\PC*|[a-z=\" -]{0,40}|(pos|level|go|done|info|set-param|id|param|move) [-a-z0-9=\" x]{0,60}") {
        let _ = Command::parse(&text);
        let _ = Reply::parse(&text);
        let _ = v1::Reply::parse(&text);
    }

    #[test]
    fn any_position_text_is_read_or_refused_without_panic(text in "[wWbBezZ]{45,55}|\\PC{0,60}") {
        if let Ok(position) = read_position(&text) {
            prop_assert_eq!(write_position(&position)[1..].to_owned(), text.chars().skip(1).collect::<String>());
        }
    }

    #[test]
    fn a_position_that_is_written_reads_as_itself(position in positions()) {
        prop_assert_eq!(read_position(&write_position(&position)), Ok(position));
    }
}
