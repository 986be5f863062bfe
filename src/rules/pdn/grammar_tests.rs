//! Each production by itself, with what it leaves unread.

use super::super::outcome::Outcome;
use super::*;

/// Runs a production and returns what it found and what it left, as text.
fn run<'a, T>(parser: impl Fn(&'a [u8]) -> Parsed<'a, T>, input: &'a str) -> Option<(T, &'a str)> {
    let (rest, found) = parser(input.as_bytes()).ok()?;
    Some((found, std::str::from_utf8(rest).expect("cut at a character")))
}

fn ply_of(written: Written, first: u8, second: u8) -> PlyText {
    PlyText { written, first, second }
}

#[test]
fn blank_takes_white_space_or_one_line_comment() {
    assert_eq!(run(blank, " \t\r\n1."), Some((&b" \t\r\n"[..], "1.")));
    assert_eq!(run(blank, "% to the end\n1."), Some((&b"% to the end"[..], "\n1.")));
    assert_eq!(run(blank, "; to the end\r1."), Some((&b"; to the end"[..], "\r1.")));
    assert_eq!(run(blank, "%"), Some((&b"%"[..], "")));
    assert_eq!(run(blank, "\u{feff}["), Some((&b"\xEF\xBB\xBF"[..], "[")));
    assert_eq!(run(blank, "\u{a0}1"), Some((&b"\xC2\xA0"[..], "1")));
    assert_eq!(run(blank, "1."), None);
}

#[test]
fn wrappers_of_web_sites_are_blank() {
    assert_eq!(run(wrapper, "[pdn]1."), Some((&b"[pdn]"[..], "1.")));
    assert_eq!(run(wrapper, "[/PDN]\n"), Some((&b"[/PDN]"[..], "\n")));
    assert_eq!(run(wrapper, "[FILENAME \"\"] x").map(|(_, rest)| rest), Some(" x"));
    assert_eq!(run(wrapper, "[Event \"x\"]"), None);
}

#[test]
fn a_comment_ends_at_the_first_brace() {
    let text = |text: &'static [u8], closed| Token::Comment { text, closed };
    assert_eq!(run(comment, "{a {b} c} 1."), Some((text(b"a {b", true), " c} 1.")));
    assert_eq!(run(comment, "{}"), Some((text(b"", true), "")));
    assert_eq!(run(comment, "{open"), Some((text(b"open", false), "")));
    assert_eq!(run(comment, "x"), None);
}

#[test]
fn an_open_comment_ends_before_a_tag_line_after_a_blank_line() {
    let (found, rest) = run(comment, "{open\n\n[Event \"a}\"]").expect("a comment");
    assert_eq!(found, Token::Comment { text: b"open\n\n", closed: false });
    assert_eq!(rest, "[Event \"a}\"]");
    let (found, rest) = run(comment, "{closed\n[Event \"a\"]}1.").expect("a comment");
    assert_eq!(found, Token::Comment { text: b"closed\n[Event \"a\"]", closed: true });
    assert_eq!(rest, "1.");
}

#[test]
fn a_nested_comment_ends_at_its_own_brace() {
    assert_eq!(run(nested_comment, "{a {b} c} 1."), Some((&b"a {b} c"[..], " 1.")));
    assert_eq!(run(nested_comment, "{a {b} c"), None);
    assert_eq!(run(nested_comment, "1. {a}"), None);
    assert_eq!(run(nested_comment, "}}{a}"), None);
    assert_eq!(open_braces(b"} {a {b} {"), [2, 9]);
    for (text, nests) in
        [("{a {b} c}", true), ("} {a} {{b}", false), ("{{{a}}", true), ("}{", false)]
    {
        assert_eq!(braces_nest(text.as_bytes()), nests, "{text}");
    }
}

#[test]
fn a_strict_tag_may_hold_escaped_quotes_and_spaces() {
    let (tag, rest) = run(strict_tag, "[ Event   \"a \\\" b\" ]1.").expect("a tag");
    assert_eq!((tag.name, tag.value, rest), (&b"Event"[..], &b"a \\\" b"[..], "1."));
    assert!(run(strict_tag, "[Event \"a\nb\"]").is_none(), "a tag stays on its line");
    assert!(run(strict_tag, "[Event \"a\" and \"b\"]").is_none());
    assert!(run(strict_tag, "[%clk 1]").is_none());
}

