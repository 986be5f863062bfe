//! The examples of the specification, the forgiven spellings, and laws over random messages and bytes.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::board::{Color, MoveList, Position, Square, fen};
use crate::protocol::{DxpError, MoveText, PlacementError};

fn read(text: &str) -> Message {
    decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn fails(text: &str) -> DxpError {
    decode(text.as_bytes()).expect_err(text)
}

fn request(minutes: u16, moves: Option<u16>, follower: Color, start: Start) -> Message {
    let name = Name::new("Demo Initiator 0.1");
    Message::GameRequest(GameRequest {
        name,
        follower,
        time: Minutes::whole(minutes),
        moves,
        start,
    })
}

fn text_move(text: &str) -> MoveText {
    text.parse().expect(text)
}

#[test]
fn gamereq_asks_the_follower_to_play_black_for_3_minutes_and_75_moves() {
    let text = "R01Demo Initiator 0.1              Z003075A";
    let message = request(3, Some(75), Color::Black, Start::Normal);
    assert_eq!((text.len(), read(text), encode(&message).as_str()), (43, message.clone(), text));
}

#[test]
fn gamereq_carries_a_position_in_94_characters() {
    let text = "R01Demo Initiator 0.1              Z001075BWeeeezeeeeeeeeeeeeezeeeeeeeezeeeweeeeeeeeeeweeeeeee";
    let position = fen::read("W:W32,43:B5,19,28").expect("fen");
    let message = request(1, Some(75), Color::Black, Start::Position(position));
    assert_eq!((text.len(), read(text), encode(&message).as_str()), (94, message.clone(), text));
}

#[test]
fn gameacc_is_34_characters() {
    let text = "ADemo Follower                   0";
    let message =
        Message::GameAnswer { name: Name::new("Demo Follower"), answer: GameAnswer::Accepted };
    assert_eq!((text.len(), read(text), encode(&message).as_str()), (34, message.clone(), text));
}

#[test]
fn every_move_of_the_document_reads_and_writes_itself() {
    let cases = [
        ("M0012061100", 12, "6-11"),
        ("M001205250422122320", 12, "5x25x12x20x22x23"),
        ("M000038380418193233", 0, "38x38x18x19x32x33"),
        ("M00033214021928", 3, "32x14x19x28"),
        ("M0000051000", 0, "5-10"),
        ("M000114050110", 1, "14x5x10"),
    ];
    for (bytes, seconds, written) in cases {
        let message = Message::Move(MoveMessage { seconds, text: text_move(written) });
        assert_eq!(read(bytes), message, "{bytes}");
        assert_eq!(decode(encode(&message).as_bytes()), Ok(message));
    }
    assert_eq!(encode(&read("M00033214021928")), "M00033214021928");
    assert_eq!(encode(&read("M001205250422122320")), "M001205250412202223", "sent ascending");
}

#[test]
fn ends_chats_and_back_requests_of_the_document_read_and_write_themselves() {
    let end = |ending, stop| Message::GameEnd(GameEnd { ending, stop });
    let cases = [
        ("E10", end(Ending::Lost, false)),
        ("E00", end(Ending::Unknown, false)),
        ("E20", end(Ending::Drawn, false)),
        ("E31", end(Ending::Won, true)),
        ("Cgood game", Message::Chat(Chat::new("good game").expect("text"))),
        ("B005Z", Message::BackRequest(BackRequest { number: 5, color: Color::Black })),
        ("B001Z", Message::BackRequest(BackRequest { number: 1, color: Color::Black })),
        ("K0", Message::BackAnswer(BackAnswer::Accepted)),
        ("K1", Message::BackAnswer(BackAnswer::Unsupported)),
        ("K2", Message::BackAnswer(BackAnswer::Refused)),
    ];
    for (text, message) in cases {
        assert_eq!(read(text), message, "{text}");
        assert_eq!(encode(&message), text);
    }
}

#[test]
fn blanks_in_numbers_and_text_after_complete_fields_are_forgiven() {
    let plain = read("R01Demo Initiator 0.1              Z003075A");
    assert_eq!(read("R01Demo Initiator 0.1              Z  3 75A"), plain);
    assert_eq!(read("R01Demo Initiator 0.1              Z003075A and more"), plain);
    assert_eq!(read("M  12 6110 "), read("M0012061100"));
    assert_eq!(
        read("ADemo Follower                   0 trailing"),
        read("ADemo Follower                   0")
    );
    assert_eq!(read("E10 bye"), read("E10"));
    assert_eq!(read("B005Zx"), read("B005Z"));
}

#[test]
fn fractional_minutes_are_read_and_written_as_proposed() {
    for (field, seconds) in
        [("2.5", 150.0), (".17", 10.2), ("1.5", 90.0), (".05", 3.0), ("000", 0.0), ("   ", 0.0)]
    {
        let text = format!("R01Demo Initiator 0.1              Z{field}075A");
        let Message::GameRequest(found) = read(&text) else { panic!("{text}") };
        assert!((found.time.duration().as_secs_f64() - seconds).abs() < 1e-9, "{field}");
        if field.trim() == field {
            assert_eq!(encode(&Message::GameRequest(found)), text);
        }
    }
    assert_eq!(Minutes::rounded_up(Duration::from_millis(7_500)), Minutes::whole(1));
    assert_eq!(Minutes::rounded_up(Duration::from_secs(61)), Minutes::whole(2));
}

#[test]
fn a_move_limit_of_zero_is_no_limit() {
    let Message::GameRequest(found) = read("R01Demo Initiator 0.1              W003000A") else {
        panic!()
    };
    assert_eq!(found.moves, None);
}

#[test]
fn captured_squares_in_any_order_and_twice_are_one_set() {
    let expected = read("M00033214021928");
    assert_eq!(read("M00033214022819"), expected);
    assert_eq!(read("M0003321403281928"), expected);
}

#[test]
fn a_capture_without_its_list_is_a_move_without_captured_set() {
    for text in ["M00033214", "M0003321402", "M000332140219", "M00033214021999"] {
        let Message::Move(found) = read(text) else { panic!("{text}") };
        let expected = if text == "M00033214" { Some(crate::board::Bitboard::EMPTY) } else { None };
        assert_eq!(found.text.captured, expected, "{text}");
    }
}

#[test]
fn every_stop_code_but_zero_means_no_more_games() {
    let stop = |text: &str| matches!(read(text), Message::GameEnd(GameEnd { stop: true, .. }));
    assert!(stop("E01") && stop("E19") && stop("E0x"));
    assert!(!stop("E00") && !stop("E1") && !stop("E"));
}

#[test]
fn faults_name_field_and_offset() {
    let base = "R01Demo Initiator 0.1              ";
    assert_eq!(
        fails("R02Demo Initiator 0.1              Z003075A"),
        DxpError::Version("02".into())
    );
    assert!(matches!(fails(&format!("{base}X003075A")), DxpError::Field { offset: 35, .. }));
    assert!(matches!(fails(&format!("{base}Wabc075A")), DxpError::Field { offset: 36, .. }));
    assert!(matches!(fails(&format!("{base}W0030x5A")), DxpError::Field { offset: 39, .. }));
    assert!(matches!(fails(&format!("{base}W003075C")), DxpError::Field { offset: 42, .. }));
    assert!(matches!(fails("R01Demo"), DxpError::Short { field: "name", .. }));
    assert!(matches!(fails("M0000511000"), DxpError::Field { offset: 5, .. }));
    assert!(matches!(fails("M0000"), DxpError::Short { field: "origin", .. }));
    assert!(matches!(
        fails("ADemo Follower                   7"),
        DxpError::Field { offset: 33, .. }
    ));
    assert!(matches!(fails("B000W"), DxpError::Field { offset: 1, .. }));
    assert!(matches!(fails("K9"), DxpError::Field { offset: 1, .. }));
    assert_eq!(fails(""), DxpError::Empty);
    assert_eq!(fails("X"), DxpError::Header('X'));
    assert_eq!(fails("r01"), DxpError::Header('r'));
    assert_eq!(decode(b"C\xe9"), Err(DxpError::NotAscii { byte: 0xe9, offset: 1 }));
    assert!(matches!(fails("C"), DxpError::Short { header: 'C', .. }));
}

#[test]
fn impossible_positions_are_told_from_unreadable_ones() {
    let with = |squares: &str| format!("R01Demo Initiator 0.1              Z001075BW{squares}");
    let empty = "e".repeat(50);
    assert!(matches!(
        fails(&with(&format!("w{}", &empty[1..]))),
        DxpError::Placement(PlacementError::Setup(_))
    ));
    assert!(matches!(
        fails(&with(&format!("b{}", &empty[1..]))),
        DxpError::Placement(PlacementError::Letter { square: 1, letter: 'b', .. })
    ));
    assert!(matches!(
        fails(&with(&format!("eeeee{}", "z".repeat(45).replacen('z', "e", 5)))),
        DxpError::Placement(PlacementError::TooMany { .. } | PlacementError::Setup(_))
    ));
    assert!(matches!(fails(&with(&empty[1..])), DxpError::Short { field: "position", .. }));
}

#[test]
fn names_are_printable_trimmed_and_cut_to_32() {
    assert_eq!(Name::new("  Dámmén\n2 ").as_str(), "D?mm?n?2");
    assert_eq!(Name::new("").as_str(), "?");
    assert_eq!(Name::new(&format!("{} tail", "x".repeat(31))).as_str(), "x".repeat(31));
}

#[test]
fn a_chat_never_begins_with_console() {
    assert_eq!(
        Chat::new("console time 5").map(|chat| chat.as_str().to_owned()),
        Some("> console time 5".into())
    );
    assert_eq!(Chat::new(" \n "), None);
    assert_eq!(Chat::new(&"y".repeat(300)).map(|chat| chat.as_str().len()), Some(126));
}

#[test]
fn messages_are_cut_at_nul_however_they_arrive() {
    let stream = b"Chello\0\0M0000051000\0E1";
    for size in 1..stream.len() {
        let mut deframer = Deframer::new();
        let mut frames = Vec::new();
        stream.chunks(size).for_each(|part| deframer.push(part, |frame| frames.push(frame)));
        let expected =
            [Frame::Message(b"Chello".to_vec()), Frame::Message(b"M0000051000".to_vec())];
        assert_eq!((frames.as_slice(), deframer.pending()), (expected.as_slice(), 2));
    }
}

#[test]
fn a_message_over_127_characters_is_dropped_up_to_its_nul() {
    let mut deframer = Deframer::new();
    let mut frames = Vec::new();
    let mut bytes = vec![b'C'; 127];
    bytes.push(0);
    bytes.extend(vec![b'C'; 100_000]);
    bytes.extend(b"\0E00\0");
    deframer.push(&bytes, |frame| frames.push(frame));
    let expected =
        [Frame::Message(vec![b'C'; 127]), Frame::TooLong(100_000), Frame::Message(b"E00".to_vec())];
    assert_eq!(frames, expected);
}

#[test]
fn the_session_of_the_document_is_a_legal_game() {
    let Message::GameRequest(start) = read(
        "R01Demo Initiator 0.1              Z001075BWeeeezeeeeeeeeeeeeezeeeeeeeezeeeweeeeeeeeeeweeeeeee",
    ) else {
        panic!("not a request")
    };
    let mut position = start.start.position();
    for text in ["M00033214021928", "M0000051000", "M000114050110"] {
        let Message::Move(mv) = read(text) else { panic!("{text}") };
        position = position.succ(mv.text.find(&position).expect(text).0);
    }
    assert!(MoveList::legal(&position).is_empty(), "Black has nothing left");
}

fn colors() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

/// Positions of random walks from the start, so that men and kings of both sides occur.
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

fn minutes() -> impl Strategy<Value = Minutes> {
    (0.0..1000.0_f64).prop_map(Minutes::nearest)
}

fn moves() -> impl Strategy<Value = MoveMessage> {
    let squares = || (1u8..=50).prop_map(|n| Square::new(n).expect("1–50"));
    (0u16..=9999, squares(), squares(), prop::collection::vec(squares(), 0..=20)).prop_map(
        |(seconds, from, to, captured)| MoveMessage {
            seconds,
            text: MoveText { from, to, captured: Some(captured.into_iter().collect()) },
        },
    )
}

fn messages() -> impl Strategy<Value = Message> {
    let names = || "\\PC{0,40}".prop_map(|text| Name::new(&text));
    let request = (names(), colors(), minutes(), prop::option::of(1u16..=999), positions())
        .prop_map(|(name, follower, time, moves, position)| {
            Message::GameRequest(GameRequest {
                name,
                follower,
                time,
                moves,
                start: position.into(),
            })
        });
    let answers =
        [GameAnswer::Accepted, GameAnswer::WrongVersion, GameAnswer::Refused, GameAnswer::Never];
    let answer = (names(), prop::sample::select(answers.to_vec()))
        .prop_map(|(name, answer)| Message::GameAnswer { name, answer });
    let endings = [Ending::Unknown, Ending::Lost, Ending::Drawn, Ending::Won];
    let end = (prop::sample::select(endings.to_vec()), any::<bool>())
        .prop_map(|(ending, stop)| Message::GameEnd(GameEnd { ending, stop }));
    let chat = "\\PC{1,200}".prop_filter_map("blank", |text| Chat::new(&text).map(Message::Chat));
    let back = (1u16..=999, colors())
        .prop_map(|(number, color)| Message::BackRequest(BackRequest { number, color }));
    let backs = [BackAnswer::Accepted, BackAnswer::Unsupported, BackAnswer::Refused];
    let back_answer = prop::sample::select(backs.to_vec()).prop_map(Message::BackAnswer);
    prop_oneof![request, answer, moves().prop_map(Message::Move), end, chat, back, back_answer]
}

proptest! {
    #[test]
    fn what_is_written_reads_as_itself(message in messages()) {
        let text = encode(&message);
        prop_assert!((1..=MAX_LENGTH).contains(&text.len()));
        prop_assert!(text.bytes().all(|b| (1..=127).contains(&b)));
        prop_assert_eq!(decode(text.as_bytes()), Ok(message));
    }

    #[test]
    fn any_bytes_are_read_or_refused_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode(&bytes);
        let mut deframer = Deframer::new();
        deframer.push(&bytes, |frame| if let Frame::Message(message) = frame { let _ = decode(&message); });
    }

    #[test]
    fn a_damaged_message_is_read_or_refused_without_panic(
        message in messages(), at in any::<prop::sample::Index>(), byte in 0u8..128, cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = encode(&message).into_bytes();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        bytes.truncate(cut.index(bytes.len() + 1));
        if let Ok(read) = decode(&bytes) {
            prop_assert_eq!(decode(encode(&read).as_bytes()).map(|again| encode(&again)), Ok(encode(&read)));
        }
    }
}
