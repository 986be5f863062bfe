//! What the reader makes of each spelling and malformation of real files, one small text per case.

use draughts_td::board::{Bitboard, Color};
use draughts_td::game::{Fault, Game, Replayer, each_game};
use draughts_td::pdn::{Outcome, Scan, Warning, block_of, commands};

/// What came of one game.
struct Read {
    game: Game,
    fault: Option<Fault>,
    warnings: Vec<Warning>,
    white: Option<String>,
    result_tag: Outcome,
    clocks: Vec<(usize, String)>,
    start: u64,
}

impl Read {
    fn plies(&self) -> usize {
        self.game.plies()
    }

    fn fault_name(&self) -> &str {
        self.fault.as_ref().map_or("none", Fault::name)
    }
}

fn read(text: impl AsRef<[u8]>) -> Vec<Read> {
    let block = block_of("case.pdn", text.as_ref());
    let mut games = Vec::new();
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        let clock = |(after, comment): (usize, &[u8])| {
            commands(comment)
                .filter(|command| command.clocks().is_some())
                .map(|command| (replay.game.plies_of_elements(after), command.text().into_owned()))
                .collect::<Vec<_>>()
        };
        games.push(Read {
            warnings: text
                .warnings()
                .map(|(warning, _)| warning)
                .chain(replay.game.warnings().iter().map(|&(warning, _)| warning))
                .collect(),
            white: text.tag_text("White").map(|name| name.into_owned()),
            result_tag: text.result_tag(),
            clocks: text.comments().flat_map(clock).collect(),
            start: text.place().byte,
            fault: replay.error.map(|error| *error.fault),
            game: replay.game.clone(),
        });
    });
    games
}

/// The only game of a text.
fn only(text: impl AsRef<[u8]>) -> Read {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "one game");
    games.remove(0)
}

/// The only game of a text, which must have no fault.
fn whole(text: impl AsRef<[u8]>) -> Read {
    let read = only(text);
    assert_eq!(read.fault, None);
    read
}

const LINE: &str = "1. 32-28 19-23 2. 28x19 14x23 2-0";
const FORKED: &str = "[FEN \"W:WK47,26:B14,19,29,31,42\"]\n";

#[test]
fn case_01_a_plain_game_with_a_result_is_read() {
    let read = whole(LINE);
    assert_eq!((read.plies(), read.game.outcome()), (4, Outcome::WhiteWins));
    assert!(read.warnings.is_empty());
}

#[test]
fn case_02_the_tag_beats_an_open_terminator() {
    let read = whole("[Result \"1-1\"]\n1. 32-28 19-23 *");
    assert_eq!((read.plies(), read.game.outcome()), (2, Outcome::Draw));
}

#[test]
fn case_03_tag_and_terminator_may_conflict() {
    let read = whole("[Result \"2-0\"]\n1. 32-28 19-23 0-2");
    assert_eq!((read.plies(), read.game.outcome()), (2, Outcome::Conflict));
    assert_eq!(read.game.outcome().white_score(), None);
}

#[test]
fn case_04_strengths_nags_and_comments_are_passed_over() {
    let read = whole("1.32-28 18-23 2.38-32(?) 12-18! $1 {x} *");
    assert_eq!((read.plies(), read.game.outcome()), (4, Outcome::Unknown));
}

#[test]
fn case_05_variations_nest_and_are_no_moves_of_the_game() {
    let read = whole("32-28 19-23 (18-23 38-32 (37-32? 23-29!) 12-18) 28x19 14x23 *");
    assert_eq!(read.plies(), 4);
    assert!(read.warnings.is_empty());
}

#[test]
fn case_06_a_tag_right_after_a_result_begins_the_next_game() {
    let games = read("1. 33-28 18-23 1-0[Event \"b\"] 1. 33-28 *");
    let seen: Vec<_> = games.iter().map(|g| (g.plies(), g.game.outcome())).collect();
    assert_eq!(seen, [(2, Outcome::WhiteWins), (1, Outcome::Unknown)]);
}

#[test]
fn case_07_a_missing_terminator_does_not_join_two_games() {
    let games = read("[White \"A\"]\n1. 34-30 20-25\n[White \"B\"]\n1. 32-28 *");
    let seen: Vec<_> = games.iter().map(Read::plies).collect();
    assert_eq!(seen, [2, 1]);
    assert_eq!(games[1].white.as_deref(), Some("B"));
}