#[test]
fn a_loose_tag_ends_at_its_bracket_or_its_line() {
    let (tag, rest) = run(loose_tag, "[Event \"x\" and \"y\"]1.").expect("a tag");
    assert_eq!((tag.value, tag.well_formed, rest), (&b"x\" and \"y"[..], false, "1."));
    let (tag, rest) = run(loose_tag, "[Event no quotes\n1.").expect("a tag");
    assert_eq!((tag.name, tag.value, rest), (&b"Event"[..], &b"no quotes"[..], "\n1."));
}

#[test]
fn a_remark_in_brackets_is_junk_up_to_its_bracket() {
    assert_eq!(run(remark, "[18-23 is usual] 2."), Some((Token::Junk, " 2.")));
    assert_eq!(run(remark, "[18-23 is\nusual]"), None);
    assert_eq!(run(token, "[%eval 3] 2."), Some((Token::Junk, " 2.")));
}

#[test]
fn a_setup_hands_on_its_fen() {
    assert_eq!(run(setup, "/FEN \"W:W50:B1\"/ 1."), Some((&b"W:W50:B1"[..], " 1.")));
    assert_eq!(run(setup, "/ fen\n\"B::\" /"), Some((&b"B::"[..], "")));
    assert_eq!(run(setup, "/PGN \"x\"/"), None);
}

#[test]
fn a_result_is_not_read_if_a_digit_follows() {
    assert_eq!(run(result, "1-1 "), Some((Outcome::Draw, " ")));
    assert_eq!(run(result, "2-0[Event"), Some((Outcome::WhiteWins, "[Event")));
    for ply in ["1-10", "3-9", "1-07", "2-08"] {
        assert_eq!(run(result, ply), None, "{ply}");
    }
    assert_eq!(run(result, "1/2-1/2*"), Some((Outcome::Draw, "*")));
    assert_eq!(run(result, "1 1/2 - 1/2."), Some((Outcome::Other, ".")));
    assert_eq!(run(result, "0.98-1.02 "), Some((Outcome::Draw, " ")));
    assert_eq!(run(result, "1.32-28"), None);
    assert_eq!(run(result, "1.99-1.99"), None, "the points of a game add up to 2");
}

#[test]
fn strengths_are_marks_with_or_without_parentheses() {
    for (text, left) in [("!? 1", " 1"), ("(?!)x", "x"), ("??", ""), ("□ ", " "), ("⨀", "")] {
        assert_eq!(run(strength, text), Some((Token::Strength, left)), "{text}");
    }
    assert_eq!(run(strength, "(32-28)"), None);
}

#[test]
fn a_nag_is_a_dollar_and_any_number() {
    assert_eq!(run(nag, "$902 x"), Some((Token::Nag, " x")));
    assert_eq!(run(nag, "$99999999999999999999"), Some((Token::Nag, "")));
    assert_eq!(run(nag, "$x"), None);
}

#[test]
fn a_move_number_takes_its_dots_and_notices_an_ellipsis() {
    for (text, black, left) in [
        ("12. 32-28", false, " 32-28"),
        ("12.32-28", false, "32-28"),
        ("12... 19-23", true, " 19-23"),
        ("1. ... 7-12", true, " 7-12"),
        ("12 . x", false, " x"),
        ("12.. x", false, " x"),
        ("99999999999999999999999.", false, ""),
    ] {
        assert_eq!(run(number, text), Some((Token::Number { black }, left)), "{text}");
    }
    assert_eq!(run(number, "12 "), None);
}

#[test]
fn an_unknown_ply_is_two_hyphens() {
    assert_eq!(run(unknown_ply, "- - 2."), Some((Token::UnknownPly, " 2.")));
    assert_eq!(run(unknown_ply, "--"), Some((Token::UnknownPly, "")));
    assert_eq!(run(unknown_ply, "-1"), None);
}

#[test]
fn two_or_more_dots_are_an_ellipsis() {
    assert_eq!(run(ellipsis, "... x"), Some((Token::Ellipsis, " x")));
    assert_eq!(run(ellipsis, ".. x"), Some((Token::Ellipsis, " x")));
    assert_eq!(run(ellipsis, ". x"), None);
}

