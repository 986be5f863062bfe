//! What is added to a text leaves everything else as it was, whatever people wrote: checked by a reader of its own, which knows nothing
//! but the signs of what was added.

use draughts_td::board::{Move, MoveList, Position};
use draughts_td::game::{GameEditor, GameTree, Replayer, comments, each_game, glyphs, variations};
use draughts_td::pdn::{Scan, Variation, block_of};
use proptest::prelude::*;

/// No text of the tests has such a note.
const NOTE: &str = "+7.77/7";

/// What people leave before the tags, and tags that programs change with pleasure.
const HEADS: [&str; 6] = [
    "",
    "[White \"A\"]\n\n",
    "[Site \"a \\\"b\\\"\"]\r\n[Round \"1\"]\r\n[White \"A\"]\r\n[White \"B\"]\r\n[Odd_1  \"\t\"]\r\n\r\n",
    "[WhiteElo \"1200\"]\n[Result \"2-0\"]\n[Date \"1912.??.??\"]\n\n{intro} ",
    "[Event \"\u{416}\"]\n[ECO \"x\"] ; tags\n\n$10 {intro}{more}\n",
    "\u{feff}[White \"A\"]\n\n({v}) ",
];

/// What people leave after a move: each with whether it judges the move.
const LEFT: [(&str, bool); 15] = [
    ("", false),
    (" $10", false),
    (" $146 $902", false),
    ("!", true),
    (" (?!)", true),
    (" $2", true),
    (" {words}", false),
    (" {a}  {+0.10/3 0.20s}\t{b}", false),
    (" ({first} 99-1 (x {v}) {v})", false),
    (" ( 33-29 31-27 {v} )", false),
    (" ; to the end {of} (the line)\n", false),
    (" [remark]", false),
    (" {two\r\nlines}", false),
    (" $10 {v} ! ({v})", true),
    (" {+0.3} $7", false),
];

const TAILS: [&str; 6] =
    ["", " *", " 2-0 {end}", "\n1-1\n\n{A good game.} $10\n", " 0-2 (late {v})", " ; open"];

const BETWEEN: [&str; 4] = [" ", "\n", "\r\n", "  "];

#[derive(Debug)]
struct Written {
    text: String,
    moves: Vec<Move>,
    /// Plies with a judgement.
    judged: Vec<bool>,
    /// The text with the glyph `?!` at every other move.
    with_glyphs: String,
}