#[test]
fn case_08_a_result_without_a_move_is_an_empty_game() {
    let read = only("[Result \"0-2\"]\n1. 0-2");
    assert_eq!((read.plies(), read.fault_name()), (0, "empty"));
    assert_eq!(read.game.outcome(), Outcome::BlackWins);
}

#[test]
fn case_09_unknown_plies_stop_the_game_but_not_its_result() {
    let read = only("[Result \"1-1\"]\n1. - - 2. - - 1-1");
    assert_eq!(read.fault, Some(Fault::UnknownMove { ply: 0 }));
    assert_eq!((read.plies(), read.game.outcome()), (0, Outcome::Draw));
}

#[test]
fn case_10_a_move_may_hold_a_space() {
    assert_eq!(whole("[FEN \"B:W40:B1\"]\n1... 1- 6 *").plies(), 1);
}

#[test]
fn case_11_moves_need_no_separator() {
    assert_eq!(whole("1. 3228 1923 2. 28x19 14x23 *").plies(), 4);
}

#[test]
fn case_12_a_star_glued_to_a_move_is_a_strength_while_the_game_continues() {
    let read = whole("1. 32-28* 19-23 *");
    assert_eq!((read.plies(), read.warnings), (2, vec![Warning::StarStrength]));
}

#[test]
fn case_13_typographic_hyphens_and_crosses_are_read() {
    let text = "1. 32\u{2013}28 19\u{2011}23 2. 28\u{d7}19 14X23 *";
    assert_eq!(whole(text).plies(), 4);
    assert_eq!(whole(b"1. 32\x9628 19-23 2. 28\xD719 14:23 *").plies(), 4, "Windows-1252");
}

#[test]
fn case_14_a_capture_nothing_settles_is_ambiguous() {
    let read = only(format!("{FORKED}1. 47x36 *"));
    let token = "47x36".to_owned();
    let readings = vec!["47x38x20x9x36".to_owned(), "47x38x24x13x36".to_owned()];
    assert_eq!(read.fault, Some(Fault::Ambiguous { from_ply: 0, token, readings }));
    assert_eq!(read.plies(), 0);
}

#[test]
fn case_15_the_next_move_settles_an_ambiguous_capture() {
    let read = whole(format!("{FORKED}1. 47x36 14-20 *"));
    assert_eq!(read.plies(), 2);
    assert_eq!(read.game.moves()[0].captured(), Bitboard::of(&[19, 29, 31, 42]));
}

#[test]
fn case_16_the_canonical_long_form_settles_it_too() {
    let read = whole(format!("{FORKED}1. 47x38x24x13x36 *"));
    assert_eq!(read.game.moves()[0].captured(), Bitboard::of(&[19, 29, 31, 42]));
}

#[test]
fn case_17_a_partial_path_is_enough_if_one_capture_fits() {
    let read = whole(format!("{FORKED}1. 47x24x36 *"));
    assert_eq!(read.game.moves()[0].captured(), Bitboard::of(&[19, 29, 31, 42]));
}

#[test]
fn case_18_the_hub_form_names_the_captured_pieces() {
    let read = whole(format!("{FORKED}1. 47x36x19x29x31x42 *"));
    assert_eq!(read.game.moves()[0].captured(), Bitboard::of(&[19, 29, 31, 42]));
}

#[test]
fn case_19_a_round_trip_both_ways_is_one_move() {
    assert_eq!(whole("[FEN \"W:WK38:B1,18,19,32,33\"]\n1. 38x38 1-7 *").plies(), 2);
}

#[test]
fn case_20_a_capture_split_into_jumps_is_joined() {
    let read = whole("[FEN \"W:W32,50:B1,18,28\"]\n1. 32x23 23x12 1-6 *");
    assert_eq!((read.plies(), read.warnings), (2, vec![Warning::SplitCapture]));
}

#[test]
fn case_21_black_may_begin_and_sections_may_be_swapped() {
    let read = whole("[FEN \"B:B1-20:W31-50.\"]\n1... 19-23 2. 32-28 *");
    assert_eq!(read.plies(), 2);
    assert!(read.game.has_custom_start());
}

#[test]
fn case_22_fen_counters_are_accepted() {
    assert_eq!(whole("[FEN \"B:W18,24,K10:BK40,12,16:H3:F27\"]\n27... 12x23 *").plies(), 1);
}

