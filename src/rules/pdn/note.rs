//! What engines write after their moves: `{+0.35/12 0.10s}`, score and depth, as in the files of engine matches.

/// What an engine said of the position it moved in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineNote {
    /// The score in men for the side that moved, on the scale of Hub: from 90 on decided. `None` where the depth is 0: nothing was
    /// searched, as for a move from a book, or no iteration was finished.
    pub men: Option<f32>,
    /// Whether another move was played than the engine found best: the word `random` or `second` follows.
    pub is_detour: bool,
}

/// The note in a comment: a number with a sign, then the depth after a `/` or white space, or nothing.
#[must_use]
pub fn engine_note(comment: &[u8]) -> Option<EngineNote> {
    let comment = comment.trim_ascii();
    if !matches!(comment.first(), Some(b'+' | b'-')) {
        return None;
    }
    let is_number = |&&byte: &&u8| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9');
    let length = comment.iter().take_while(is_number).count();
    let (number, rest) = comment.split_at(length);
    if !rest.first().is_none_or(|&byte| byte == b'/' || byte.is_ascii_whitespace()) {
        return None;
    }
    let men: f32 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let mut words = rest.split(u8::is_ascii_whitespace);
    let is_searched = words.next() != Some(b"/0");
    let is_detour = words.any(|word| matches!(word, b"random" | b"second"));
    men.is_finite().then_some(EngineNote { men: is_searched.then_some(men), is_detour })
}

/// Whether a comment has the form in which `analyse --out` and `annotate` write a score: `+0.35/12`, with two decimals and the depth; then
/// nothing, or `win in 7`, `loss`, `loses 14 %`. Notes of a match also have a time, so that they are not of this form.
#[must_use]
pub fn is_analysis_note(comment: &[u8]) -> bool {
    let Ok(comment) = std::str::from_utf8(comment) else { return false };
    let mut words: Vec<&str> = comment.split_ascii_whitespace().collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let [.., "loses", share, "%"] = words[..]
        && is_number(share)
    {
        words.truncate(words.len() - 3);
    }
    match words[..] {
        [_, "win" | "loss", "in", plies] if is_number(plies) => words.truncate(1),
        [_, "win" | "loss"] => words.truncate(1),
        _ => {}
    }
    let [score] = words[..] else { return false };
    let Some((men, depth)) = score.strip_prefix(['+', '-']).and_then(|men| men.split_once('/'))
    else {
        return false;
    };
    let hundredths =
        men.split_once('.').filter(|(whole, part)| is_number(whole) && part.len() == 2);
    hundredths.is_some_and(|(_, part)| is_number(part)) && is_number(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(comment: &str) -> Option<(Option<f32>, bool)> {
        engine_note(comment.as_bytes()).map(|note| (note.men, note.is_detour))
    }

    #[test]
    fn scores_of_engine_matches_are_read() {
        assert_eq!(note("+0.35/12 0.10s"), Some((Some(0.35), false)));
        assert_eq!(note(" -99.90/7 random "), Some((Some(-99.9), true)));
        assert_eq!(note("+0.10/9 second"), Some((Some(0.1), true)));
        assert_eq!(note("+0.00"), Some((Some(0.0), false)));
    }

    #[test]
    fn a_depth_of_0_is_no_score() {
        assert_eq!(note("+0.00/0 0.00s"), Some((None, false)));
        assert_eq!(note("+1.50/0 random"), Some((None, true)));
    }

    #[test]
    fn the_notes_of_an_analysis_are_told_from_those_of_matches_and_people() {
        for note in [
            "+0.35/12",
            " -12.00/7 ",
            "+0.10/9 loses 14 %",
            "+0.10/9\nloses 5 %",
            "+99.93/12 win in 7",
            "-99.92/3 loss in 8 loses 0 %",
            "-89.20/4 loss",
        ] {
            assert!(is_analysis_note(note.as_bytes()), "{note}");
            assert!(engine_note(note.as_bytes()).is_some(), "{note}");
        }
        for other in [
            "",
            "+0.35/12 0.10s",
            "+0.35/12 random",
            "+0.35",
            "0.35/12",
            "+0.3/12",
            "+0.35/12 a pity",
            "+0.35/12 loses a man",
            "+0.35/12 win in",
            "+/1",
            "+1.23/",
        ] {
            assert!(!is_analysis_note(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn other_comments_say_nothing() {
        for comment in
            ["", "book", "0.10s", "+", "+-", "+1.2.3/4", "-5x", "+- good", "32-28", "[%eval 0.3]"]
        {
            assert_eq!(note(comment), None, "{comment}");
        }
    }
}
