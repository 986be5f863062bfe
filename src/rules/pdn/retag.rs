//! A tag of a game's text, written in its place; all else stays to the byte.

use std::ops::Range;

use super::outcome::Outcome;
use super::reader::{Games, block_of};
use super::text::{GameText, RATING_TAGS, Scan};
use super::writer::write_tag;

/// The tags of the standard in their order; one that is added comes after those before it.
const ROSTER: [&str; 9] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteRating", "BlackRating"];

/// The text of a game in which a tag has this value: the value of its first tag of that name is replaced, or a tag is added, one of the
/// standard in its order and another after all. An empty value takes the tag away. A tag keeps the name that the game has for it, such as
/// `WhiteElo` for a rating. A result is written after the moves too, where one is there. `None` where the text has no game, or is so odd that
/// the tag would not be read.
///
/// ```
/// use draughts_td_rules::pdn::with_tag;
///
/// let text = "[White \"Ann\"]\n[Result \"2-0\"]\n\n1. 32-28 2-0\n";
/// assert_eq!(with_tag(text, "White", "Bea").as_deref(), Some("[White \"Bea\"]\n[Result \"2-0\"]\n\n1. 32-28 2-0\n"));
/// assert_eq!(with_tag(text, "Result", "1-1").as_deref(), Some("[White \"Ann\"]\n[Result \"1-1\"]\n\n1. 32-28 1-1\n"));
/// ```
#[must_use]
pub fn with_tag(pdn: &str, name: &str, value: &str) -> Option<String> {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let value = value.trim();
    let (block, mut scan) = (block_of("the game", pdn), Scan::default());
    let mut games = Games::new(&block, &mut scan);
    let text = games.next()?;
    let mut edited = pdn.to_owned();
    let name = own_spelling(&text, name);
    let (range, tag) = tag_edit(&text, pdn, name, value);
    if name == "Result" && !ends_as(&text, value) {
        let end = text.terminator_range().filter(|end| end.start >= range.end)?;
        edited.replace_range(end, value);
    }
    if text.tag_text(name).unwrap_or_default().trim() != value {
        edited.replace_range(range, &tag);
    }
    says(&edited, name, value).then_some(edited)
}

/// The name by which the game has the tag: a rating has two.
fn own_spelling<'a>(text: &GameText<'_>, name: &'a str) -> &'a str {
    let names = RATING_TAGS
        .iter()
        .find(|names| names.iter().any(|own| own.eq_ignore_ascii_case(name)))
        .into_iter()
        .flatten();
    names.copied().find(|other| text.tag_ranges(other).is_some()).unwrap_or(name)
}

/// Whether the tag of a text is read with this value, and so is a result after the moves.
fn says(pdn: &str, name: &str, value: &str) -> bool {
    let (block, mut scan) = (block_of("the game", pdn), Scan::default());
    let mut games = Games::new(&block, &mut scan);
    games.next().is_some_and(|text| {
        let is_written = text.tag_text(name).unwrap_or_default().trim() == value;
        is_written && (name != "Result" || ends_as(&text, value))
    })
}

/// Whether no result is after the moves, or the one of this value.
fn ends_as(text: &GameText<'_>, value: &str) -> bool {
    let end = text.terminator().unwrap_or(Outcome::Unknown);
    end == Outcome::Unknown || end == Outcome::from_tag(value.as_bytes())
}

/// What is written in the place of which bytes.
fn tag_edit(text: &GameText<'_>, pdn: &str, name: &str, value: &str) -> (Range<usize>, String) {
    match (text.tag_ranges(name), value) {
        (None, "") => (0..0, String::new()),
        (None, value) => added(text, pdn, name, value),
        // A tag that goes takes its line with it.
        (Some((outer, _)), "") => {
            let ends =
                ["\r\n", "\n", "\r"].into_iter().find(|end| pdn[outer.end..].starts_with(end));
            (outer.start..outer.end + ends.map_or(0, str::len), String::new())
        }
        (Some((outer, inner)), value) => {
            let tag = written(name, value);
            let is_quoted = pdn[..inner.start].ends_with('"') && pdn[inner.end..].starts_with('"');
            let quoted = tag.find('"').filter(|_| is_quoted).map(|at| at + 1..tag.len() - 2);
            quoted.map_or((outer, tag.clone()), |quoted| (inner, tag[quoted].to_owned()))
        }
    }
}

