use super::*;
use crate::board::MoveList;
use crate::game::{NoPlace, variations};

fn editor(text: &str) -> GameEditor {
    GameEditor::of(text.to_owned()).expect("a game")
}

/// Moves from a position by their short names.
fn moves(start: &Position, names: &str) -> Vec<Move> {
    let mut position = *start;
    let find = |name: &str| {
        let found = MoveList::legal(&position).into_iter().find(|mv| mv.to_string() == name);
        let mv = found.unwrap_or_else(|| panic!("{name} is legal"));
        position = position.succ(mv);
        mv
    };
    names.split_whitespace().map(find).collect()
}

fn line(start: &Position, names: &str) -> Variation {
    Variation { moves: moves(start, names), ..Variation::default() }
}

/// A text with blanks for its line breaks: where lines are broken does not matter here.
fn flat(text: &str) -> String {
    text.replace("\r\n", " ").replace('\n', " ")
}

/// A text whose game has more moves: each time given as the whole line from the start.
fn grown(text: &str, more: &[&str]) -> String {
    let mut editor = editor(text);
    let start = editor.start();
    let mut tree = editor.tree().line(0);
    tree.variations.extend(more.iter().map(|names| line(&start, names)));
    editor.revise(&GameTree::of(&tree)).expect("a place");
    flat(&editor.text())
}

/// A text whose game is made to be the one of another text.
fn revised(text: &str, wanted: &str) -> String {
    let wanted = editor(wanted).tree;
    let mut editor = editor(text);
    editor.revise(&wanted).expect("a place");
    let again = editor.text();
    assert!(super::GameEditor::of(again.clone()).expect("a game").tree == wanted, "{again}");
    again
}

#[test]
fn everything_around_a_note_a_glyph_and_a_variation_stays() {
    let text = "{head}\r\n[White \"A\"]\r\n[White \"B\"]\r\n[Odd_1 \"x\"]\r\n\r\n{intro} 1. 32-28 $10 {so} ({first} 1. 33-29 $13 \
        (1. 99-1 x)) 1... 19-23!! ; rest of the line\r\n2. 28x19 2-0 {A good game.}\r\n";
    let mut editor = editor(text);
    for ply in 0..3 {
        editor.note(ply, Some("+0.00/1"));
    }
    assert!(editor.judge(0, "?") && !editor.judge(1, "?"));
    let start = editor.start();
    editor.vary(0, &moves(&start, "33-29 20-24"));
    editor.vary(0, &moves(&start, "34-30"));
    let expected = text
        .replace("32-28 $10 {so}", "32-28? $10 {+0.00/1} {so}")
        .replace("1 x)) 1...", "1 x)) (1. 34-30) 1...")
        .replace("19-23!! ;", "19-23!! {+0.00/1} ;")
        .replace("28x19 2-0", "28x19 {+0.00/1} 2-0");
    assert_eq!(flat(&editor.text()), flat(&expected));
    let kept = editor.text().replace("(1.\r\n34", "(1. 34");
    assert_eq!(kept, expected, "no other line is broken");
}

#[test]
fn notes_of_an_earlier_analysis_are_replaced_and_those_of_others_stay() {
    let text = "1. 32-28 {+0.10/3 0.20s} {-0.50/9 loses 12 %} {mine} 19-23 {+1.00/2}{+0.00/1}2. 28x19 {+0.3/2} *";
    let mut first = editor(text);
    for ply in 0..3 {
        first.note(ply, Some("+0.20/4"));
    }
    let expected =
        "1. 32-28 {+0.10/3 0.20s} {+0.20/4} {mine} 19-23 {+0.20/4} 2. 28x19 {+0.3/2} {+0.20/4} *";
    assert_eq!(flat(&first.text()), expected);
    let mut again = editor(expected);
    for ply in 0..3 {
        again.note(ply, None);
    }
    let without = "1. 32-28 {+0.10/3 0.20s} {mine} 19-23 2. 28x19 {+0.3/2} *";
    assert_eq!(again.text(), without);
}

#[test]
fn a_star_that_belongs_to_a_move_keeps_its_place() {
    let mut only = editor("1. 32-28* 19-23 2. 28x19*");
    assert_eq!(only.moves().len(), 3);
    (0..3).for_each(|ply| only.note(ply, Some("+0.00/1")));
    only.judge(0, "?");
    let expected = "1. 32-28*? {+0.00/1} 19-23 {+0.00/1} 2. 28x19 {+0.00/1} *";
    assert_eq!(only.text(), expected);
    assert_eq!(editor(expected).moves().len(), 3);
}

