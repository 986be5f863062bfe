//! What a game says beside its moves: it distinguishes a repeated game from one that says something new.

use std::collections::HashMap;

use super::database::Database;
use super::header::Header;
use super::names::{has_words, words};
use super::record::{ENDS, unpacked};
use crate::error::{DatabaseError, Result};

/// The tags that only repeat where the moves begin.
const START_TAGS: [&str; 2] = ["fen", "setup"];

/// Texts by number, from 1: numbers are compared in place of texts.
#[derive(Default)]
pub(super) struct Texts(HashMap<Box<[u8]>, u32>);

impl Texts {
    fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(&number) = self.0.get(text) {
            return number;
        }
        let number = self.0.len() as u32 + 1;
        self.0.insert(text.into(), number);
        number
    }

    /// The number of a text that says something; 0 for an empty one.
    fn known(&mut self, text: &str) -> u32 {
        if text.is_empty() { 0 } else { self.number(text.as_bytes()) }
    }
}

/// The facts by which a game is known, as numbers; 0 for what is not known: the words of White, Black and the event, the result, eight
/// digits of the date, and the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Facts([u32; Facts::COUNT]);

/// Some of the facts, a bit each.
pub(super) type Mask = u16;

impl Facts {
    const COUNT: usize = 13;
    const RESULT: usize = 3;
    const DATE: usize = 4;
    const YEAR: usize = 4;
    const ROUND: usize = 12;

    /// Those of a game with moves. A round is left out: sources disagree on it.
    fn of(header: &Header, texts: &mut Texts) -> Facts {
        let mut facts = Facts::default();
        for (fact, name) in facts.0.iter_mut().zip([&header.white, &header.black, &header.event]) {
            *fact = texts.known(&sorted_words(name.as_deref().unwrap_or_default()));
        }
        facts.0[Facts::RESULT] = if header.result == "*" { 0 } else { texts.known(&header.result) };
        let digits = date_digits(header.date.as_deref().unwrap_or_default());
        for (fact, digit) in facts.0[Facts::DATE..Facts::ROUND].iter_mut().zip(digits) {
            *fact = if digit == b'?' { 0 } else { u32::from(digit) };
        }
        facts
    }

    /// Those of a game without moves: all of them, since only they say that another game is the same. A month or a day may be missing, in
    /// both games.
    fn without_moves(header: &Header, texts: &mut Texts) -> Option<Facts> {
        let mut facts = Facts::of(header, texts);
        facts.0[Facts::ROUND] = texts.known(&words(header.round.as_deref().unwrap_or_default()));
        let month_and_day = &mut facts.0[Facts::DATE + Facts::YEAR..Facts::ROUND];
        month_and_day
            .iter_mut()
            .filter(|digit| **digit == 0)
            .for_each(|digit| *digit = u32::from(b'?'));
        (facts.known().count_ones() as usize == Facts::COUNT).then_some(facts)
    }

    /// Which of them are known.
    pub(super) fn known(&self) -> Mask {
        let bits = self.0.iter().enumerate().filter(|(_, fact)| **fact != 0);
        bits.fold(0, |mask, (place, _)| mask | 1 << place)
    }

    /// Only some of them.
    pub(super) fn only(mut self, mask: Mask) -> Facts {
        let left_out = self.0.iter_mut().enumerate().filter(|(place, _)| mask >> place & 1 == 0);
        left_out.for_each(|(_, fact)| *fact = 0);
        self
    }

    /// What one or both of two games that agree know.
    pub(super) fn or(mut self, other: Facts) -> Facts {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own = (*own).max(other));
        self
    }
}

/// What a game says beside its moves.
pub(super) struct Version {
    pub facts: Facts,
    /// The date, the result and the other tags that say something, as they are written; in order.
    pub said: Vec<u32>,
    /// The moves with comments, glyphs and variations; empty without.
    pub text: Vec<u32>,
}

impl Version {
    /// What a game says, unless it has no moves and does not say enough.
    pub(super) fn of(
        header: &Header,
        movetext: Option<&[u8]>,
        has_moves: bool,
        texts: &mut Texts,
    ) -> Result<Option<Version>> {
        let facts = match has_moves {
            true => Some(Facts::of(header, texts)),
            false => Facts::without_moves(header, texts),
        };
        let Some(facts) = facts else { return Ok(None) };
        let text = movetext.map(unpacked).transpose()?.unwrap_or_default();
        let text = parts_of(&text).iter().map(|part| texts.number(part)).collect();
        Ok(Some(Version { facts, said: said(header, texts), text }))
    }

    /// That of a game of a database.
    pub(super) fn stored(
        database: &Database,
        number: u32,
        has_moves: bool,
        texts: &mut Texts,
    ) -> Result<Option<Version>> {
        let stored = database.stored(number)?;
        let stored = stored.ok_or_else(|| DatabaseError::damaged("the number of a game"))?;
        Version::of(&stored.header, stored.movetext.as_deref(), has_moves, texts)
    }

