//! Tags of a text that is changed in place: a value is written anew, a tag is added in its order or taken away.

use super::Outcome;
use super::editor::GameEditor;
use super::tag_places::{ROSTER, TagPlace};
use crate::pdn::{Joint, write_tag};

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