#[test]
fn a_capture_in_pieces_and_a_score_at_the_end_are_not_torn() {
    let text = "[FEN \"W:W39:B33,23\"]\n[Result \"4-6\"]\n1. 39x28 28x19 4-6";
    let mut pieces = editor(text);
    pieces.note(0, Some("+0.00/1"));
    assert!(pieces.text().ends_with("1. 39x28 28x19 {+0.00/1} 4-6"), "{}", pieces.text());
}

#[test]
fn more_moves_go_to_the_end_of_their_line_or_beside_it() {
    let text = "1. 32-28 {a} 19-23 (1... 18-23 $13) 2. 28x19 *";
    assert_eq!(grown(text, &["32-28 19-23 28x19"]), text);
    let longer = text.replace("28x19 *", "28x19 14x23 *");
    assert_eq!(grown(text, &["32-28 19-23 28x19 14x23"]), longer);
    let both = text
        .replace("18-23 $13)", "18-23 $13 2. 38-32) (1... 20-24)")
        .replace("28x19 *", "28x19 14x23 (2... 13x24) *");
    let lines =
        ["32-28 19-23 28x19 14x23", "32-28 19-23 28x19 13x24", "32-28 18-23 38-32", "32-28 20-24"];
    assert_eq!(grown(text, &lines), both);
    let first = "{a} 1. 32-28 (1. 33-28) 19-23 *";
    assert_eq!(grown(first, &["34-30"]), "{a} 1. 32-28 (1. 33-28) (1. 34-30) 19-23 *");
}

#[test]
fn a_remark_after_the_result_stays_where_it_is() {
    let text = "1. 32-28 19-23 2. 28x19 2-0 {A pity.}";
    let longer = text.replace("2-0", "14x23 2-0");
    assert_eq!(grown(text, &["32-28 19-23 28x19 14x23"]), longer);
}

#[test]
fn comments_and_glyphs_are_written_replaced_and_taken_away_at_their_places() {
    let text = "{book}\r\n[White \"A\"]\r\n\r\n1. 32-28! $14 {good} {very}  19-23? (1... 18-23 {so} $1) 2. 28x19   2-0\r\n";
    let cases = [
        ("32-28! $14 {good} {very}", "32-28! $14 {better}"),
        ("32-28! $14 {good} {very}", "32-28! $14"),
        ("32-28! $14", "32-28!? $14"),
        ("32-28! $14", "32-28! $14 $22"),
        ("32-28! $14", "32-28"),
        ("28x19   2-0", "28x19 {won}   2-0"),
        ("18-23 {so} $1", "18-23"),
        ("{book}", "{a book}"),
        ("{book}\r\n", "\r\n"),
    ];
    for (old, new) in cases {
        let wanted = text.replace(old, new);
        assert_eq!(revised(text, &wanted), wanted, "{old} {new}");
    }
}

#[test]
fn variations_and_the_ends_of_lines_are_taken_away_and_all_else_stays() {
    let text = "[White \"A\"]\n\n1. 32-28 {x} ( 1. 33-29 19-24 (1... 20-25) )  (1. 99-1 so) 19-23\n2. 28x19 (2. 28x30 {!}) 14x23 2-0 {end}\n";
    let cases = [
        (" ( 1. 33-29 19-24 (1... 20-25) )", ""),
        (" (1... 20-25)", ""),
        (" 19-24 (1... 20-25) )", " )"),
        (" 14x23 2-0", " 2-0"),
        ("\n2. 28x19 (2. 28x30 {!}) 14x23 2-0", " 2-0"),
    ];
    for (old, new) in cases {
        let wanted = text.replace(old, new);
        assert_eq!(flat(&revised(text, &wanted)), flat(&wanted), "{old}");
    }
}

#[test]
fn a_variation_that_becomes_the_main_line_takes_its_words_along() {
    let text = "[Event \"x\"]\n\n1. 32-28 19-23 $10 {main} (1... 18-23! {side} 2. 37-32 12-18) (1... 20-24) 2. 28x19 14x23 *\n";
    let wanted = "[Event \"x\"]\n\n1. 32-28 18-23! {side} (1... 19-23 $10 {main} 2. 28x19 14x23) (1... 20-24) 2. 37-32 12-18 *\n";
    assert_eq!(revised(text, wanted), wanted);
    let first = "1. 32-28 ; to the end\n(1. 33-29 19-24) 19-23 *";
    let wanted = "1. 33-29 (1. 32-28 ; to the end\n19-23) 19-24 *";
    assert_eq!(revised(first, wanted), wanted);
    let deleted = "1. 32-28 19-23 (1... 18-23 2. 37-32) 2. 28x19 *";
    assert_eq!(revised(deleted, "1. 32-28 18-23 2. 37-32 *"), "1. 32-28 18-23 2. 37-32 *");
}