#[test]
fn case_23_a_square_named_twice_is_a_bad_fen() {
    assert_eq!(only("[FEN \"W:W31-50,40:B1-20\"]\n1. 32-28 *").fault_name(), "bad_fen");
}

#[test]
fn case_24_a_man_on_its_promotion_row_is_a_bad_fen() {
    assert_eq!(only("[FEN \"W:W3,31:B20\"]\n1. 31-27 *").fault_name(), "bad_fen");
}

#[test]
fn case_25_a_reversed_range_is_a_bad_fen() {
    assert_eq!(only("[FEN \"W:W50-31:B1-20\"]\n1. 32-28 *").fault_name(), "bad_fen");
}

#[test]
fn case_26_attributes_of_game_type_20_are_ignored() {
    assert_eq!(whole("[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 18-23 *").plies(), 2);
}

#[test]
fn case_27_another_game_type_is_named() {
    let read = only("[GameType \"25\"]\n1. c3-d4 f6-g5 *");
    assert_eq!(read.fault, Some(Fault::Variant { name: "Russian draughts".into() }));
}

#[test]
fn case_28_an_8x8_game_without_a_type_is_named_by_its_moves() {
    let read = only("1. 21-17 12-15 *");
    assert_eq!(read.fault, Some(Fault::Variant { name: "draughts on 64 squares".into() }));
    // A square above 32 is on no board of 64: the move is only illegal.
    let read = only("1. 21-17 12-15 2. 33-28 *");
    assert!(matches!(read.fault, Some(Fault::IllegalMove { ply: 0, .. })));
}

#[test]
fn case_29_a_ten_point_score_is_the_last_token_that_equals_the_tag() {
    let read = whole("[Result \"4-6\"]\n1. 32-28 19-23 4-6");
    assert_eq!((read.plies(), read.result_tag), (2, Outcome::Other));
    assert_eq!(read.game.outcome(), Outcome::Other);
}

#[test]
fn case_30_line_comments_hide_text_and_clocks_belong_to_the_ply_before() {
    let text = "% head\n1. 32-28 ; text 1-0\n19-23 {[%clock W0:10:00 b0:09:58]} 2. 28x19 {two\nlines} 14x23 *";
    let read = whole(text);
    assert_eq!((read.plies(), read.game.outcome()), (4, Outcome::Unknown));
    assert_eq!(read.clocks, [(2, "W0:10:00 b0:09:58".to_owned())]);
}

#[test]
fn case_31_nested_braces_leave_warnings_only() {
    let read = whole("1. 32-28 {a {b} c} 19-23 *");
    assert_eq!(read.plies(), 2);
    assert_eq!(read.warnings, [Warning::Junk, Warning::StrayBrace]);
}

#[test]
fn a_nested_comment_before_the_moves_belongs_to_its_game() {
    let readable = whole("\n{[%clock W0:10:00] {b} 19-14 c} 1. 32-28 *");
    assert_eq!((readable.plies(), readable.start), (1, 1));
    assert_eq!(readable.clocks, [(0, "W0:10:00".to_owned())]);
    assert!(readable.warnings.contains(&Warning::NestedBraces));
    // No reading helps: the plain one remains, whole, at the place where it began.
    let illegal = only("\n{[%clock W0:10:00] {b} 19-14 c} 1. 32-29 *");
    assert_eq!((illegal.fault_name(), illegal.start), ("illegal_move", 1));
    assert_eq!(illegal.clocks, [(0, "W0:10:00".to_owned())]);
}

#[test]
fn case_32_a_dangling_move_number_is_ignored() {
    assert_eq!(whole("1. 32-28 19-23 2. 28x19 14x23 3.").plies(), 4);
}

#[test]
fn case_33_a_setup_amid_the_moves_begins_a_segment() {
    let read = whole("1. 32-28 19-23 /FEN \"W:W31-50:B1-20\"/ 1. 33-29 *");
    let lengths: Vec<_> = read.game.segments().map(|segment| segment.moves.len()).collect();
    assert_eq!(lengths, [2, 1]);
    assert!(read.game.segments().all(|s| s.positions.len() == s.moves.len() + 1));
}

#[test]
fn case_34_a_lone_dot_is_junk() {
    let read = whole("1. 32-28 19-23 . 1-0");
    assert_eq!((read.plies(), read.game.outcome()), (2, Outcome::WhiteWins));
    assert_eq!(read.warnings, [Warning::Junk]);
}

