//! Where the tags of a text are, and the new ones of a text that has none.

use std::ops::Range;

use crate::pdn::{GameText, tag_text};

/// The tags of a game that the editor writes, in the order of the standard, each with an older name.
pub(super) const ROSTER: [(&str, Option<&str>); 9] = [
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
pub(super) struct TagPlace {
    /// Its bytes with the brackets.
    pub outer: Range<usize>,
    /// The bytes of its value.
    pub inner: Range<usize>,
    pub value: String,
}

/// Where the tags of a text are.
#[derive(Clone, Debug, Default)]
pub(super) struct TagPlaces {
    pub known: [Option<TagPlace>; ROSTER.len()],
    /// Where the first tag begins; where the game begins if it has none.
    pub begin: usize,
    /// Where the last tag ends; 0 without tags.
    pub end: usize,
    /// The tags of a game that has none.
    pub new: String,
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

    /// A text with the tags that it had not before it.
    pub(super) fn before(&self, mut text: String, line_break: &str) -> String {
        if !self.new.is_empty() {
            text.insert_str(self.begin, &(self.new.replace('\n', line_break) + line_break));
        }
        text
    }
}