#[test]
fn what_is_there_twice_is_written_anew_with_its_tags_as_they_were() {
    let text = "[Odd \"x\"]\n\n1. 32-28 (1. 33-29 19-24) (1. 33-29 20-24) 19-23 2-0\n";
    let wanted = "1. 33-29 (1. 32-28 19-23) 1... 20-24 (1... 19-24) *";
    let expected = "[Odd \"x\"]\n\n1. 33-29 (1. 32-28 19-23) 1... 20-24 (1... 19-24) 2-0\n";
    assert_eq!(flat(&revised(text, wanted)), flat(expected));
}

#[test]
fn what_follows_moves_that_cannot_be_read_is_written_beside_them() {
    let text = "1. 32-28 19-23 2. 99-1 {so} *";
    let expected = "1. 32-28 19-23 (1... 19-23 2. 28x19) 2. 99-1 {so} *";
    assert_eq!(grown(text, &["32-28 19-23 28x19"]), expected);
    let text = "1. 32-28 (1. 33-29 20-24 2. 50-1 {why}) 19-23 *";
    let expected = "1. 32-28 (1. 33-29 20-24 2. 50-1 {why}) (1. 33-29 20-24 2. 29x20) 19-23 *";
    assert_eq!(grown(text, &["33-29 20-24 29x20"]), expected);
    let mut homeless = editor("1. 50-1 *");
    let start = homeless.start();
    let wanted = GameTree::of(&line(&start, "32-28"));
    assert_eq!(homeless.revise(&wanted), Err(NoPlace));
    assert_eq!(homeless.revise(&GameTree::of(&Variation::default())), Ok(()));
}

#[test]
fn a_game_without_moves_gets_its_first_ones_after_its_tags() {
    let fen = "[FEN \"W:W28,33,39:B17\"]\n[GameType \"20\"]";
    assert_eq!(grown(fen, &["28-22 17x28"]), flat(&format!("{fen}\n\n1. 28-22 17x28")));
    let said = format!("{fen}\n\n{{so}} *\n");
    assert_eq!(grown(&said, &["28-22 17x28"]), flat(&said.replace("*", "1. 28-22 17x28 *")));
}

#[test]
fn a_result_is_written_in_its_tag_and_after_the_moves() {
    let ended = |text: &str, outcome: Outcome| {
        let mut editor = editor(text);
        editor.set_result(outcome);
        editor.text()
    };
    let open = "[Result \"*\"]\n\n1. 32-28 *\n";
    assert_eq!(ended(open, Outcome::BlackWins), open.replacen('*', "0-2", 1));
    assert_eq!(ended(open, Outcome::Unknown), open);
    assert_eq!(ended("1. 32-28", Outcome::Draw), "1. 32-28 1-1");
    assert_eq!(ended("1. 32-28 *", Outcome::Draw), "1. 32-28 1-1");
    let known = "[Result \"2-0\"]\n\n1. 32-28 2-0";
    assert_eq!(ended(known, Outcome::Draw), known.replace("2-0", "1-1"));
}

#[test]
fn moves_and_result_go_before_a_star_that_is_glued_to_the_last_move() {
    let mut editor = editor("1. 32-28*");
    let tree = GameTree::of(&line(&editor.start(), "32-28 19-23"));
    assert_eq!(editor.revise(&tree), Ok(()));
    editor.set_result(Outcome::Draw);
    assert_eq!(editor.text(), "1. 32-28 19-23 1-1");
}

#[test]
fn what_was_added_is_read_again_as_it_was_meant() {
    let text = "1. 32-28 (1. 33-29 20-24 2. 50-1) 19-23 2. 99-1";
    let lines = ["32-28 19-23 28x19 14x23", "32-28 18-23", "33-29 20-24 29x20", "33-29 19-24"];
    let again = grown(text, &lines);
    let (block, mut scan) = (block_of("again", again.as_str()), Scan::default());
    let mut found = Vec::new();
    each_game(&block, &mut scan, &mut Replayer::default(), |text, replay| {
        found = variations(text, replay.game);
    });
    let found: Vec<(usize, usize)> =
        found.iter().map(|line| (line.before, line.moves.len())).collect();
    assert_eq!(found, [(0, 2), (0, 3), (1, 1), (1, 3)], "{again}");
    assert_eq!(grown(&again, &lines), again, "what is there is not added twice");
}