    /// Whether another version of this game says nothing that this one does not.
    pub(super) fn says_all_of(&self, other: &Version) -> bool {
        other.said.iter().all(|word| self.said.binary_search(word).is_ok())
            && has_in_order(&self.text, &other.text)
    }
}

/// The date, the result and the tags of a game that say something; those that only repeat the start are left out.
fn said(header: &Header, texts: &mut Texts) -> Vec<u32> {
    let compared = |name: &str| {
        START_TAGS.contains(&name) || name == "result" || name == "date" && header.date.is_some()
    };
    let tags = header.tags().filter(|(name, value)| !compared(name) && has_words(value));
    let mut said: Vec<String> =
        tags.map(|(name, value)| format!("{name} {}", value.trim())).collect();
    let digits = date_digits(header.date.as_deref().unwrap_or_default());
    let digits = digits.iter().enumerate().filter(|(_, digit)| **digit != b'?');
    said.extend(digits.map(|(place, digit)| format!(" date {place} {digit}")));
    said.extend((header.result != "*").then(|| format!(" result {}", header.result)));
    let mut said: Vec<u32> = said.iter().map(|text| texts.number(text.as_bytes())).collect();
    said.sort_unstable();
    said.dedup();
    said
}

/// The words of a name in the order of the alphabet.
fn sorted_words(name: &str) -> String {
    let words = words(name);
    let mut words: Vec<&str> = words.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// The digits of a date, where month and day 00 are as little known as ??.
fn date_digits(date: &str) -> Vec<u8> {
    let unknown = |part: &str| part.bytes().all(|digit| digit == b'0');
    let digits = date.split('.').flat_map(|part| match unknown(part) {
        true => vec![b'?'; part.len()],
        false => part.as_bytes().to_vec(),
    });
    digits.collect()
}

/// The moves, comments, glyphs and brackets of a text in order, without numbers of moves and the result at the end.
fn parts_of(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut parts, mut rest) = (Vec::new(), text.trim_ascii());
    while let Some(&first) = rest.first() {
        let is_sign = |byte: &u8| b"!?".contains(byte);
        let end = match first {
            b'{' => memchr::memchr(b'}', rest).map(|at| at + 1),
            b';' => memchr::memchr(b'\n', rest),
            b'(' | b')' | b'}' => Some(1),
            sign if is_sign(&sign) => rest.iter().position(|byte| !is_sign(byte)),
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();!?.".contains(byte);
                let word = rest.iter().position(ends);
                word.map(|at| at + rest[at..].iter().take_while(|byte| **byte == b'.').count())
            }
        };
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_number(part) {
            let words = part.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            parts.push(words.collect::<Vec<_>>().join(&b' '));
        }
        rest = after.trim_ascii_start();
    }
    parts.pop_if(|last| ENDS.iter().any(|end| end.as_bytes() == last));
    parts
}

/// Whether a part is the number of a move, with points.
fn is_number(part: &[u8]) -> bool {
    let digits = part.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits < part.len() && part[digits..].iter().all(|byte| *byte == b'.')
}

/// Whether all parts of one text are in another in the same order.
fn has_in_order<T: PartialEq>(whole: &[T], parts: &[T]) -> bool {
    let mut whole = whole.iter();
    parts.iter().all(|part| whole.any(|other| other == part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let parts = parts_of(text.as_bytes());
        parts.into_iter().map(|part| String::from_utf8(part).expect("text")).collect()
    }

    #[test]
    fn a_text_is_its_moves_comments_glyphs_and_brackets() {
        assert_eq!(
            parts("1. 32-28?! {a  b\n c} 1...19-23 $3 (1... 18-23!) 2.28x19 ; d e\n 14x23 2-0"),
            [
                "32-28", "?!", "{a b c}", "19-23", "$3", "(", "18-23", "!", ")", "28x19", "; d e",
                "14x23"
            ]
        );
        assert_eq!(parts("1. 32-28 {open"), ["32-28", "{open"]);
        assert!(parts("").is_empty() && parts("*").is_empty());
    }

    #[test]
    fn a_text_with_less_says_nothing_new_and_one_with_another_comment_does() {
        let whole = parts_of(b"1. 32-28! {not good} 19-23 (18-23 {x}) 2. 28x19 1-1");
        for less in ["1.32-28 {not good} 19-23 2. 28x19", "1. 32-28! 19-23 (18-23) 28x19", ""] {
            assert!(has_in_order(&whole, &parts_of(less.as_bytes())), "{less}");
        }
        for other in ["1. 32-28 {good} 19-23 2. 28x19", "1. 32-28 19-23! 2. 28x19", "32-28 (18-22)"]
        {
            assert!(!has_in_order(&whole, &parts_of(other.as_bytes())), "{other}");
        }
    }

    #[test]
    fn what_is_not_known_of_a_date_agrees_with_everything() {
        assert_eq!(date_digits("1998.00.??"), b"1998????");
        assert_eq!(date_digits("2010.10.20"), b"20101020");
        assert_eq!(date_digits("0000.??.??"), b"????????");
    }
}