/// `[Name "value"]`.
fn written(name: &str, value: &str) -> String {
    let mut tag = String::new();
    write_tag(&mut tag, name, value);
    tag.trim_end().to_owned()
}

/// A tag that the game has not, at its place.
fn added(text: &GameText<'_>, pdn: &str, name: &str, value: &str) -> (Range<usize>, String) {
    let (tag, end) = (written(name, value), if pdn.contains("\r\n") { "\r\n" } else { "\n" });
    let Some(all) = text.all_tags() else {
        let start = pdn.len() - pdn.trim_start().len();
        return (start..start, tag + end + end);
    };
    let place = ROSTER.iter().position(|own| own.eq_ignore_ascii_case(own_name(name)));
    let Some(place) = place else { return (all.end..all.end, end.to_owned() + &tag) };
    let mut before = ROSTER[..place].iter().rev();
    match before.find_map(|other| text.tag_ranges(own_spelling(text, other))) {
        Some((outer, _)) => (outer.end..outer.end, end.to_owned() + &tag),
        None => (all.start..all.start, tag + end),
    }
}

/// The name of the standard for a tag.
fn own_name(name: &str) -> &str {
    let names = RATING_TAGS.iter().find(|names| names.contains(&name));
    names.map_or(name, |names| names[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "\n[Event \"E\"]\r\n[White \"A \\\"x\\\" B\"]\r\n[Opening \"a]b\"]\r\n\r\n1. 32-28 {[White \"no\"]} 19-23 *\r\n";

    #[test]
    fn one_tag_changes_and_all_else_stays_to_the_byte() {
        let with = |name, value| with_tag(GAME, name, value).expect("a game");
        assert_eq!(with("White", "Q"), GAME.replace("A \\\"x\\\" B", "Q"));
        assert_eq!(with("white", "q\"q"), GAME.replace("A \\\"x\\\" B", "q\\\"q"));
        assert_eq!(with("Event", ""), GAME.replace("[Event \"E\"]\r\n", ""));
        assert_eq!(with("Opening", "c"), GAME.replace("a]b", "c"));
        assert_eq!(with("Round", ""), GAME);
        let added = with("Round", "3");
        assert_eq!(added, GAME.replacen("[White", "[Round \"3\"]\r\n[White", 1));
        let other = with("Annotator", "B");
        assert_eq!(other, GAME.replace("a]b\"]", "a]b\"]\r\n[Annotator \"B\"]"));
        assert_eq!(
            with_tag("1. 32-28 *", "White", "A").as_deref(),
            Some("[White \"A\"]\n\n1. 32-28 *")
        );
        assert_eq!(with_tag("", "White", "A"), None);
        let rated = "[WhiteElo \"1200\"]\n\n1. 32-28 *";
        for name in ["WhiteRating", "WhiteElo", "whiterating"] {
            let edited = with_tag(rated, name, "1300").expect("a game");
            assert_eq!(edited, rated.replace("1200", "1300"), "{name}");
        }
        assert!(
            with_tag(rated, "BlackRating", "1").expect("a game").contains("[BlackRating \"1\"]")
        );
    }

    #[test]
    fn a_tag_is_written_in_its_order_and_keeps_the_name_that_the_game_has() {
        let text = "[event \"A\"]\r\n[Wit \"X \\\"y\\\"\"]\r\n[Odd \"1\"]\r\n[WhiteElo \"1200\"]\r\n[Result \"*\"]\r\n\r\n1. 32-28 *\r\n";
        let with = |name: &str, value: &str| with_tag(text, name, value).expect("a game");
        assert_eq!(with("Event", "A"), text);
        assert_eq!(with("White", "X \"y\""), text);
        assert_eq!(with("White", "Z \"\\"), text.replace("X \\\"y\\\"", "Z \\\"\\\\"));
        assert_eq!(with("WhiteRating", "1300"), text.replace("1200", "1300"));
        assert_eq!(with("Date", "1912"), text.replace("A\"]\r\n", "A\"]\r\n[Date \"1912\"]\r\n"));
        assert_eq!(with("Event", " "), text.replace("[event \"A\"]\r\n", ""));
        let bare = with_tag("1. 32-28 *", "White", "N").expect("a game");
        let both = with_tag(&bare, "Event", "N");
        assert_eq!(both.as_deref(), Some("[Event \"N\"]\n[White \"N\"]\n\n1. 32-28 *"));
    }
}