#[test]
fn case_35_quotes_within_quotes_make_a_bad_tag_only() {
    let read = whole("[Event \"x\" and \"y\"]\n1. 32-28 *");
    assert_eq!((read.plies(), read.warnings), (1, vec![Warning::BadTag]));
}

#[test]
fn case_36_a_step_instead_of_a_compulsory_capture_is_illegal() {
    let read = only("1. 32-28 19-23 2. 28-22 *");
    assert_eq!(read.plies(), 2);
    let Some(Fault::IllegalMove { ply: 2, token, legal, .. }) = read.fault else {
        panic!("illegal at ply 2, not {:?}", read.fault)
    };
    assert_eq!(token, "28-22");
    assert!(!legal.is_empty() && legal.iter().all(|mv| mv.is_capture()));
}

#[test]
fn case_37_an_ellipsis_passes_no_turn() {
    let read = only("1. ... 19-23 *");
    assert!(matches!(read.fault, Some(Fault::IllegalMove { ply: 0, .. })));
}

#[test]
fn case_38_a_byte_order_mark_is_skipped() {
    let read = whole([b"\xEF\xBB\xBF", LINE.as_bytes()].concat());
    assert_eq!((read.plies(), read.game.outcome()), (4, Outcome::WhiteWins));
    assert!(read.warnings.is_empty());
}

#[test]
fn case_39_carriage_returns_without_line_feeds_end_lines() {
    let read = whole(format!("[White \"A\"]\r\r; no\r{}\r", LINE.replace(' ', "\r")));
    assert_eq!((read.plies(), read.game.outcome()), (4, Outcome::WhiteWins));
}

#[test]
fn case_40_names_that_are_no_utf_8_are_windows_1252() {
    let read = whole(b"[White \"M\xFCller\"] 1. 32-28 *");
    assert_eq!((read.plies(), read.white.as_deref()), (1, Some("Müller")));
}

#[test]
fn case_41_a_position_without_black_pieces_is_over_and_no_error() {
    let read = whole("[FEN \"W:W31-50:B\"]\n*");
    assert_eq!(read.plies(), 0);
    let position = read.game.main().positions[0];
    assert!(position.pieces(Color::Black).is_empty());
}

#[test]
fn case_42_a_path_over_nothing_is_illegal() {
    let read = only("1. 32-28 19-23 2. 28x19x14 *");
    assert!(matches!(read.fault, Some(Fault::IllegalMove { ply: 2, .. })));
}

#[test]
fn case_43_an_open_turn_is_black_if_an_ellipsis_follows() {
    assert_eq!(whole("[FEN \"?:W31-50:B1-20\"]\n1... 19-23 *").plies(), 1);
    assert_eq!(whole("[FEN \"?:W31-50:B1-20\"]\n1. 32-28 *").plies(), 1);
}

#[test]
fn a_game_of_one_move_is_read_after_words_on_its_line() {
    for end in ["1-1", "{a draw} 1-1", "! 1-1", "*"] {
        for words in ["(In Utrecht)", "In Utrecht", "(In {x} Utrecht (again))"] {
            let game = only(format!("[White \"Ada\"]\n{words} 1. 32-28 {end}\n"));
            assert_eq!(game.plies(), 1, "{words} {end}");
        }
    }
    let games = read("[White \"Ada\"]\n(In Utrecht) 1. 32-28\n\n[White \"Bea\"]\n1. 33-29 *");
    let plies: Vec<usize> = games.iter().map(Read::plies).collect();
    assert_eq!(plies, [1, 1]);
}

#[test]
fn a_variation_after_the_result_belongs_to_its_game_and_an_open_one_hides_no_game() {
    let next = "[White \"Cor\"]\n\n1. 31-27 18-22 0-2\n";
    for (tail, plies) in [
        ("(2. 31-27 (34-29) 18-23)", vec![1, 2]),
        ("(31-27)\n(34-29)", vec![1, 2]),
        ("(2. 31-27", vec![1, 1, 2]),
        ("(2. 31-27\n\n)", vec![1, 1, 2]),
        ("(2. 31-27 2-0\n[Round \"2\"]\n\n1. 32-28)", vec![1, 1, 1, 2]),
    ] {
        let games = read(format!("1. 32-28 2-0 {tail}\n\n{next}"));
        let found: Vec<usize> = games.iter().map(Read::plies).collect();
        assert_eq!(found, plies, "{tail}");
    }
}
