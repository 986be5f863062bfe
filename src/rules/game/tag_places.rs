//! Tags of a text that is changed in place: a value is written anew, a tag is added in its order or taken away.

use std::ops::Range;

use super::Outcome;
use super::editor::GameEditor;
use crate::pdn::{GameText, Joint, tag_text, write_tag};

/// The tags of a game that the editor writes, in the order of the standard, each with an older name.
const ROSTER: [(&str, Option<&str>); 9] = [
    ("Event", None),
    ("Site", None),
    ("Date", None),
    ("Round", None),
    ("White", None),
    ("Black", None),
    ("Result", None),
    ("WhiteRating", Some("WhiteElo")),
    ("BlackRating", Some("BlackElo")),
];

/// A tag of a text.
#[derive(Clone, Debug)]
struct TagPlace {
    /// Its bytes with the brackets.
    outer: Range<usize>,
    /// The bytes of its value.
    inner: Range<usize>,
    value: String,
}

/// Where the tags of a text are.
#[derive(Clone, Debug, Default)]
pub(super) struct TagPlaces {
    known: [Option<TagPlace>; ROSTER.len()],
    /// Where the first tag begins; where the game begins if it has none.
    begin: usize,
    /// Where the last tag ends; 0 without tags.
    pub end: usize,
    /// The tags of a game that has none.
    new: String,
}

impl TagPlaces {
    pub(super) fn of(text: &GameText<'_>) -> TagPlaces {
        let place = |(name, older): (&str, Option<&str>)| {
            let found = text.tag_ranges(name).or_else(|| text.tag_ranges(older?));
            let (outer, inner) = found?;
            let value = tag_text(text.slice(inner.clone())).into_owned();
            Some(TagPlace { outer, inner, value })
        };
        let (begin, end) =
            text.all_tags().map_or((text.range().start, 0), |all| (all.start, all.end));
        TagPlaces { known: ROSTER.map(place), begin, end, new: String::new() }
    }
}

impl GameEditor {
    /// Writes a tag: `Event`, `Site`, `Date`, `Round`, `White`, `Black`, `WhiteRating` or `BlackRating`; an empty value takes it away. A
    /// tag that the file has by an older or foreign name, as `WhiteElo` or `Wit`, keeps its name. Other names are left as they are.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let Some(index) = ROSTER.iter().position(|(own, _)| *own == name) else { return };
        match (self.tags.known[index].clone(), value.trim()) {
            (None, "") => {}
            (Some(tag), value) if tag.value.trim() == value => {}
            (Some(TagPlace { outer, .. }), "") => {
                let rest = &self.text[outer.end..];
                let breaks = ["\r\n", "\n", "\r"].iter().find(|end| rest.starts_with(**end));
                let end = outer.end + breaks.map_or(0, |end| end.len());
                self.edits.replace(outer.start..end, Joint::Instead, String::new());
            }
            (Some(tag), value) => self.edits.replace(tag.inner, Joint::Instead, escaped(value)),
            (None, value) => self.add_tag(index, value),
        }
    }

    fn add_tag(&mut self, index: usize, value: &str) {
        let mut text = String::new();
        write_tag(&mut text, ROSTER[index].0, value);
        let has_tags = self.tags.end > 0;
        let before = self.tags.known[..index].iter().rev().flatten().next();
        match before {
            Some(tag) => {
                let text = self.line_break().to_owned() + text.trim_end();
                self.edits.add(tag.outer.end, Joint::Glued, text);
            }
            None if has_tags => {
                let text = text.trim_end().to_owned() + self.line_break();
                self.edits.add(self.tags.begin, Joint::Glued, text);
            }
            None => self.tags.new.push_str(&text),
        }
    }

    /// The tags of a game that had none, before it.
    pub(super) fn with_new_tags(&self, mut text: String) -> String {
        if !self.tags.new.is_empty() {
            let new = self.tags.new.replace('\n', self.line_break()) + self.line_break();
            text.insert_str(self.tags.begin, &new);
        }
        text
    }

    fn line_break(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Writes how the game ended: in the `Result` tag, and after the moves where it is there or has no other place.
    pub fn set_result(&mut self, outcome: Outcome) {
        if self.outcome.pdn() == outcome.pdn() {
            return;
        }
        let result = outcome.pdn();
        let tag = self.tags.known[6].clone();
        if let Some(tag) = &tag {
            self.edits.replace(tag.inner.clone(), Joint::Instead, result.into());
        }
        match self.terminator.clone() {
            Some(place) if self.text[place.clone()] != *"*" || tag.is_none() => {
                self.edits.replace(place, Joint::Moves, result.into());
            }
            None if tag.is_none() => self.edits.add(self.end_of(0), Joint::Moves, result.into()),
            _ => {}
        }
    }
}

/// A value as it is between quotes.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    write_tag(&mut text, "A", value);
    let inner = text.strip_prefix("[A \"").and_then(|text| text.strip_suffix("\"]\n"));
    inner.unwrap_or_default().to_owned()
}