#[test]
fn moves_in_letters_are_recognised() {
    for (text, left) in [("c3-d4 e", " e"), ("a3b4", ""), ("c3:e5:g7!", "!"), ("C3xD4", "")] {
        assert_eq!(run(letters, text), Some((Token::Letters, left)), "{text}");
    }
    assert_eq!(run(letters, "c3"), None);
    assert_eq!(run(letters, "x3-4"), None);
}

#[test]
fn every_spelling_of_a_ply_is_read() {
    use Written::{Capture, Glued, Path, Step};
    for (text, expected, left) in [
        ("32-28!", ply_of(Step, 32, 28), "!"),
        ("1- 6 2", ply_of(Step, 1, 6), " 2"),
        ("1 -6", ply_of(Step, 1, 6), ""),
        ("01-07", ply_of(Step, 1, 7), ""),
        ("32\u{2212}28", ply_of(Step, 32, 28), ""),
        ("28x19x", ply_of(Capture, 28, 19), "x"),
        ("35x 4 5", ply_of(Capture, 35, 4), " 5"),
        ("28:19", ply_of(Capture, 28, 19), ""),
        ("28X19", ply_of(Capture, 28, 19), ""),
        ("47x38x24 1", ply_of(Path, 47, 38), " 1"),
        ("3228 ", ply_of(Glued, 32, 28), " "),
    ] {
        assert_eq!(run(ply, text), Some((expected, left)), "{text}");
    }
    for text in ["32", "32-", "-28", "132-28", "32-281", "32281", "322", "32  -28"] {
        assert_eq!(run(ply, text), None, "{text}");
    }
}

#[test]
fn the_numbers_of_a_path_come_in_order() {
    assert_eq!(path(b"47x38x24X13 x 36").collect::<Vec<_>>(), [47, 38, 24, 13, 36]);
    assert_eq!(path("28\u{d7}19".as_bytes()).collect::<Vec<_>>(), [28, 19]);
}

/// The quick production must never say something else than the thorough ones.
#[test]
fn a_plain_ply_is_what_the_thorough_productions_find() {
    for first in 0..=99 {
        for second in 0..=99 {
            for separator in ["-", "x", ":", "+"] {
                let text = format!("{first}{separator}{second} 12. 32-28");
                let Ok((rest, quick)) = plain_ply(text.as_bytes()) else { continue };
                assert!(result(text.as_bytes()).is_err(), "{text}");
                assert_eq!(ply(text.as_bytes()), Ok((rest, quick)), "{text}");
            }
        }
    }
}

#[test]
fn a_plain_number_is_not_read_from_anything_with_an_ellipsis() {
    assert_eq!(run(plain_number, "12. 32-28 x"), Some(((), "32-28 x")));
    assert_eq!(run(plain_number, "1.32-28 xx"), Some(((), "32-28 xx")));
    assert_eq!(run(plain_number, "12... 19-23"), None);
    assert_eq!(run(plain_number, "1. ... 19-23"), None);
    assert_eq!(run(plain_number, "123456. 1-6"), None);
}

#[test]
fn junk_is_one_run_of_letters_or_digits_or_one_character() {
    assert_eq!(run(token, "hello 1"), Some((Token::Junk, " 1")));
    assert_eq!(run(token, "123 x"), Some((Token::Junk, " x")));
    assert_eq!(run(token, "&&"), Some((Token::Junk, "&")));
    assert_eq!(run(token, ". 1-0"), Some((Token::Junk, " 1-0")));
}

#[test]
fn every_byte_begins_a_token_and_every_token_takes_a_byte() {
    for byte in 0..=255u8 {
        for tail in [&b""[..], b" ", b"1", b"-", b"\"", b"]"] {
            let input = [&[byte], tail].concat();
            let (rest, _) = token(&input).expect("a token");
            assert!(rest.len() < input.len(), "{byte:#x}");
        }
    }
}

#[test]
fn numbers_that_are_no_squares_are_still_a_move() {
    let found = |text: &'static str| match token(text.as_bytes()) {
        Ok((rest, Token::Ply(ply))) => Some((ply.first, ply.second, rest.len())),
        _ => None,
    };
    assert_eq!(found("99-100 x"), Some((99, 100, 2)));
    assert_eq!(found("100x5"), Some((100, 5, 0)));
    assert_eq!(found("999-300"), Some((255, 255, 0)));
    for date in ["1-1999", "12345-6", "100-1-1"] {
        assert_eq!(found(date), None, "{date}");
    }
}