fn written(head: usize, plies: &[(u8, usize, usize)], tail: usize) -> Written {
    let mut position = Position::start();
    let mut game = Written {
        text: HEADS[head].to_owned(),
        moves: Vec::new(),
        judged: Vec::new(),
        with_glyphs: HEADS[head].to_owned(),
    };
    for &(choice, left, between) in plies {
        let legal = MoveList::legal(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        let squares = draughts_td::pdn::spell(&position, mv, &mut MoveList::new());
        let ply = game.moves.len();
        let number =
            if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let blank = if ply == 0 { "" } else { BETWEEN[between] };
        let (left, is_judged) = LEFT[left];
        let glyph = if is_judged { "" } else { "?!" };
        game.text += &format!("{blank}{number}{squares}{left}");
        game.with_glyphs += &format!("{blank}{number}{squares}{glyph}{left}");
        game.moves.push(mv);
        game.judged.push(is_judged);
        position = position.succ(mv);
    }
    game.text += TAILS[tail];
    game.with_glyphs += TAILS[tail];
    game
}

/// Takes away what was added: notes of the one form, and parentheses without a comment, each with the blank before it.
fn without_additions(text: &str) -> String {
    let mut left = text.to_owned();
    let note = format!("{{{NOTE}}}");
    let taken = |left: &str, start: usize, end: usize| {
        let blank = ["\r\n", "\n", " "].iter().find(|blank| left[..start].ends_with(**blank));
        let start = start - blank.map_or(0, |blank| blank.len());
        format!("{}{}", &left[..start], &left[end..])
    };
    while let Some(start) = left.find(&note) {
        left = taken(&left, start, start + note.len());
    }
    let mut from = 0;
    while let Some(start) = left[from..].find("(3").map(|at| from + at) {
        let end = left[start..].find(')').map_or(left.len(), |end| start + end + 1);
        from = start + 1;
        // Those of the text have a comment.
        if !left[start..end].contains('{') {
            left = taken(&left, start, end);
            from = 0;
        }
    }
    left
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn notes_and_glyphs_leave_everything_else_to_the_byte(
        head in 0..HEADS.len(),
        plies in prop::collection::vec((any::<u8>(), 0..LEFT.len(), 0..BETWEEN.len()), 1..40),
        tail in 0..TAILS.len(),
    ) {
        let game = written(head, &plies, tail);
        let mut editor = GameEditor::of(game.text.clone()).expect("a game");
        prop_assert_eq!(editor.moves(), game.moves.as_slice(), "{}", game.text);
        prop_assert!(editor.is_whole());
        for (ply, is_judged) in game.judged.iter().enumerate() {
            editor.note(ply, Some(NOTE));
            prop_assert_eq!(editor.judge(ply, "?!"), !is_judged, "ply {} of {}", ply, game.text);
        }
        let again = editor.text();
        prop_assert_eq!(without_additions(&again), game.with_glyphs.as_str());
        // It is read as it was, and a second analysis finds its notes.
        let mut second = GameEditor::of(again.clone()).expect("a game");
        prop_assert_eq!(second.moves(), game.moves.as_slice(), "{}", again);
        for ply in 0..game.moves.len() {
            second.note(ply, Some(NOTE));
            prop_assert!(!second.judge(ply, "?"));
        }
        prop_assert_eq!(second.text(), again.as_str());
        let mut cleared = GameEditor::of(again).expect("a game");
        (0..game.moves.len()).for_each(|ply| cleared.note(ply, None));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(words(&cleared.text()), words(&game.with_glyphs));
    }

    #[test]
    fn what_is_added_is_read_again_and_nothing_of_the_text_goes(
        head in 0..HEADS.len(),
        plies in prop::collection::vec((any::<u8>(), 0..LEFT.len(), 0..BETWEEN.len()), 1..20),
        tail in 0..TAILS.len(),
        more in prop::collection::vec((any::<u8>(), prop::collection::vec(any::<u8>(), 1..4)), 0..4),
    ) {
        let game = written(head, &plies, tail);
        let tree = tree_of(&game.text);
        let mut same = GameEditor::of(game.text.clone()).expect("a game");
        same.revise(&GameTree::of(&tree)).expect("a place");
        prop_assert_eq!(same.text(), game.text.as_str());
        let mut larger = tree.clone();
        for (place, choices) in &more {
            let before = usize::from(*place) % (game.moves.len() + 1);
            let moves = line_from(&game.moves[..before], choices);
            if before == game.moves.len() && larger.moves.len() == before {
                larger.moves.extend(moves);
            } else if !moves.is_empty() {
                larger.variations.push(Variation { before, moves, ..Variation::default() });
            }
        }
        let mut editor = GameEditor::of(game.text.clone()).expect("a game");
        editor.revise(&GameTree::of(&larger)).expect("a place");
        let again = editor.text();
        // Nothing is missing: the old text is in the new one, in its order.
        let mut rest = again.chars();
        for c in game.text.chars() {
            prop_assert!(rest.any(|other| other == c), "{} of {}", again, game.text);
        }
        // Everything is there now: to add it once more changes nothing.
        let mut once_more = GameEditor::of(again.clone()).expect("a game");
        once_more.revise(&GameTree::of(&larger)).expect("a place");
        prop_assert_eq!(once_more.text(), again.as_str());
    }
}

/// What people glue to a move, and how they end a game after that.
const GLUED: [&str; 8] = ["", "", "*", "!", "*!", "(!)", "{c}", "*{c}"];
const ENDS: [&str; 16] = [
    "",
    " *",
    "*",
    "* *",
    "**",
    "* 1/2-1/2",
    "*2-0",
    "!* 2-0",
    "* {c} 0-2",
    "* $10 1-1",
    "* ({v}) 1-1",
    "*! 1-1 *",
    " * 2-0",
    " 1/2-1/2*",
    "* ; words\n2-0",
    "*\n\n1-1",
];

proptest! {
    #[test]
    fn a_second_analysis_changes_nothing_whatever_is_glued_to_a_move(
        head in 0..HEADS.len(),
        plies in prop::collection::vec((any::<u8>(), 0..GLUED.len()), 1..20),
        end in 0..ENDS.len(),
    ) {
        let mut text = HEADS[head].to_owned();
        let choices: Vec<u8> = plies.iter().map(|&(choice, _)| choice).collect();
        let moves = line_from(&[], &choices);
        let mut position = Position::start();
        for (mv, (_, glued)) in moves.iter().zip(&plies) {
            let squares = draughts_td::pdn::spell(&position, *mv, &mut MoveList::new());
            text += &format!(" {squares}{}", GLUED[*glued]);
            position = position.succ(*mv);
        }
        text.truncate(text.trim_end_matches('*').len());
        text += ENDS[end];
        let noted = |text: &str| {
            let mut editor = GameEditor::of(text.to_owned()).expect("a game");
            assert_eq!(editor.moves(), moves.as_slice(), "{text}");
            (0..moves.len()).for_each(|ply| editor.note(ply, Some(NOTE)));
            editor.text()
        };
        let once = noted(&text);
        prop_assert_eq!(once.matches(NOTE).count(), moves.len());
        let again = noted(&once);
        prop_assert_eq!(again, once, "{}", text);
    }
}

/// Some legal moves after others.
fn line_from(played: &[Move], choices: &[u8]) -> Vec<Move> {
    let mut position = played.iter().fold(Position::start(), |position, &mv| position.succ(mv));
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = MoveList::legal(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        moves.push(mv);
        position = position.succ(mv);
    }
    moves
}

/// The tree of a game as the page has it.
fn tree_of(text: &str) -> Variation {
    let block = block_of("a tree", text);
    let mut tree = Variation::default();
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        let game = replay.game;
        tree = Variation {
            before: 0,
            moves: game.main().moves.to_vec(),
            comments: comments(text, game),
            glyphs: glyphs(text, game),
            variations: variations(text, game),
        };
    });
    tree
}
