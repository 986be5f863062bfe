//! A word of a name as it is compared: without capitals and accents, in all ways in which people write it without them.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Accents are left out: `muller` for `Müller`.
    plain: String,
    /// Umlauts, å and ø are spelled out: `mueller`. Nothing where that is the same.
    spelled: Option<String>,
}

impl Word {
    pub(super) fn of(text: &str) -> Word {
        let plain = folded(text, |c| folded_letter(c).map(Cow::Borrowed));
        let spelled = (!text.is_ascii()).then(|| {
            let composed: String = text.nfc().collect();
            folded(&composed, |c| spelled_letter(c).or_else(|| folded_letter(c)).map(Cow::Borrowed))
        });
        Word { spelled: spelled.filter(|spelled| *spelled != plain), plain }
    }

    /// The word without accents.
    pub(super) fn text(&self) -> &str {
        &self.plain
    }

    pub(super) fn is_letter(&self) -> bool {
        let mut letters = self.plain.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }

    fn spelled(&self) -> &str {
        self.spelled.as_deref().unwrap_or(&self.plain)
    }

    /// Whether another word begins with this one.
    pub(super) fn begins(&self, other: &Word) -> bool {
        self.pairs(other).any(|(own, other)| {
            other.starts_with(own) || has_y(own, other) && one_y(other).starts_with(&*one_y(own))
        })
    }

    /// Whether another word is this one. `Muller` and `Mueller` are both ways to write `Müller` and so the same.
    pub(super) fn is(&self, other: &Word) -> bool {
        let is_same = |(own, other): (&str, &str)| {
            own == other || has_y(own, other) && one_y(own) == one_y(other)
        };
        self.pairs(other).any(is_same)
            || self.plain.chars().next() == other.plain.chars().next()
                && without_umlauts(&one_y(&self.plain)) == without_umlauts(&one_y(&other.plain))
    }

    /// Both words without accents, and spelled out.
    fn pairs<'a>(&'a self, other: &'a Word) -> impl Iterator<Item = (&'a str, &'a str)> {
        let is_spelled = self.spelled.is_some() || other.spelled.is_some();
        let spelled = is_spelled.then(|| (self.spelled(), other.spelled()));
        std::iter::once((self.plain.as_str(), other.plain.as_str())).chain(spelled)
    }
}

/// Small letters without the marks that NFKD splits off, and without the signs within a word.
fn folded(text: &str, letter: impl Fn(char) -> Option<Cow<'static, str>>) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match letter(c) {
            Some(letters) => plain.push_str(&letters),
            None if c.is_ascii_alphanumeric() => plain.push(c),
            None => {
                let parts = std::iter::once(c).nfkd().flat_map(char::to_lowercase);
                plain.extend(parts.filter(|c| c.is_alphanumeric() && !is_combining_mark(*c)));
            }
        }
    }
    plain
}

/// Letters that are no other letter with an accent.
fn folded_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'æ' => "ae",
        'œ' => "oe",
        'ß' => "ss",
        'þ' => "th",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ŧ' => "t",
        _ => return None,
    })
}

/// Letters that are spelled with two where there are no accents.
fn spelled_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'ä' => "ae",
        'å' => "aa",
        'ö' | 'ø' => "oe",
        'ü' => "ue",
        _ => return None,
    })
}

fn has_y(own: &str, other: &str) -> bool {
    own.contains("ij") || other.contains("ij")
}

/// Dutch `ij` and `y` are one letter: Wijsman, Wysman.
fn one_y(text: &str) -> Cow<'_, str> {
    if text.contains("ij") { text.replace("ij", "y").into() } else { text.into() }
}

/// The word without the second letters of umlauts that are spelled out.
fn without_umlauts(text: &str) -> Cow<'_, str> {
    let pairs = ["ae", "oe", "ue"];
    if pairs.iter().all(|pair| !text.contains(pair)) {
        return text.into();
    }
    pairs.iter().fold(text.to_owned(), |text, pair| text.replace(pair, &pair[..1])).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of them, each asked for by each.
    fn are_one(words: &[&str]) {
        for own in words {
            for other in words {
                assert!(Word::of(own).is(&Word::of(other)), "{own} {other}");
            }
        }
    }

    #[test]
    fn a_name_is_one_with_and_without_its_accents() {
        are_one(&["Müller", "Mueller", "Muller", "MÜLLER", "Mu\u{308}ller"]);
        are_one(&["Sørensen", "Soerensen", "Sorensen"]);
        are_one(&["Jäger", "Jaeger", "Jager"]);
        are_one(&["Ångström", "Aangstroem", "A\u{30a}ngstro\u{308}m"]);
        are_one(&["Ångström", "Angstrom", "Angstroem"]);
        are_one(&["Groß", "Gross", "GROẞ"]);
        are_one(&["Wijsman", "Wysman", "Wĳsman", "WIJSMAN", "Wÿsman", "Wýsman"]);
        are_one(&["Łoś", "Los"]);
        are_one(&["Фёдоров", "Федоров", "фе\u{308}доров"]);
        are_one(&["Андрей", "Андреи\u{306}"]);
        are_one(&["Nguyễn", "Nguyen"]);
        are_one(&["O'Neil", "ONeil", "O’Neil"]);
    }

    #[test]
    fn other_letters_are_another_name() {
        for (own, other) in
            [("Boer", "Borg"), ("Haan", "Han"), ("Muller", "Miller"), ("Roel", "Rolf")]
        {
            let (own, other) = (Word::of(own), Word::of(other));
            assert!(!own.is(&other) && !own.begins(&other), "{own:?} {other:?}");
        }
    }

    #[test]
    fn a_word_may_be_cut_short_within_a_letter_of_two() {
        for (cut, whole) in [
            ("Wi", "Wijsman"),
            ("Wij", "Wysman"),
            ("Wy", "Wijsman"),
            ("Mü", "Mueller"),
            ("Mue", "Müller"),
            ("Mul", "Müller"),
            ("Грё", "Гребнёв"),
        ] {
            assert!(Word::of(cut).begins(&Word::of(whole)), "{cut} {whole}");
        }
        assert!(!Word::of("Müllers").begins(&Word::of("Müller")));
    }
}
