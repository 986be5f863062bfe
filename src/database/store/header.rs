//! The tags of a game, to columns and back: the value of a column is not stored twice.

use std::borrow::Cow;

use crate::board::Color;
use crate::error::{DatabaseError, Result};
use crate::game::Outcome;
use crate::pdn::{GameText, RATING_TAGS, decode, tag_text, write_tag};

/// The columns of a game, and the tags without a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// The names of the tags in order, a star after those whose value is in `others`.
    pub layout: String,
    /// The `Event` tag.
    pub event: Option<String>,
    /// The `Site` tag.
    pub site: Option<String>,
    /// The `Date` tag as `YYYY.MM.DD`.
    pub date: Option<String>,
    /// The `Round` tag.
    pub round: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// The ratings of White and Black.
    pub ratings: [Option<u32>; 2],
    /// The result in the spelling of PDN 3.0.
    pub result: String,
    /// The values of the tags with a star.
    pub others: Vec<String>,
}

/// The tags that have a column.
const COLUMNS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl Header {
    /// The tags of a game that ended so.
    pub(super) fn of(text: &GameText<'_>, outcome: Outcome) -> Header {
        let value = |name: &str| text.tag_text(name).map(String::from);
        let mut header = Header {
            event: value("Event"),
            site: value("Site"),
            date: text.date(),
            round: value("Round"),
            white: value("White"),
            black: value("Black"),
            ratings: Color::ALL.map(|color| text.rating(color)),
            result: outcome.pdn().into(),
            ..Header::default()
        };
        let mut seen = 0u16;
        for (name, value) in text.tags() {
            let name = decode(name);
            let value = tag_text(value);
            if !header.layout.is_empty() {
                header.layout.push(' ');
            }
            header.layout.push_str(&name);
            let column = column_of(&name);
            let has_column = header.column(&name).is_some_and(|known| known == value);
            let is_first = column.is_some_and(|column| seen & 1 << column == 0);
            seen |= column.map_or(0, |column| 1 << column);
            if !(has_column && is_first) {
                header.layout.push('*');
                header.others.push(value.into_owned());
            }
        }
        header
    }

    /// The text of the column with the name of a tag.
    fn column(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = match column_of(name)? {
            0 => &self.event,
            1 => &self.site,
            2 => &self.date,
            3 => &self.round,
            4 => &self.white,
            5 => &self.black,
            6 => return Some(Cow::Borrowed(&self.result)),
            7 | 8 => return self.ratings[0].map(|rating| rating.to_string().into()),
            _ => return self.ratings[1].map(|rating| rating.to_string().into()),
        };
        text.as_deref().map(Cow::Borrowed)
    }

    /// The tags as lines of PDN, in the order of the file.
    ///
    /// # Errors
    /// A layout that does not fit the columns.
    pub(super) fn write(&self, text: &mut String) -> Result<()> {
        for (name, value) in self.written() {
            let value = value.ok_or_else(|| DatabaseError::damaged(format!("tag {name}")))?;
            write_tag(text, name, &value);
        }
        Ok(())
    }

    /// The names of the tags in small letters, and what they say: a date, a rating or a result in the form of its column.
    pub(super) fn tags(&self) -> impl Iterator<Item = (String, Cow<'_, str>)> {
        self.written().filter_map(|(name, value)| {
            let rating = RATING_TAGS.iter().find(|names| is_among(name, names.as_slice()));
            let name = rating.map_or(name, |names| names[0]);
            let has_form = rating.is_some() || is_among(name, &["Date", "Result"]);
            let value = self.column(name).filter(|_| has_form).or(value)?;
            Some((name.to_ascii_lowercase(), value))
        })
    }

    /// The tags in the order of the file, each with its value as it was.
    fn written(&self) -> impl Iterator<Item = (&str, Option<Cow<'_, str>>)> {
        let mut others = self.others.iter();
        let words = self.layout.split(' ').filter(|word| !word.is_empty());
        words.map(move |word| match word.strip_suffix('*') {
            Some(name) => (name, others.next().map(|value| Cow::Borrowed(value.as_str()))),
            None => (word, self.column(word)),
        })
    }
}

fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// The place of the column that holds a tag: seven for texts, two for each rating.
fn column_of(name: &str) -> Option<usize> {
    let names = COLUMNS.iter().chain(RATING_TAGS.as_flattened());
    names.into_iter().position(|column| column.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::{Games, Scan, block_of};

    fn header(tags: &str) -> (Header, String) {
        let block = block_of("a test", format!("{tags}\n1. 32-28 2-0\n"));
        let mut scan = Scan::default();
        let mut games = Games::new(&block, &mut scan);
        let header = Header::of(&games.next().expect("a game"), Outcome::WhiteWins);
        let mut text = String::new();
        header.write(&mut text).expect("its tags");
        (header, text)
    }

    #[test]
    fn tags_come_back_as_they_were_in_their_order() {
        for tags in [
            "[Event \"a\"]\n[Date \"2003.05.23\"]\n[Site \"?\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n",
            "[Date \"23-5-2003\"]\n[Result \"1-0\"]\n[WhiteElo \"2100\"]\n[WhiteRating \"02200\"]\n",
            "[WhiteRating \"?\"]\n[WhiteElo \"2100\"]\n[BlackElo \"-\"]\n",
            "[White \"a \\\"b\\\"\"]\n[White \"b\"]\n[white \"c\"]\n[Black \"\"]\n[BlackRating \"2000\"]\n",
            "",
        ] {
            assert_eq!(header(tags).1, tags);
        }
    }

    #[test]
    fn tags_of_other_languages_and_sites_fill_the_columns_and_come_back_as_they_were() {
        let tags = "[P1 \"Ann\"]\n[Чёрные \"Bob\"]\n[UTCDate \"2026.08.29\"]\n[P1Elo \"1500?\"]\n[Ronde \"3\"]\n";
        let (header, text) = header(tags);
        assert_eq!((header.white.as_deref(), header.black.as_deref()), (Some("Ann"), Some("Bob")));
        assert_eq!(
            (header.date.as_deref(), header.round.as_deref()),
            (Some("2026.08.29"), Some("3"))
        );
        assert_eq!((header.ratings, text.as_str()), ([Some(1500), None], tags));
    }

    #[test]
    fn the_value_of_a_column_is_not_stored_twice() {
        let (header, _) = header(
            "[Event \"a\"]\n[Date \"2003.05.23\"]\n[Result \"2-0\"]\n[WhiteRating \"2100\"]\n[GameType \"20\"]\n",
        );
        assert_eq!(header.layout, "Event Date Result WhiteRating GameType*");
        assert_eq!((header.others, header.ratings), (vec!["20".into()], [Some(2100), None]));
    }
}
